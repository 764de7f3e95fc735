import type { Metadata } from "../../../../contract/envelope.ts";
import type { ReplayJob } from "../../../../contract/webhook-records.ts";
import { findReplays } from "../../../db/webhooks/webhook-replays.ts";
import type { Context } from "../../context.ts";
import { type PageInput, sliceOf } from "../../transactions/transaction-page.ts";
import { metadataOf } from "../deliveries/list-page.ts";
import { replayView } from "./replay-view.ts";

/** Lists the bulk replays of the context's mode, newest first. Returns the wire payload. Webhooks 2. */
export async function listReplays(ctx: Context, input: PageInput): Promise<{ data: ReplayJob[]; metadata: Metadata }> {
  const { rows, total } = await findReplays(ctx.db, ctx.tenant.id, sliceOf(input));
  return { data: rows.map(replayView), metadata: metadataOf(input, total) };
}
