import { plainArray, textArray } from "../array-literal.ts";
import type { Statement } from "../statement.ts";

/** A decided item; `reason` says why it was rejected. Kobo. */
export type DecidedItemRow = {
  row: number;
  id: string;
  customerId: string | null;
  walletId: string | null;
  amount: bigint;
  reference: string;
  reason: string | null;
  reasonCode: string | null;
};
/** A batch that is inserted together with its postings. `amount`: the sum of its items, in kobo. */
export type NewBatch = { reference: string; operation: "credit" | "debit"; amount: bigint; actor: string };

/**
 * The progress of a batch in one flush: rows from `fromRow` to before `toRow` are decided. The flush succeeds only
 * where `fromRow` is the batch's next row, so that no row is decided twice. A new batch brings its record.
 */
type BatchStep = {
  tenant: number;
  id: string;
  fromRow: number;
  toRow: number;
  items: readonly DecidedItemRow[];
  created: NewBatch | null;
};

/**
 * Returns the statements that a batch adds to the commit of its money: its record and all items, or its progress. Kobo.
 */
export function writeBatchStep(step: BatchStep, at: Date): Statement[] {
  return step.created ? [insertBatch(step, step.created, at), insertItems(step)] : [advanceBatch(step, at)];
}

function insertBatch(step: BatchStep, created: NewBatch, at: Date): Statement {
  const { accepted, rejected } = countsOf(step);
  return {
    name: "batches_insert_done",
    text: `insert into batches (tenant, id, reference, operation, origin, status, total, accepted, rejected, amount, actor,
        next_row, created_at, started_at, finished_at, touched_at)
      values ($1, $2, $3, $4, 'json', case when $6::int = 0 then 'completed' when $5::int = 0 then 'failed'
        else 'partially_completed' end, $5::int + $6::int, $5, $6, $7, $8, $9, $10, $10, $10, $10)`,
    values: [
      step.tenant,
      step.id,
      created.reference,
      created.operation,
      accepted,
      rejected,
      created.amount,
      created.actor,
      step.toRow,
      at,
    ],
  };
}

function insertItems({ tenant, id, items }: BatchStep): Statement {
  return {
    name: "batch_items_insert_done",
    text: `insert into batch_items (tenant, batch, row, id, status, customer_id, wallet_id, amount, reference, reason,
        reason_code)
      select $1, $2, v.row, v.id, case when v.reason is null then 'accepted' else 'rejected' end, v.customer_id, v.wallet_id,
        v.amount, v.reference, v.reason, v.reason_code
      from unnest($3::int[], $4::uuid[], $5::uuid[], $6::uuid[], $7::bigint[], $8::text[], $9::text[], $10::text[])
        as v (row, id, customer_id, wallet_id, amount, reference, reason, reason_code)`,
    values: [tenant, id, ...itemArrays(items)],
  };
}

// Where the batch is not at the expected row, the statement divides by zero, and the money rolls back with it. The
// items exist, so each insert conflicts and finds its row by key; an update from a list could scan all items for each
// row.
function advanceBatch(step: BatchStep, at: Date): Statement {
  const { tenant, id, items } = step;
  const { accepted, rejected } = countsOf(step);
  return {
    name: "batches_advance",
    text: `with advanced as (
        update batches set accepted = accepted + $5, rejected = rejected + $6, next_row = $4, leased_until = null,
          started_at = coalesce(started_at, $7), touched_at = $7, served_at = $7,
          finished_at = case when $4 > total then $7::timestamptz end,
          status = case when $4 <= total then 'processing' when accepted + $5 = total then 'completed'
            when accepted + $5 = 0 then 'failed' else 'partially_completed' end
        where tenant = $1 and id = $2 and next_row = $3 and status in ('processing', 'awaiting_approval')
        returning id
      ), decided as (
        insert into batch_items (tenant, batch, row, id, status, customer_id, wallet_id, amount, reference, reason,
          reason_code)
        select $1, $2, v.row, v.id, case when v.reason is null then 'accepted' else 'rejected' end, v.customer_id,
          v.wallet_id, v.amount, v.reference, v.reason, v.reason_code
        from unnest($8::int[], $9::uuid[], $10::uuid[], $11::uuid[], $12::bigint[], $13::text[], $14::text[], $15::text[])
          as v (row, id, customer_id, wallet_id, amount, reference, reason, reason_code)
        on conflict (tenant, batch, row) do update set status = excluded.status, reason = excluded.reason,
          reason_code = excluded.reason_code, reference = excluded.reference, customer_id = excluded.customer_id, wallet_id = excluded.wallet_id
      )
      select 1 / count(*) from advanced`,
    values: [tenant, id, step.fromRow, step.toRow, accepted, rejected, at, ...itemArrays(items)],
  };
}

function itemArrays(items: readonly DecidedItemRow[]) {
  return [
    plainArray(items.map((item) => item.row)),
    plainArray(items.map((item) => item.id)),
    plainArray(items.map((item) => item.customerId)),
    plainArray(items.map((item) => item.walletId)),
    plainArray(items.map((item) => item.amount)),
    textArray(items.map((item) => item.reference)),
    textArray(items.map((item) => item.reason)),
    textArray(items.map((item) => item.reasonCode)),
  ] as const;
}

function countsOf({ items }: BatchStep): { accepted: number; rejected: number } {
  const rejected = items.filter((item) => item.reason !== null).length;
  return { accepted: items.length - rejected, rejected };
}
