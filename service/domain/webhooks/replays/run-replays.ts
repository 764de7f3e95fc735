import { inTransaction, type Transaction, wakeAfterCommit } from "../../../db/pool.ts";
import {
  claimRunningReplay,
  findRunningReplays,
  isReplayEmpty,
  type RunningReplay,
  takeCandidates,
} from "../../../db/webhooks/replay-candidates.ts";
import { insertDeliveries } from "../../../db/webhooks/webhook-deliveries.ts";
import { updateReplay } from "../../../db/webhooks/webhook-replays.ts";
import type { Services } from "../../context.ts";
import { MADE_WINDOW_MS, REPLAYED_PER_MINUTE } from "../deliveries/rate-limit.ts";

/**
 * Advances every bulk replay: makes as many deliveries per subscription as the minute has room for next to live
 * events. A step is one transaction, so a restart resumes where it stopped; a failing step does not delay other
 * merchants. Returns the number of deliveries made. Webhooks 7. @throws the error of the first failed step, after all
 * steps ran
 */
export async function runReplays(services: Services): Promise<number> {
  let made = 0;
  const failures: unknown[] = [];
  for (const id of await findRunningReplays(services.db)) {
    try {
      made += await inTransaction(services.db, (tx) => takeStep(tx, services, id));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return made;
}

async function takeStep(tx: Transaction, services: Services, id: string): Promise<number> {
  const replay = await claimRunningReplay(tx, id);
  if (!replay) return 0;
  const now = services.clock.now();
  const pace = { since: now.getTime() - MADE_WINDOW_MS, limit: REPLAYED_PER_MINUTE };
  const candidates = await takeCandidates(tx, replay.id, pace);
  const wanted = candidates.filter(({ reason }) => reason === null);
  await insertDeliveries(
    tx,
    wanted.map(({ id, eventId, subscriptionId, eventType, reference }) => ({
      tenant: replay.tenant.id,
      id: services.ids.next(),
      eventId,
      kind: "subscription",
      subscriptionId,
      eventType,
      reference,
      replayOf: id,
      createdAt: now,
    })),
    now,
  );
  const isOver = await isReplayEmpty(tx, replay.id);
  if (candidates.length > 0 || isOver) {
    await updateReplay(tx, replay.tenant.id, {
      id: replay.id,
      status: isOver ? "completed" : "running",
      replayed: replay.replayed + wanted.length,
      skipped: withSkipped(replay, candidates),
      finishedAt: isOver ? now : null,
    });
  }
  if (wanted.length > 0) wakeAfterCommit(tx);
  return wanted.length;
}

function withSkipped(
  { skipped }: RunningReplay,
  candidates: readonly { reason: string | null }[],
): Record<string, number> {
  const counts = { ...skipped };
  for (const { reason } of candidates) {
    if (reason !== null) counts[reason] = (counts[reason] ?? 0) + 1;
  }
  return counts;
}
