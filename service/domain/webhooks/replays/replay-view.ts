import type { ReplayJob } from "../../../../contract/webhook-records.ts";
import type { EvaluatedRow, ReplayRow } from "../../../db/webhooks/webhook-replays.ts";
import { REPLAYED_PER_MINUTE } from "../deliveries/rate-limit.ts";

/** A bulk replay in wire form. Webhooks 7. */
export function replayView(row: ReplayRow): ReplayJob {
  return {
    id: row.id,
    status: row.status,
    total: row.total,
    replayed: row.replayed,
    skipped: row.skipped,
    etaSeconds: row.status === "running" ? secondsFor(row.longestQueue) : null,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

/** The plan of a bulk replay. Subscriptions are replayed in parallel, so the longest queue determines the duration. */
export function planOf(evaluated: readonly EvaluatedRow[]): {
  count: number;
  skipped: Record<string, number>;
  etaSeconds: number;
} {
  const skipped: Record<string, number> = {};
  let [count, longest] = [0, 0];
  for (const row of evaluated) {
    if (row.reason !== null) skipped[row.reason] = (skipped[row.reason] ?? 0) + row.count;
    else [count, longest] = [count + row.count, Math.max(longest, row.count)];
  }
  return { count, skipped, etaSeconds: secondsFor(longest) };
}

function secondsFor(waiting: number): number {
  return Math.ceil(waiting / REPLAYED_PER_MINUTE) * 60;
}
