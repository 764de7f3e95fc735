import type { PayoutBatchProgress } from "../../../contract/payout-batches.ts";
import type { PayoutState } from "../../../contract/payout-records.ts";
import { jsonRows } from "../array-literal.ts";
import type { Queryable } from "../pool.ts";
import type { Statement } from "../statement.ts";

/** A batch of payouts. `amount` and `charges` are those of its items that are not rejected. Kobo. */
export type NewPayoutBatch = {
  tenant: number;
  id: string;
  reference: string;
  fileName: string | null;
  status: "awaiting_approval" | "accepted";
  total: number;
  accepted: number;
  rejected: number;
  /** The payouts without an end. */
  open: number;
  amount: bigint;
  charges: bigint;
  actor: string;
  actorName: string;
  approval: string | null;
  at: Date;
};

export type PayoutItemStatus = "pending" | "accepted" | "rejected";

/**
 * An item of a batch. `id` becomes the ID of its payout, or of its transaction where it pays to a wallet of the merchant. `accountName`
 * is the bank's name of the holder, `givenName` the sender's. Kobo.
 */
export type PayoutItemRow = {
  row: number;
  id: string;
  status: PayoutItemStatus;
  amount: bigint;
  fee: bigint;
  vat: bigint;
  duty: bigint;
  sortCode: string;
  bankCode: string | null;
  bankName: string | null;
  accountNumber: string;
  accountName: string | null;
  givenName: string | null;
  nameMatch: "FULL" | "PARTIAL" | "NONE" | "BANK" | null;
  narration: string;
  note: string | null;
  reference: string | null;
  metadata: object | null;
  code: string | null;
  reason: string | null;
};

/** Inserts a batch with its items, in the commit of its money or of its submission. One that sends nothing to a bank has ended. */
export function insertPayoutBatch(batch: NewPayoutBatch, items: readonly PayoutItemRow[]): Statement {
  return {
    name: "insert-payout-batch",
    text: `with made as (
        insert into payout_batches (tenant, id, reference, file_name, status, total, accepted, rejected, amount, charges, actor,
          actor_name, approval, created_at, open_payouts)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $16)
        returning tenant, id, status = 'accepted' and open_payouts = 0 as has_ended
      ), completed as (
        insert into outbox (tenant, kind, object_id, at)
        select tenant, 'batch.completed', id, $14 from made where has_ended
      )
      insert into payout_batch_items (tenant, batch, row, id, status, amount, fee, vat, duty, sort_code, bank_code, bank_name,
        account_number, account_name, given_name, name_match, narration, note, reference, metadata, code, reason)
      select made.tenant, made.id, row, given.id, status, amount, fee, vat, duty, "sortCode", "bankCode", "bankName",
        "accountNumber", "accountName", "givenName", "nameMatch", narration, note, reference, metadata, code, reason
      from made, json_to_recordset($15) as given (row integer, id uuid, status text, amount bigint, fee bigint, vat bigint,
        duty bigint, "sortCode" text, "bankCode" text, "bankName" text, "accountNumber" text, "accountName" text,
        "givenName" text, "nameMatch" text, narration text, note text, reference text, metadata jsonb, code text, reason text)`,
    values: [
      batch.tenant,
      batch.id,
      batch.reference,
      batch.fileName,
      batch.status,
      batch.total,
      batch.accepted,
      batch.rejected,
      batch.amount,
      batch.charges,
      batch.actor,
      batch.actorName,
      batch.approval,
      batch.at,
      jsonRows(items),
      batch.open,
    ],
  };
}

/** The result of one item of an approved batch. */
export type SettledItem = Pick<PayoutItemRow, "row" | "reference" | "code" | "reason"> & {
  status: "accepted" | "rejected";
};

/**
 * Writes the results of an approved batch, in the commit of its money. The sums are those of the accepted items. Kobo. Each item is found
 * by key: a batch that the statistics do not know yet would be read once for each result (decision 0203).
 */
export function settlePayoutBatch(
  tenant: number,
  batch: string,
  result: { items: readonly SettledItem[]; open: number; amount: bigint; charges: bigint; at: Date },
): Statement {
  const rejected = result.items.filter(({ status }) => status === "rejected").length;
  return {
    name: "settle-payout-batch",
    text: `with found as materialized (
        select given.*, item.place
        from json_to_recordset($7) as given (row integer, status text, reference text, code text, reason text)
        cross join lateral (
          select ctid as place from payout_batch_items where tenant = $1 and batch = $2 and row = given.row for update
        ) item
      ), settled as (
        update payout_batch_items i set status = f.status, reference = f.reference, code = f.code, reason = f.reason
        from found f where i.ctid = f.place
      ), completed as (
        insert into outbox (tenant, kind, object_id, at) select $1, 'batch.completed', $2, $9 where $8::int = 0
      )
      update payout_batches set status = 'accepted', accepted = $3, rejected = rejected + $4, amount = $5, charges = $6,
        open_payouts = $8
      where tenant = $1 and id = $2`,
    values: [
      tenant,
      batch,
      result.items.length - rejected,
      rejected,
      result.amount,
      result.charges,
      jsonRows(result.items),
      result.open,
      result.at,
    ],
  };
}

