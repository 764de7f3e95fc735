import { setTimeout as sleep } from "node:timers/promises";
import { inTransaction } from "../../../db/pool.ts";
import { type DeliveryResult, isRefused, recordResults } from "../../../db/webhooks/record-results.ts";
import { planByKeys } from "../../../db/webhooks/webhook-jobs.ts";
import type { Services } from "../../context.ts";

const GATHER_MS = 5;
const MAX_ROWS = 1_000;
const RETRY_MS = 250;
/** After a lease expires another worker sends again and records that result. */
const GIVE_UP_MS = 60_000;

export type ResultRecorder = {
  /** Resolves when the row is recorded or given up. */
  add(row: DeliveryResult): Promise<void>;
  /** Resolves when nothing is left to record. */
  idle(): Promise<void>;
};

export type RecorderHooks = {
  flushed?(flush: { rows: number; stale: number }): void;
  failed?(error: unknown): void;
};

type PendingResult = { row: DeliveryResult; since: number; done(): void };

/**
 * Records results in groups: results within 5 ms, or 1,000 rows, share one statement and one commit. While the database
 * is unreachable, results stay in memory as long as their leases last. A group that the database rejects is split in
 * halves, down to the failing result, so that the others are recorded. Webhooks 8.
 */
export function createResultRecorder(services: Services, hooks: RecorderHooks = {}): ResultRecorder {
  const waiting: PendingResult[] = [];
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      if (waiting.length < MAX_ROWS) await sleep(GATHER_MS);
      await record(waiting.splice(0, MAX_ROWS));
    }
    running = null;
  }

  async function record(group: readonly PendingResult[]): Promise<void> {
    try {
      await write(group);
    } catch (error) {
      if (group.length > 1 && isRefused(error)) {
        const half = Math.floor(group.length / 2);
        await record(group.slice(0, half));
        return await record(group.slice(half));
      }
      hooks.failed?.(error);
      await scheduleRetry(group, isRefused(error));
    }
  }

  /** Retries a rejected result separately; an unreachable database delays all results. */
  async function scheduleRetry(group: readonly PendingResult[], isRejected: boolean): Promise<void> {
    const limit = performance.now() - GIVE_UP_MS;
    for (const item of group) if (item.since <= limit) item.done();
    const kept = group.filter((item) => item.since > limit);
    if (isRejected) {
      setTimeout(() => kept.forEach(add), RETRY_MS).unref();
      return;
    }
    waiting.unshift(...kept);
    await sleep(RETRY_MS);
  }

  function add(item: PendingResult): void {
    waiting.push(item);
    running ??= run();
  }

  async function write(group: readonly PendingResult[]): Promise<void> {
    const recorded = await inTransaction(services.db, async (tx) => {
      await planByKeys(tx);
      return await recordResults(
        tx,
        group.map((item) => item.row),
        services.clock.now(),
      );
    });
    hooks.flushed?.({ rows: group.length, stale: group.length - recorded });
    for (const item of group) item.done();
  }

  return {
    add(row) {
      return new Promise((done) => add({ row, since: performance.now(), done }));
    },
    async idle() {
      while (running) await running;
    },
  };
}
