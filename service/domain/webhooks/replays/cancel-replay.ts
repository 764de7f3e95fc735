import type { ReplayJob } from "../../../../contract/webhook-records.ts";
import { inTransaction } from "../../../db/pool.ts";
import { clearReplay, lockReplay, updateReplay } from "../../../db/webhooks/webhook-replays.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { replayView } from "./replay-view.ts";

/** Cancels a bulk replay; deliveries it has made continue. Webhooks 7. @throws `replay_not_found`; `replay_ended` */
export async function cancelReplay(ctx: Context, { id }: { id: string }): Promise<ReplayJob> {
  return await inTransaction(ctx.db, async (tx) => {
    const replay = await lockReplay(tx, ctx.tenant.id, id);
    if (!replay) throw new Failure("replay_not_found");
    if (replay.status !== "running") throw new Failure("replay_ended");
    const cancelled = { ...replay, status: "cancelled" as const, finishedAt: ctx.clock.now(), longestQueue: 0 };
    await updateReplay(tx, ctx.tenant.id, cancelled);
    await clearReplay(tx, id);
    const { total, replayed } = replay;
    const object = { kind: "replay", id };
    await recordAudit(tx, ctx, { action: "webhook.replay_cancel", object, after: { total, replayed } });
    return replayView(cancelled);
  });
}
