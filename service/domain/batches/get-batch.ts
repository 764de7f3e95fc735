import { findBatch } from "../../db/batches/batches.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { batchViews } from "./batch-view.ts";

/**
 * Gets the status and progress of a batch by ID or by reference, and the batches that paid its duplicates. Returns the wire payload. Spec 4.7, API 5.
 * @throws `batch_not_found`, also for a batch of another merchant or mode
 */
export async function getBatch(
  ctx: Context,
  query: { batchId?: string | undefined; batchReference?: string | undefined },
): Promise<object> {
  const by = { id: query.batchId, reference: query.batchReference };
  const batch = await findBatch(ctx.db, ctx.tenant.id, by);
  if (!batch) throw new Failure("batch_not_found");
  const [view] = await batchViews(ctx, [batch]);
  return { ...view };
}
