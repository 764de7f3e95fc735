import { jsonRows, plainArray, textArray } from "../array-literal.ts";
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
  return insertPayouts([row], row.at);
}

/**
 * The same for many payouts of one commit. Fails for all of them where one is a possible duplicate of a payout that was committed
 * before. Rails 3.
 */
export function insertPayouts(rows: readonly Omit<NewPayout, "at">[], at: Date): Statement {
  return {
    name: "insert-payouts",
    text: `with given as materialized (
        select * from json_to_recordset($1) as given (tenant integer, id uuid, reference text, source bigint, stripe smallint,
          "customerId" uuid, "walletId" uuid, amount bigint, fee bigint, vat bigint, duty bigint, "bankCode" text, "bankName" text,
          "accountNumber" text, "accountName" text, "nameMatch" text, narration text, note text, metadata jsonb, batch uuid,
          returns uuid, actor text, "actorName" text, rail text, "sessionId" text, "enquiryId" text,
          "refusesDuplicateSince" timestamptz)
      ), refused as (
        select refuse_possible_duplicate(tenant, source, "bankCode", "accountNumber", amount, "refusesDuplicateSince")
        from given where "refusesDuplicateSince" is not null
      ), made as (
        insert into payouts (tenant, id, reference, state, source, stripe, customer_id, wallet_id, amount, fee, vat, duty,
          bank_code, bank_name, account_number, account_name, name_match, narration, note, metadata, batch, returns, actor,
          actor_name, created_at, updated_at)
        select tenant, id, reference, 'held', source, stripe, "customerId", "walletId", amount, fee, vat, duty, "bankCode",
          "bankName", "accountNumber", "accountName", "nameMatch", narration, note, metadata, batch, returns, actor, "actorName",
          $2, $2
        from (select count(*) from refused) checked, given
      ), attempted as (
        insert into payout_attempts (tenant, payout, n, session_id, rail, state, enquiry_id, due_at, created_at)
        select tenant, id, 1, "sessionId", rail, 'ready', "enquiryId", $2, $2 from given
      )
      insert into payout_history (tenant, payout, n, state, actor_name, at)
      select tenant, id, 0, 'held', "actorName", $2 from given`,
    values: [jsonRows(rows), at],
  };
}

/** Which of a payer's payments, by position, were made since an instant. Cancelled and failed payouts do not count. */
export async function findRecentTwins(
  db: Queryable,
  tenant: number,
  wanted: {
    source: bigint;
    since: Date;
    payments: readonly { bankCode: string; accountNumber: string; amount: bigint }[];
  },
): Promise<ReadonlySet<number>> {
  const { source, since, payments } = wanted;
  const { rows } = await db.query<{ nth: number }>({
    name: "find-recent-twins",
    text: `select nth::int - 1 as nth
      from unnest($4::text[], $5::text[], $6::bigint[]) with ordinality as wanted (bank_code, account_number, amount, nth)
      where exists (
        select from payouts p where p.tenant = $1 and p.source = $2 and p.bank_code = wanted.bank_code
          and p.account_number = wanted.account_number and p.amount = wanted.amount and p.created_at > $3
          and p.state not in ('failed', 'cancelled')
      )`,
    values: [
      tenant,
      source,
      since,
      textArray(payments.map((one) => one.bankCode)),
      textArray(payments.map((one) => one.accountNumber)),
      plainArray(payments.map((one) => one.amount)),
    ],
  });
  return new Set(rows.map(({ nth }) => nth));
}

/** A tenant's own fees by amount, smallest first; the last row may be without bound. Empty: the defaults. Kobo. */
export async function findPayoutFees(db: Queryable, tenant: number): Promise<{ upTo: bigint | null; fee: bigint }[]> {
  const { rows } = await db.query<{ upTo: bigint | null; fee: bigint }>({
    name: "find-payout-fees",
    text: `select up_to as "upTo", fee from payout_fees where tenant = $1 order by up_to nulls last`,
    values: [tenant],
  });
  return rows;
}
