import type { ReplayDryRun, ReplayJob } from "../../../../contract/webhook-records.ts";
import { lockSettings } from "../../../db/merchant/settings.ts";
import { inTransaction } from "../../../db/pool.ts";
import {
  type EvaluatedRow,
  evaluateFailures,
  type FailureFilter,
  insertReplay,
  isReplayRunning,
  MAX_REPLAYED,
  queueFailures,
} from "../../../db/webhooks/webhook-replays.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { keepAnswer } from "../../stored-answers.ts";
import { type DatesInput, datesOf } from "../deliveries/list-page.ts";
import { planOf, replayView } from "./replay-view.ts";

export type ReplayDeliveriesInput = DatesInput & Omit<FailureFilter, "from" | "to"> & { dryRun: boolean };

/**
 * Replays every failed delivery that matches a filter, at a pace that leaves room for live events; a dry run only
 * counts. Deliveries that succeeded since, are in progress or have no active target are skipped and counted. Returns
 * the job. Webhooks 7.
 * @throws `replay_too_large`; `replay_running` when another bulk replay of this mode is running
 */
export async function replayDeliveries(
  ctx: Context,
  input: ReplayDeliveriesInput,
): Promise<{ data: ReplayDryRun | ReplayJob }> {
  const { dryRun, startDate, endDate, ...rest } = input;
  const filter: FailureFilter = { ...rest, ...datesOf({ startDate, endDate }) };
  const { tenant } = ctx;
  if (dryRun) return { data: planOf(withinBound(await evaluateFailures(ctx.db, tenant.id, filter))) };
  return await inTransaction(ctx.db, async (tx) => {
    await lockSettings(tx, tenant.id);
    if (await isReplayRunning(tx, tenant.id)) throw new Failure("replay_running");
    const id = ctx.ids.next();
    const evaluated = withinBound(await queueFailures(tx, tenant.id, filter, id));
    const { count: total, skipped } = planOf(evaluated);
    const createdAt = ctx.clock.now();
    const isOver = total === 0;
    const replay = {
      id,
      status: isOver ? ("completed" as const) : ("running" as const),
      total,
      skipped,
      createdAt,
      finishedAt: isOver ? createdAt : null,
    };
    await insertReplay(tx, tenant.id, replay);
    const after = { ...rest, startDate, endDate, total, skipped };
    await recordAudit(tx, ctx, { action: "webhook.replay_many", object: { kind: "replay", id }, after });
    const longestQueue = Math.max(0, ...evaluated.map((row) => (row.reason === null ? row.count : 0)));
    const payload = { data: replayView({ ...replay, replayed: 0, longestQueue }) };
    await keepAnswer(tx, ctx, { payload });
    return payload;
  });
}

function withinBound(evaluated: EvaluatedRow[]): EvaluatedRow[] {
  if (evaluated.reduce((sum, row) => sum + row.count, 0) > MAX_REPLAYED) throw new Failure("replay_too_large");
  return evaluated;
}
