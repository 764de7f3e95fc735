import type { Metadata } from "../../../contract/envelope.ts";
import { findBatchItems, type ItemStatus } from "../../db/batches/batch-items.ts";
import { type BatchRow, findBatch } from "../../db/batches/batches.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { metadataOf } from "../list-metadata.ts";
import { itemView } from "./batch-view.ts";

/**
 * Lists the items of a batch in order, each with its result. Returns the wire payload. Api 5.
 * @throws `batch_not_found`, also for a batch of another merchant or mode
 */
export async function listBatchItems(
  ctx: Context,
  input: { batchId: string; page: number; perPage: number; status?: ItemStatus | undefined },
): Promise<{ data: object[]; metadata: Metadata }> {
  const { batchId, page, perPage, status } = input;
  const batch = await findBatch(ctx.db, ctx.tenant.id, { id: batchId });
  if (!batch) throw new Failure("batch_not_found");
  const slice = { status, limit: perPage, offset: (page - 1) * perPage };
  const rows = await findBatchItems(ctx.db, ctx.tenant.id, batch, slice);
  return {
    data: rows.map(itemView),
    metadata: metadataOf(input, countOf(batch, status)),
  };
}

function countOf({ total, accepted, rejected }: BatchRow, status: ItemStatus | undefined): number {
  switch (status) {
    case undefined:
      return total;
    case "pending":
      return total - accepted - rejected;
    default:
      return status === "accepted" ? accepted : rejected;
  }
}
