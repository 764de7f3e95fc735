import type { ReplayJob } from "../../../../contract/webhook-records.ts";
import { findReplay } from "../../../db/webhooks/webhook-replays.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { replayView } from "./replay-view.ts";

/** Returns the progress of a bulk replay. Webhooks 2, 7. @throws `replay_not_found` */
export async function getReplay(ctx: Context, { id }: { id: string }): Promise<ReplayJob> {
  const row = await findReplay(ctx.db, ctx.tenant.id, id);
  if (!row) throw new Failure("replay_not_found");
  return replayView(row);
}
