import type { Metadata } from "../../../contract/envelope.ts";
import { firstInstant, lastInstant } from "../../../contract/values.ts";
import { type BatchItemRow, findItemsOfBatches } from "../../db/batches/batch-items.ts";
import { type BatchFilter, type BatchRow, findBatches } from "../../db/batches/batches.ts";
import { koboToWire } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";
import { metadataOf } from "../list-metadata.ts";
import { batchViews, referenceExists } from "./batch-view.ts";
import { itemResults } from "./item-results.ts";

/** Batches with more items are listed without items. */
const INLINE_ITEMS = 100;

export type ListBatchesInput = Pick<BatchFilter, "operation" | "status" | "origin" | "search"> & {
  page: number;
  perPage: number;
  startDate?: string | undefined;
  endDate?: string | undefined;
};

/** Lists the merchant's batches, newest first; small ones include their items. Returns the wire payload. Spec 4.6, API 5. */
export async function listBatches(
  ctx: Context,
  input: ListBatchesInput,
): Promise<{ data: object[]; metadata: Metadata }> {
  const { page, perPage, startDate, endDate, operation, status, origin, search } = input;
  const filter = {
    operation,
    status,
    origin,
    search,
    from: startDate === undefined ? undefined : new Date(firstInstant(startDate)),
    to: endDate === undefined ? undefined : new Date(lastInstant(endDate)),
  };
  const slice = { limit: perPage, offset: (page - 1) * perPage };
  const { rows, total } = await findBatches(ctx.db, ctx.tenant.id, filter, slice);
  const small = rows.filter((batch) => batch.total <= INLINE_ITEMS);
  const [views, found] = await Promise.all([batchViews(ctx, rows), itemsOf(ctx, small)]);
  const items = Map.groupBy(found, ({ batch }) => batch);
  return {
    data: views.map((view) => recordView(view, items.get(view.batchId) ?? [])),
    metadata: metadataOf(input, total),
  };
}

async function itemsOf(ctx: Context, batches: readonly BatchRow[]): Promise<(BatchItemRow & { batch: string })[]> {
  const byId = new Map(batches.map((batch) => [batch.id, batch]));
  const found = await findItemsOfBatches(ctx.db, ctx.tenant.id, [...byId.keys()]);
  return await itemResults(
    ctx,
    found.flatMap((item) => {
      const batch = byId.get(item.batch);
      return batch ? [{ item, batch }] : [];
    }),
  );
}

type BatchView = Awaited<ReturnType<typeof batchViews>>[number];

function recordView({ accepted, rejected, ...view }: BatchView, items: readonly BatchItemRow[]): object {
  return {
    ...view,
    acceptedCount: accepted,
    rejectedCount: rejected,
    accepted: items.filter(({ status }) => status === "accepted").map(namedView),
    rejected: items
      .filter(({ status }) => status === "rejected")
      .map((item) => ({ ...namedView(item), reason: item.reason, referenceExists: referenceExists(item) })),
    hasAllItems: view.total <= INLINE_ITEMS,
  };
}

function namedView({ customerId, walletId, amount, reference }: BatchItemRow): object {
  return {
    ...(customerId === null ? {} : { customerId }),
    ...(walletId === null ? {} : { walletId }),
    amount: amount === null ? null : koboToWire(amount),
    reference,
  };
}
