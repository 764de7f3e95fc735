import type { PayoutState } from "../../../contract/payout-records.ts";
import { type ArrayText, plainArray, textArray } from "../array-literal.ts";
import type { Transaction } from "../pool.ts";
import type { TransactionKind } from "../transactions/transaction-line.ts";

/** A customer's wallet as an event names it. */
export type EventParty = { walletId: string; customerId: string; accountNumber: string };

/** A posted transaction with the balances right after it. A side is null where it is not a customer's wallet. Kobo. */
export type PostedFact = {
  journal: bigint;
  tenant: number;
  id: string;
  reference: string;
  kind: TransactionKind;
  amount: bigint;
  baseFee: bigint;
  merchantFee: bigint;
  description: string | null;
  narration: string | null;
  reversalOf: string | null;
  reversedReference: string | null;
  at: Date;
  source: (EventParty & { balanceAfter: bigint }) | null;
  destination: (EventParty & { balanceAfter: bigint }) | null;
};

/** An approval with its current `status` and `reason`. Kobo. */
export type ApprovalFact = {
  tenant: number;
  id: string;
  kind:
    | "transfer"
    | "credit"
    | "debit"
    | "batch"
    | "upload"
    | "payout"
    | "payout_batch"
    | "batch_reversal"
    | "card_fund"
    | "card_unload";
  type: "CREDIT" | "DEBIT";
  status: "PENDING" | "APPROVED" | "DECLINED" | "EXPIRED" | "FAILED";
  reference: string;
  amount: bigint;
  baseFee: bigint;
  merchantFee: bigint;
  description: string | null;
  narration: string | null;
  reversalOf: string | null;
  reversedReference: string | null;
  reason: string | null;
  source: EventParty | null;
  destination: EventParty | null;
};

/** A customer with the new wallet. */
export type CustomerFact = EventParty & {
  tenant: number;
  accountName: string;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  tier: 1 | 2 | 3;
  frozen: boolean;
};

/** A bank credit that was suspended when it arrived. Kobo. */
export type SuspendedCreditFact = {
  tenant: number;
  id: string;
  walletId: string;
  customerId: string | null;
  accountNumber: string;
  amount: bigint;
  reason: "post_no_credit" | "wallet_frozen" | "max_balance_exceeded" | "settlement";
  senderName: string;
  sessionId: string;
  reference: string;
};

type Side<P extends string> = { [K in keyof EventParty as `${P}${Capitalize<K>}`]: EventParty[K] | null };
type Sides = Side<"source"> & Side<"destination">;

const sideColumns = `sw.id as "sourceWalletId", sw.customer_id as "sourceCustomerId",
  sw.account_number as "sourceAccountNumber", dw.id as "destinationWalletId", dw.customer_id as "destinationCustomerId",
  dw.account_number as "destinationAccountNumber"`;
const sideJoins = (of: string) => `
  left join wallets sw on sw.tenant = ${of}.tenant and sw.account_id = ${of}.source and sw.customer_id is not null
  left join wallets dw on dw.tenant = ${of}.tenant and dw.account_id = ${of}.destination and dw.customer_id is not null`;

/** Returns the posted transactions of journals, of these tenants only, in the order of their decisions. */
export async function findPostedFacts(
  tx: Transaction,
  journals: readonly bigint[],
  tenants: readonly number[],
): Promise<PostedFact[]> {
  if (journals.length === 0 || tenants.length === 0) return [];
  type Row = Omit<PostedFact, "source" | "destination"> & Sides & { sourceBalance: bigint; destinationBalance: bigint };
  // `tenant + 0` keeps PostgreSQL from reading everything of a merchant that its statistics do not know yet (decision 0203).
  const { rows } = await tx.query<Row>({
    name: "find-posted-facts",
    text: `select t.journal, t.tenant, t.id, t.reference, t.kind, t.amount, t.fee_base as "baseFee",
        t.fee_merchant as "merchantFee", t.description, t.narration, t.reversal_of as "reversalOf",
        (select reference from transactions r where r.tenant = t.tenant and r.id = t.reversal_of) as "reversedReference", t.at, se.balance_after as "sourceBalance",
        de.balance_after as "destinationBalance", ${sideColumns}
      from transactions t
      join entries se on se.tenant = t.tenant and se.account = t.source and se.seq = t.source_seq
      join entries de on de.tenant = t.tenant and de.account = t.destination and de.seq = t.destination_seq
      ${sideJoins("t")}
      where t.journal = any($1::bigint[]) and t.tenant + 0 = any($2::int[])
      order by t.journal, t.id`,
    values: [plainArray(journals), plainArray(tenants)],
  });
  return rows.map(({ sourceBalance, destinationBalance, ...row }) => {
    const { source, destination } = partiesOf(row);
    return {
      ...row,
      source: source && { ...source, balanceAfter: sourceBalance },
      destination: destination && { ...destination, balanceAfter: destinationBalance },
    };
  });
}

/** Returns the tenants that have transactions in these journals. */
export async function findTenantsOfJournals(tx: Transaction, journals: readonly bigint[]): Promise<number[]> {
  if (journals.length === 0) return [];
  const { rows } = await tx.query<{ tenant: number }>({
    name: "find-tenants-of-journals",
    text: "select distinct tenant from transactions where journal = any($1::bigint[])",
    values: [plainArray(journals)],
  });
  return rows.map((row) => row.tenant);
}

