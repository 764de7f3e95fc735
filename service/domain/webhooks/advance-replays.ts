import { inTransaction } from "../../db/pool.ts";
import {
  claimRunningReplay,
  isReplayEmpty,
  type ReplayCandidate,
  type RunningReplay,
  takeCandidates,
} from "../../db/replay-candidates.ts";
import { insertDeliveries } from "../../db/webhook-deliveries.ts";
import { updateReplay } from "../../db/webhook-replays.ts";
import type { Services } from "../context.ts";
import { recordAudit } from "../record-audit.ts";
import { REPLAYED_PER_MINUTE } from "./rate-limit.ts";

const JOB = { kind: "job", id: "advance-replays", name: "Bulk replay" } as const;
const MINUTE_MS = 60_000;

/**
 * Makes, for every bulk replay that runs, as many deliveries as each subscription's minute has room for: up to 80, live ones
 * among them, so that 20 stay for live events. What a crash leaves undone is done next time. Returns how many were made. Webhooks 7.
 */
export async function advanceReplays(services: Services): Promise<number> {
  let made = 0;
  let last: string | null = null;
  for (;;) {
    const step = await advanceNext(services, last);
    if (!step) return made;
    made += step.made;
    last = step.id;
  }
}

async function advanceNext(services: Services, after: string | null): Promise<{ id: string; made: number } | null> {
  const at = services.clock.now();
  return await inTransaction(services.db, async (tx) => {
    const replay = await claimRunningReplay(tx, after);
    if (!replay) return null;
    const now = at.getTime();
    const candidates = await takeCandidates(tx, replay.id, {
      since: now - MINUTE_MS,
      now,
      limit: REPLAYED_PER_MINUTE,
    });
    const wanted = candidates.filter((one) => one.reason === null);
    await insertDeliveries(
      tx,
      wanted.map((one) => replayOf(one, replay.tenant.id, services)),
      at,
    );
    const isOver = await isReplayEmpty(tx, replay.id);
    const progress = {
      id: replay.id,
      status: isOver ? ("completed" as const) : ("running" as const),
      replayed: replay.replayed + wanted.length,
      skipped: countSkipped(replay, candidates),
      finishedAt: isOver ? at : null,
    };
    if (candidates.length > 0 || isOver) await updateReplay(tx, replay.tenant.id, progress);
    if (isOver) {
      const ctx = { ...services, tenant: replay.tenant, actor: JOB, address: null, requestId: JOB.id };
      const { replayed, skipped } = progress;
      const object = { kind: "replay", id: replay.id };
      await recordAudit(tx, ctx, { action: "webhook.replay_done", object, after: { replayed, skipped } });
    }
    return { id: replay.id, made: wanted.length };
  });
}

function replayOf(failed: ReplayCandidate, tenant: number, { ids, clock }: Services) {
  const { id: replayOf, eventId, subscriptionId, eventType, reference } = failed;
  const createdAt = clock.now();
  const kind = "subscription" as const;
  return { tenant, id: ids.next(), eventId, kind, subscriptionId, eventType, reference, replayOf, createdAt };
}

function countSkipped(replay: RunningReplay, candidates: readonly ReplayCandidate[]): Record<string, number> {
  const skipped = { ...replay.skipped };
  for (const { reason } of candidates) if (reason) skipped[reason] = (skipped[reason] ?? 0) + 1;
  return skipped;
}