export type PayoutBatchRow = Omit<NewPayoutBatch, "at" | "tenant" | "actor" | "status"> & {
  status: "awaiting_approval" | "accepted" | "declined" | "failed";
  /** The payouts whose money went back. */
  failed: number;
  progress: PayoutBatchProgress;
  /** Declined by its own sender. */
  withdrawn: boolean;
  createdAt: Date;
};

const PROGRESS = `case when status <> 'accepted' then status when open_payouts > 0 then 'processing'
  when accepted = failed_payouts then 'failed' when rejected + failed_payouts > 0 then 'partially_completed' else 'completed' end`;
const WITHDRAWN = `exists (select from approvals a where a.tenant = payout_batches.tenant and a.id = payout_batches.approval
  and a.status = 'DECLINED' and a.decided_by = a.creator)`;
const columns = `id, reference, file_name as "fileName", status, total, accepted, rejected, open_payouts as open,
  failed_payouts as failed, ${PROGRESS} as progress, ${WITHDRAWN} as withdrawn, amount, charges, approval, actor_name as "actorName", created_at as "createdAt"`;

/** Returns a batch by its ID, or by its reference the one that keeps it: a batch that ended without a payment gives it back. */
export async function findPayoutBatch(
  db: Queryable,
  tenant: number,
  by: { id: string } | { reference: string },
): Promise<PayoutBatchRow | undefined> {
  const [condition, value] =
    "id" in by ? ["id = $2", by.id] : ["reference = $2 and status not in ('declined', 'failed')", by.reference];
  const { rows } = await db.query<PayoutBatchRow>(
    `select ${columns} from payout_batches where tenant = $1 and ${condition}`,
    [tenant, value],
  );
  return rows[0];
}

/** Returns a page of batches, newest first, and their number. Null does not filter. */
export async function findPayoutBatches(
  db: Queryable,
  tenant: number,
  { progress, hasFile }: { progress: PayoutBatchProgress | null; hasFile: boolean | null },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: PayoutBatchRow[]; total: number }> {
  const matches = `tenant = $1 and ($2::text is null or ${PROGRESS} = $2) and ($3::boolean is null or (file_name is not null) = $3)`;
  const values = [tenant, progress, hasFile];
  const { rows } = await db.query<PayoutBatchRow>(
    `select ${columns} from payout_batches where ${matches} order by created_at desc, id desc limit $4 offset $5`,
    [...values, limit, offset],
  );
  const { rows: counted } = await db.query<{ n: number }>(
    `select count(*)::int as n from payout_batches where ${matches}`,
    values,
  );
  return { rows, total: counted[0]?.n ?? 0 };
}

/**
 * Returns items of a batch in order, each with the state of its payout. A plain join would compare each item with all payouts of a merchant
 * that the statistics do not know yet (decision 0203).
 */
export async function findPayoutItems(
  db: Queryable,
  tenant: number,
  batch: string,
  { status, limit, offset }: { status?: PayoutItemStatus | undefined; limit: number; offset: number },
): Promise<(PayoutItemRow & { state: PayoutState | null })[]> {
  const { rows } = await db.query<PayoutItemRow & { state: PayoutState | null }>(
    `select i.row, i.id, i.status, i.amount, i.fee, i.vat, i.duty, i.sort_code as "sortCode", i.bank_code as "bankCode",
       i.bank_name as "bankName", i.account_number as "accountNumber", i.account_name as "accountName",
       i.given_name as "givenName", i.name_match as "nameMatch", i.narration, i.note, i.reference, i.metadata,
       coalesce(i.code, p.code) as code, coalesce(i.reason, p.reason) as reason, p.state
     from payout_batch_items i left join lateral (
       select code, reason, state from payouts where tenant = i.tenant and id = i.id and i.status = 'accepted' limit 1
     ) p on true
     where i.tenant = $1 and i.batch = $2 and ($3::text is null or i.status = $3)
     order by i.row limit $4 offset $5`,
    [tenant, batch, status ?? null, limit, offset],
  );
  return rows;
}

/** Returns the number of items of a batch with a status, or of all. */
export async function countPayoutItems(
  db: Queryable,
  tenant: number,
  batch: string,
  status: PayoutItemStatus | undefined,
): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    "select count(*)::int as n from payout_batch_items where tenant = $1 and batch = $2 and ($3::text is null or status = $3)",
    [tenant, batch, status ?? null],
  );
  return rows[0]?.n ?? 0;
}
