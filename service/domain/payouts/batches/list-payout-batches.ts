import type { Metadata } from "../../../../contract/envelope.ts";
import type { PayoutBatch, PayoutBatchProgress } from "../../../../contract/payout-batches.ts";
import { findPayoutBatches } from "../../../db/payouts/payout-batches.ts";
import type { Context } from "../../context.ts";
import { metadataOf } from "../../list-metadata.ts";
import { payoutBatchView } from "./get-payout-batch.ts";

/** Lists batches of payouts, newest first: all of them, or those with a progress or an origin. Returns the wire payload. Rails 2. */
export async function listPayoutBatches(
  ctx: Context,
  input: {
    page: number;
    perPage: number;
    progress?: PayoutBatchProgress | undefined;
    origin?: "json" | "upload" | undefined;
  },
): Promise<{ data: PayoutBatch[]; metadata: Metadata }> {
  const { page, perPage, progress, origin } = input;
  const filter = { progress: progress ?? null, hasFile: origin === undefined ? null : origin === "upload" };
  const { rows, total } = await findPayoutBatches(ctx.db, ctx.tenant.id, filter, {
    limit: perPage,
    offset: (page - 1) * perPage,
  });
  return { data: rows.map(payoutBatchView), metadata: metadataOf(input, total) };
}
