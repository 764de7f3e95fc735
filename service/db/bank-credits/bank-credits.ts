import type { Queryable } from "../pool.ts";
import type { Statement } from "../statement.ts";

/** The number of rows that a list counts and pages through. Dates narrow longer lists. */
export const CREDIT_LIST_BOUND = 50_000;

export type CreditState = "credited" | "suspended" | "returned";

/** A bank credit with the wallet of its number, and the payout that returns it. Kobo. */
export type BankCreditRow = {
  id: string;
  rail: string;
  sessionId: string;
  state: CreditState;
  reason: "post_no_credit" | "wallet_frozen" | "max_balance_exceeded" | "settlement" | null;
  accountNumber: string | null;
  walletId: string | null;
  customerId: string | null;
  walletName: string | null;
  stripe: number;
  amount: bigint;
  senderName: string;
  senderBankCode: string;
  senderBankName: string;
  senderAccountNumber: string;
  narration: string;
  reference: string;
  sentAt: Date;
  receivedAt: Date;
  resolutions: number;
  resolvedAt: Date | null;
  resolvedByName: string | null;
  resolution: string | null;
  creditedBy: string | null;
  payoutReference: string | null;
};

/** The filter of the list; null does not filter. Both instants are included. */
export type BankCreditFilter = {
  state: CreditState | null;
  customerId: string | null;
  walletId: string | null;
  minAmount: number | null;
  maxAmount: number | null;
  search: string | null;
  from: Date | null;
  to: Date | null;
};

// A return whose payout came to nothing leaves the money where it was.
const STATE = `case when c.state = 'returned' and p.state in ('failed', 'cancelled', 'reversed') then 'suspended' else c.state end`;
// Each state with those that a credit in it may have in its row, which the index knows.
const STATES = `(values ('credited', array['credited']), ('suspended', array['suspended', 'returned']),
  ('returned', array['returned'])) s (state, kept)`;
// A plain join would compare each credit with all payouts of a merchant that the statistics do not know yet (decision 0203).
const FROM = `bank_credits c
  left join lateral (select reference, state from payouts where tenant = c.tenant and id = c.payout limit 1) p on true
  left join wallets w on w.tenant = c.tenant and w.id = c.wallet_id`;
const matches = `c.tenant = $1 and ($2::uuid is null or w.customer_id = $2) and ($3::uuid is null or c.wallet_id = $3)
  and ($4::bigint is null or c.amount >= $4) and ($5::bigint is null or c.amount <= $5)
  and ($6::timestamptz is null or c.received_at >= $6) and ($7::timestamptz is null or c.received_at <= $7)
  and ($8::text is null or c.session_id = $8 or c.account_number = $8 or c.sender_account_number = $8 or c.reference = $8
    or position(lower($8) in lower(c.sender_name)) > 0 or position(lower($8) in lower(c.narration)) > 0)`;

const columns = `c.id, c.rail, c.session_id as "sessionId", ${STATE} as state, c.reason, c.account_number as "accountNumber",
  c.wallet_id as "walletId", w.customer_id as "customerId", w.account_name as "walletName", c.stripe, c.amount,
  c.sender_name as "senderName", c.sender_bank_code as "senderBankCode", c.sender_bank_name as "senderBankName",
  c.sender_account_number as "senderAccountNumber", c.narration, c.reference, c.sent_at as "sentAt",
  c.received_at as "receivedAt", c.resolutions, c.resolved_at as "resolvedAt", c.resolved_by_name as "resolvedByName",
  c.resolution, c.credited_by as "creditedBy", p.reference as "payoutReference"`;

/** Returns a page, newest first, and for each state the number of credits that match the rest of the filter, up to one more than the bound. */
export async function findBankCredits(
  db: Queryable,
  tenant: number,
  filter: BankCreditFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: BankCreditRow[]; counts: { state: CreditState; total: number }[] }> {
  const { customerId, walletId, minAmount, maxAmount, from, to, search } = filter;
  const values = [tenant, customerId, walletId, minAmount, maxAmount, from, to, search];
  const { rows } = await db.query<BankCreditRow>(
    `select ${columns} from ${FROM} where ${matches} and ($9::text is null or ${STATE} = $9)
     order by c.received_at desc, c.id desc limit $10 offset $11`,
    [...values, filter.state, page.limit, page.offset],
  );
  const counts = await db.query<{ state: CreditState; total: number }>(
    `select s.state, found.total from ${STATES} cross join lateral (
       select count(*)::int as total from (
         select from ${FROM} where ${matches} and c.state = any (s.kept) and ${STATE} = s.state limit $9) one) found`,
    [...values, CREDIT_LIST_BOUND + 1],
  );
  return { rows, counts: counts.rows };
}

/** Returns one credit. */
export async function findBankCredit(db: Queryable, tenant: number, id: string): Promise<BankCreditRow | undefined> {
  const { rows } = await db.query<BankCreditRow>(`select ${columns} from ${FROM} where c.tenant = $1 and c.id = $2`, [
    tenant,
    id,
  ]);
  return rows[0];
}

/** How a suspended credit ends. `n` is the number of its resolutions with this one. */
export type CreditResolution = {
  tenant: number;
  id: string;
  n: number;
  actor: string;
  actorName: string;
  reason: string | null;
  at: Date;
} & (
  | { kind: "credit"; transaction: string; walletId: string; accountNumber: string }
  | { kind: "return"; payout: string }
);

/**
 * The statements that resolve a credit, for the commit of its money. Of two resolutions at the same moment the second fails with
 * a unique violation of `bank_credit_resolutions`.
 */
export function creditResolution(resolution: CreditResolution): Statement[] {
  const { tenant, id, n, kind, actor, actorName, reason, at } = resolution;
  const credited = kind === "credit" ? resolution : null;
  const payout = kind === "return" ? resolution.payout : null;
  return [
    {
      name: "insert-bank-credit-resolution",
      text: `insert into bank_credit_resolutions (tenant, credit, n, kind, actor, actor_name, reason, at)
        values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      values: [tenant, id, n, kind, actor, actorName, reason, at],
    },
    {
      name: "resolve-bank-credit",
      text: `update bank_credits set state = $3, resolutions = $4, resolved_at = $5, resolved_by_name = $6, resolution = $7,
          credited_by = $8, payout = $9, wallet_id = coalesce($10, wallet_id), account_number = coalesce($11, account_number)
        where tenant = $1 and id = $2`,
      values: [
        tenant,
        id,
        credited ? "credited" : "returned",
        n,
        at,
        actorName,
        reason,
        credited?.transaction ?? null,
        payout,
        credited?.walletId ?? null,
        credited?.accountNumber ?? null,
      ],
    },
  ];
}

/** A wallet that a suspended credit could go to, with what may stand against it. Kobo. */
export type CreditTarget = {
  walletId: string;
  customerId: string | null;
  accountId: bigint;
  accountNumber: string;
  name: string;
};

/** Returns the wallet of an account number, the merchant's own included. */
export async function findCreditTarget(
  db: Queryable,
  tenant: number,
  accountNumber: string,
): Promise<CreditTarget | undefined> {
  const { rows } = await db.query<CreditTarget>(
    `select id as "walletId", customer_id as "customerId", account_id as "accountId", account_number as "accountNumber",
       account_name as name
     from wallets where tenant = $1 and account_number = $2`,
    [tenant, accountNumber],
  );
  return rows[0];
}
