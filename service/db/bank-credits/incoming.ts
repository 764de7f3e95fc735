import { textArray } from "../array-literal.ts";
import { gather } from "../gather.ts";
import type { Queryable } from "../pool.ts";
import type { Statement } from "../statement.ts";

/** A transfer that a rail reports, with the account number that it is for. */
export type IncomingKey = { rail: string; sessionId: string; accountNumber: string; bankCode: string };

/**
 * Whom an incoming transfer is for, and whether it was recorded before. The wallet is null for a number that is not ours. `bankName`
 * is the sender's bank as the rail lists it.
 */
export type IncomingTarget = {
  isKnown: boolean;
  bankName: string | null;
  wallet: {
    tenant: number;
    merchantId: string;
    mode: "SANDBOX" | "PRODUCTION";
    walletId: string;
    customerId: string | null;
    accountId: bigint;
    name: string;
  } | null;
};

type Row = {
  nth: number;
  isKnown: boolean;
  bankName: string | null;
  tenant: number | null;
  merchantId: string | null;
  mode: "SANDBOX" | "PRODUCTION" | null;
  walletId: string | null;
  customerId: string | null;
  accountId: bigint | null;
  name: string | null;
};

/** Finds the wallet of an incoming transfer in any tenant: account numbers are unique over all. Concurrent lookups share a round trip. */
export const findIncomingTarget = gather(async (db, wanted: readonly IncomingKey[]): Promise<IncomingTarget[]> => {
  const { rows } = await db.query<Row>({
    name: "find-incoming-targets",
    text: `select wanted.nth::int, b.name as "bankName", w.tenant, t.merchant_id as "merchantId", t.mode, w.id as "walletId",
        w.customer_id as "customerId", w.account_id as "accountId", w.account_name as name,
        exists (select from bank_credits c where c.rail = wanted.rail and c.session_id = wanted.session)
          or exists (select from refused_bank_credits r where r.rail = wanted.rail and r.session_id = wanted.session)
          as "isKnown"
      from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality
        as wanted (rail, session, number, bank, nth)
      left join wallets w on w.account_number = wanted.number
      left join tenants t on t.id = w.tenant
      left join rail_banks b on b.rail = wanted.rail and b.code = wanted.bank`,
    values: [
      textArray(wanted.map(({ rail }) => rail)),
      textArray(wanted.map(({ sessionId }) => sessionId)),
      textArray(wanted.map(({ accountNumber }) => accountNumber)),
      textArray(wanted.map(({ bankCode }) => bankCode)),
    ],
  });
  const found = new Map(rows.map((row) => [row.nth, targetOf(row)]));
  return wanted.map((_, index) => found.get(index + 1) ?? { isKnown: false, bankName: null, wallet: null });
});

function targetOf({ isKnown, bankName, tenant, merchantId, mode, walletId, customerId, accountId, name }: Row) {
  const isOurs = tenant !== null && merchantId !== null && mode !== null && walletId !== null && accountId !== null;
  const wallet = isOurs ? { tenant, merchantId, mode, walletId, customerId, accountId, name: name ?? "" } : null;
  return { isKnown, bankName, wallet };
}

/** A new bank credit. Kobo. */
export type NewBankCredit = {
  tenant: number;
  id: string;
  rail: string;
  sessionId: string;
  state: "credited" | "suspended";
  reason: string | null;
  accountNumber: string | null;
  walletId: string | null;
  stripe: number;
  amount: bigint;
  sender: { name: string; bankCode: string; bankName: string; accountNumber: string };
  narration: string;
  reference: string;
  sentAt: Date;
  receivedAt: Date;
};

/** The statement that records an incoming transfer, for the commit of its money. */
export function bankCreditInsert(credit: NewBankCredit): Statement {
  return {
    name: "insert-bank-credit",
    text: `insert into bank_credits (tenant, id, rail, session_id, state, reason, account_number, wallet_id, stripe, amount,
        sender_name, sender_bank_code, sender_bank_name, sender_account_number, narration, reference, sent_at, received_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    values: [
      credit.tenant,
      credit.id,
      credit.rail,
      credit.sessionId,
      credit.state,
      credit.reason,
      credit.accountNumber,
      credit.walletId,
      credit.stripe,
      credit.amount,
      credit.sender.name,
      credit.sender.bankCode,
      credit.sender.bankName,
      credit.sender.accountNumber,
      credit.narration,
      credit.reference,
      credit.sentAt,
      credit.receivedAt,
    ],
  };
}

/** Records a transfer for a number that is not ours. A repetition changes nothing. */
export async function insertRefusedCredit(
  db: Queryable,
  credit: IncomingKey & { amount: bigint; senderName: string; senderAccountNumber: string; sentAt: Date; at: Date },
): Promise<void> {
  await db.query(
    `insert into refused_bank_credits (rail, session_id, account_number, amount, sender_name, sender_bank_code,
       sender_account_number, sent_at, received_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
    [
      credit.rail,
      credit.sessionId,
      credit.accountNumber,
      credit.amount,
      credit.senderName,
      credit.bankCode,
      credit.senderAccountNumber,
      credit.sentAt,
      credit.at,
    ],
  );
}