/** Returns approvals by ID. */
export async function findApprovalFacts(tx: Transaction, ids: readonly ObjectKey[]): Promise<ApprovalFact[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<Omit<ApprovalFact, "source" | "destination"> & Sides>({
    name: "find-approval-facts",
    text: `select a.tenant, a.id, coalesce(case a.kind when 'reversal' then a.request ->> 'movement' end, a.kind) as kind, a.type, a.status, a.reference, a.amount, a.fee_base as "baseFee",
        a.fee_merchant as "merchantFee", a.description,
        a.request ->> 'narration' as narration, case a.kind when 'reversal' then a.request ->> 'transactionId' end as "reversalOf",
        case a.kind when 'reversal' then a.request ->> 'reversed' end as "reversedReference", a.reason, ${sideColumns}
      from unnest($1::int[], $2::uuid[]) as wanted (tenant, id)
      join approvals a on a.tenant = wanted.tenant and a.id = wanted.id ${sideJoins("a")}`,
    values: keysOf(ids),
  });
  return rows.map((row) => ({ ...row, ...partiesOf(row) }));
}

/** Returns customers by ID, with their wallets. */
export async function findCustomerFacts(tx: Transaction, ids: readonly ObjectKey[]): Promise<CustomerFact[]> {
  if (ids.length === 0) return [];
  // Not null: "tier". The account of a customer's wallet has one (accounts_tier_of_wallets).
  const { rows } = await tx.query<CustomerFact>({
    name: "find-customer-facts",
    text: `select c.tenant, c.id as "customerId", w.id as "walletId", w.account_number as "accountNumber",
        w.account_name as "accountName", c.first_name as "firstName", c.last_name as "lastName", c.email,
        c.phone_number as "phoneNumber", a.tier, a.frozen
      from unnest($1::int[], $2::uuid[]) as wanted (tenant, id)
      join customers c on c.tenant = wanted.tenant and c.id = wanted.id
      join wallets w on w.tenant = c.tenant and w.customer_id = c.id
      join accounts a on a.tenant = w.tenant and a.id = w.account_id`,
    values: keysOf(ids),
  });
  return rows;
}

/** Returns suspended bank credits by ID, with the wallet of their number. */
export async function findSuspendedCreditFacts(
  tx: Transaction,
  ids: readonly ObjectKey[],
): Promise<SuspendedCreditFact[]> {
  if (ids.length === 0) return [];
  // Not null: "reason", "accountNumber". A credit that was suspended on arrival has both.
  const { rows } = await tx.query<SuspendedCreditFact>({
    name: "find-suspended-credit-facts",
    text: `select b.tenant, b.id, w.id as "walletId", w.customer_id as "customerId", b.account_number as "accountNumber",
        b.amount, b.reason, b.sender_name as "senderName", b.session_id as "sessionId", b.reference
      from unnest($1::int[], $2::uuid[]) as wanted (tenant, id)
      join bank_credits b on b.tenant = wanted.tenant and b.id = wanted.id
      join wallets w on w.tenant = b.tenant and w.id = b.wallet_id`,
    values: keysOf(ids),
  });
  return rows;
}

/** A payout as it was in one of its states. Kobo. */
export type PayoutFact = {
  tenant: number;
  id: string;
  reference: string;
  state: PayoutState;
  sequence: number;
  amount: bigint;
  fee: bigint;
  vat: bigint;
  duty: bigint;
  walletId: string;
  customerId: string | null;
  sessionId: string;
  bankCode: string;
  bankName: string;
  accountNumber: string;
  accountName: string;
  narration: string;
  reason: string | null;
};

/** Returns payouts by ID, each with the last time that it was in the state of its key. */
export async function findPayoutFacts(
  tx: Transaction,
  keys: readonly (ObjectKey & { state: PayoutState })[],
): Promise<PayoutFact[]> {
  if (keys.length === 0) return [];
  const { rows } = await tx.query<PayoutFact>({
    name: "find-payout-facts",
    text: `select p.tenant, p.id, p.reference, h.state, h.n as sequence, p.amount, p.fee, p.vat, p.duty,
        p.wallet_id as "walletId", p.customer_id as "customerId", a.session_id as "sessionId", p.bank_code as "bankCode",
        p.bank_name as "bankName", p.account_number as "accountNumber", p.account_name as "accountName", p.narration,
        h.text as reason
      from unnest($1::int[], $2::uuid[], $3::text[]) as wanted (tenant, id, state)
      join payouts p on p.tenant = wanted.tenant and p.id = wanted.id
      cross join lateral (select state, n, text from payout_history h
        where h.tenant = p.tenant and h.payout = p.id and h.state = wanted.state order by h.n desc limit 1) h
      cross join lateral (select session_id from payout_attempts a
        where a.tenant = p.tenant and a.payout = p.id order by a.n desc limit 1) a`,
    values: [...keysOf(keys), textArray(keys.map((key) => key.state))],
  });
  return rows;
}

export type ObjectKey = { tenant: number; id: string };

/** The keys as two arrays of a statement. */
export function keysOf(keys: readonly ObjectKey[]): [ArrayText<number>, ArrayText<string>] {
  return [plainArray(keys.map((key) => key.tenant)), plainArray(keys.map((key) => key.id))];
}

function partiesOf(row: Sides): { source: EventParty | null; destination: EventParty | null } {
  return {
    source: partyOf(row.sourceWalletId, row.sourceCustomerId, row.sourceAccountNumber),
    destination: partyOf(row.destinationWalletId, row.destinationCustomerId, row.destinationAccountNumber),
  };
}

function partyOf(walletId: string | null, customerId: string | null, accountNumber: string | null): EventParty | null {
  return walletId && customerId && accountNumber ? { walletId, customerId, accountNumber } : null;
}
