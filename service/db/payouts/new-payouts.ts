import type { Queryable } from "../pool.ts";
import type { Statement } from "../statement.ts";

/** A payout whose money was just held, with its first attempt. Kobo. */
export type NewPayout = {
  tenant: number;
  id: string;
  reference: string;
  source: bigint;
  stripe: number;
  customerId: string | null;
  walletId: string;
  amount: bigint;
  fee: bigint;
  vat: bigint;
  duty: bigint;
  bankCode: string;
  bankName: string;
  accountNumber: string;
  accountName: string;
  nameMatch: "FULL" | "PARTIAL" | "BANK";
  narration: string;
  note: string | null;
  metadata: object | null;
  batch: string | null;
  /** The suspended bank credit that this payout sends back. */
  returns: string | null;
  actor: string;
  actorName: string;
  rail: string;
  sessionId: string;
  enquiryId: string | null;
  /** Null where the same payment may be made twice. */
  refusesDuplicateSince: Date | null;
  at: Date;
};

/** Inserts a payout, its first attempt and the begin of its history, in the commit that holds its money. Rails 3. */
export function insertPayout(row: NewPayout): Statement {
  return {
    name: "insert-payout",
    text: `with refused as (
        select refuse_possible_duplicate($1, $4, $13, $15, $8, $28) where $28::timestamptz is not null
      ), made as (
        insert into payouts (tenant, id, reference, state, source, stripe, customer_id, wallet_id, amount, fee, vat, duty,
          bank_code, bank_name, account_number, account_name, name_match, narration, note, metadata, batch, returns, actor,
          actor_name, created_at, updated_at)
        select $1, $2, $3, 'held', $4, $5, $6, $7, $8, $9, $10, $11, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
          $24, $12, $12
        from (select count(*) from refused) checked
        returning tenant, id
      ), attempted as (
        insert into payout_attempts (tenant, payout, n, session_id, rail, state, enquiry_id, due_at, created_at)
        select tenant, id, 1, $25, $26, 'ready', $27, $12, $12 from made
      )
      insert into payout_history (tenant, payout, n, state, actor_name, at)
      select tenant, id, 0, 'held', $24, $12 from made`,
    values: [
      row.tenant,
      row.id,
      row.reference,
      row.source,
      row.stripe,
      row.customerId,
      row.walletId,
      row.amount,
      row.fee,
      row.vat,
      row.duty,
      row.at,
      row.bankCode,
      row.bankName,
      row.accountNumber,
      row.accountName,
      row.nameMatch,
      row.narration,
      row.note,
      row.metadata,
      row.batch,
      row.returns,
      row.actor,
      row.actorName,
      row.sessionId,
      row.rail,
      row.enquiryId,
      row.refusesDuplicateSince,
    ],
  };
}

/** Whether the payer paid the same amount to the same account since an instant. Cancelled and failed payouts do not count. */
export async function hasRecentTwin(
  db: Queryable,
  tenant: number,
  twin: { source: bigint; bankCode: string; accountNumber: string; amount: bigint; since: Date },
): Promise<boolean> {
  const { rows } = await db.query<{ exists: boolean }>(
    `select exists (
       select from payouts where tenant = $1 and source = $2 and bank_code = $3 and account_number = $4 and amount = $5
         and created_at > $6 and state not in ('failed', 'cancelled')
     )`,
    [tenant, twin.source, twin.bankCode, twin.accountNumber, twin.amount, twin.since],
  );
  return rows[0]?.exists ?? false;
}

/** A tenant's own fees by amount, smallest first; the last row may be without bound. Empty: the defaults. Kobo. */
export async function findPayoutFees(db: Queryable, tenant: number): Promise<{ upTo: bigint | null; fee: bigint }[]> {
  const { rows } = await db.query<{ upTo: bigint | null; fee: bigint }>(
    `select up_to as "upTo", fee from payout_fees where tenant = $1 order by up_to nulls last`,
    [tenant],
  );
  return rows;
}
