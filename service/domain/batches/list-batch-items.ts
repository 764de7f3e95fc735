import type * as z from "zod";
import type { BatchItemFilter } from "../../../contract/batch-records.ts";
import type { Metadata } from "../../../contract/envelope.ts";
import { findBatchItems } from "../../db/batches/batch-items.ts";
import { type BatchRow, findBatch } from "../../db/batches/batches.ts";
import { findPaidReferences } from "../../db/batches/earlier-payments.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { metadataOf } from "../list-metadata.ts";
import { isDuplicate, isStopped, itemView } from "./batch-view.ts";
import { itemResults } from "./item-results.ts";

/**
 * Lists the items of a batch in order, each with its result. Returns the wire payload. Api 5.
 * @throws `batch_not_found`, also for a batch of another merchant or mode
 */
export async function listBatchItems(
  ctx: Context,
  input: { batchId: string; page: number; perPage: number; status?: ItemFilter | undefined },
): Promise<{ data: object[]; metadata: Metadata }> {
  const { batchId, page, perPage, status } = input;
  const batch = await findBatch(ctx.db, ctx.tenant.id, { id: batchId });
  if (!batch) throw new Failure("batch_not_found");
  const slice = { status: storedStatus(status), limit: perPage, offset: (page - 1) * perPage };
  const stored = countOf(batch, status) === 0 ? [] : await findBatchItems(ctx.db, ctx.tenant.id, batch, slice);
  const rows = await itemResults(
    ctx,
    stored.map((item) => ({ item, batch })),
  );
  const repeated = rows.filter(isDuplicate).flatMap(({ reference }) => reference ?? []);
  const paid = new Map(
    (await findPaidReferences(ctx.db, ctx.tenant.id, repeated)).map((one) => [one.reference, one] as const),
  );
  return {
    data: rows.map((row) => itemView(batch, row, paid.get(row.reference ?? ""))),
    metadata: metadataOf(input, countOf(batch, status)),
  };
}

/** A status of `listBatchItems`: `failed` and `duplicate` are the two kinds of `rejected`. */
export type ItemFilter = z.infer<typeof BatchItemFilter>;

/** The items of a stopped batch that are not decided stay pending where they are stored. */
export function storedStatus(status: ItemFilter | undefined) {
  return status === "cancelled" ? "pending" : status;
}

function countOf(batch: BatchRow, status: ItemFilter | undefined): number {
  const { total, accepted, rejected, duplicates } = batch;
  const undecided = total - accepted - rejected;
  switch (status) {
    case undefined:
      return total;
    case "pending":
      return isStopped(batch) ? 0 : undecided;
    case "cancelled":
      return isStopped(batch) ? undecided : 0;
    default:
      return { accepted, rejected, duplicate: duplicates, failed: rejected - duplicates }[status];
  }
}
