import { plainArray, textArray } from "../array-literal.ts";
import type { Statement } from "../statement.ts";

/** An item with what became of it; `reason` says why it was rejected. Kobo. */
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
/** A batch that is recorded together with its money. `amount`: the sum of its items, in kobo. */
export type NewBatch = { reference: string; operation: "credit" | "debit"; amount: bigint; actor: string };

/**
 * How far a batch comes with some money: rows from `fromRow` to before `toRow` are decided by it. It stands only where `fromRow`
 * was next, so that no row is decided twice. A batch that is not there yet comes with its record.
 */
type BatchStep = {
  tenant: number;
  id: string;
  fromRow: number;
  toRow: number;
  items: readonly DecidedItemRow[];
  created: NewBatch | null;
};

/** What a batch writes in the commit of its money: its record and all items, or how far it came. Kobo. */
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

// Whoever finds that the batch is not where it was left divides by zero: the money goes back with it. The items are there, so
// each is a conflict, found by its key: an update from a list could be planned as a scan of all items for each of them.
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
