import { inTransaction, type Transaction, wakeAfterCommit } from "../../db/pool.ts";
import { claimRunningReplay, isReplayEmpty, type RunningReplay, takeCandidates } from "../../db/replay-candidates.ts";
import { insertDeliveries } from "../../db/webhook-deliveries.ts";
import { updateReplay } from "../../db/webhook-replays.ts";
import type { Services } from "../context.ts";
import { MADE_WINDOW_MS, REPLAYED_PER_MINUTE } from "./rate-limit.ts";

/**
 * Takes every bulk replay a step further: of each subscription it makes as many deliveries as the minute has room for beside
 * live events. A step is one transaction, so a restart goes on where it was. Returns how many it made. Webhooks 7.
 */
export async function runReplays(services: Services): Promise<number> {
  let made = 0;
  let after: string | null = null;
  while (true) {
    const step: Step | null = await inTransaction(services.db, (tx) => takeStep(tx, services, after));
    if (!step) return made;
    made += step.made;
    after = step.replay;
  }
}

type Step = { replay: string; made: number };

async function takeStep(tx: Transaction, services: Services, after: string | null): Promise<Step | null> {
  const replay = await claimRunningReplay(tx, after);
  if (!replay) return null;
  const now = services.clock.now();
  const pace = { since: now.getTime() - MADE_WINDOW_MS, now: now.getTime(), limit: REPLAYED_PER_MINUTE };
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
  return { replay: replay.id, made: wanted.length };
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
