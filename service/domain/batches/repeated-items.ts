import type { BatchRepeats } from "../../../contract/batch-records.ts";
import { RECENT_PAYMENT_DAYS } from "../../../contract/money-row.ts";
import { findBatch } from "../../db/batches/batches.ts";
import { findRepeatedItems, type RepeatedItems } from "../../db/batches/earlier-payments.ts";
import type { Context } from "../context.ts";

const DAY_MS = 86_400_000;
/** Bounds the read of a file with a million rows; the reply names the number. */
const CHECKED_ROWS = 5_000;
const NAMED_BATCHES = 3;

/**
 * Counts the pending items of a batch that repeat earlier payments, for the person who decides about it. Returns the wire payload; null
 * where the batch does not exist. API 4, decision 0098.
 */
export async function countRepeatedItems(ctx: Context, batchId: string): Promise<BatchRepeats | null> {
  const batch = await findBatch(ctx.db, ctx.tenant.id, { id: batchId });
  if (!batch) return null;
  const since = new Date(ctx.clock.now().getTime() - RECENT_PAYMENT_DAYS * DAY_MS);
  const wanted = {
    batch: batch.id,
    kind: batch.payer ? ("transfer" as const) : batch.operation,
    rows: CHECKED_ROWS,
    since,
  };
  const found = Map.groupBy(await findRepeatedItems(ctx.db, ctx.tenant.id, wanted), ({ kind }) => kind);
  return {
    checkedRows: Math.min(batch.total, CHECKED_ROWS),
    paid: repeatsView(found.get("paid") ?? []),
    recent: repeatsView(found.get("recent") ?? []),
  };
}

function repeatsView(found: readonly RepeatedItems[]): BatchRepeats["paid"] {
  const named = found.flatMap(({ batch, batchReference, at }) =>
    batch !== null && batchReference !== null ? [{ batchId: batch, batchReference, paidAt: at.toISOString() }] : [],
  );
  return { rows: found.reduce((sum, { items }) => sum + items, 0), paidBy: named.slice(0, NAMED_BATCHES) };
}
