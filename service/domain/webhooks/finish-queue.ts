import { setTimeout as sleep } from "node:timers/promises";
import { type FinishedRow, finishDeliveries } from "../../db/finish-deliveries.ts";
import { inTransaction } from "../../db/pool.ts";
import { planByKeys } from "../../db/webhook-jobs.ts";
import type { Services } from "../context.ts";

const GATHER_MS = 5;
const MOST_ROWS = 500;
const RETRY_MS = 250;
/** A lease that is over lets another worker send again: then recording is somebody else's. */
const GIVE_UP_MS = 60_000;

export type FinishQueue = {
  /** Resolves when the row is recorded, or was given up. */
  add(row: FinishedRow): Promise<void>;
  /** Resolves when nothing is left to record. */
  idle(): Promise<void>;
};

export type FinishHooks = {
  flushed?(flush: { rows: number; foreign: number }): void;
  failed?(error: unknown): void;
};

type Waiting = { row: FinishedRow; since: number; done(): void };

/**
 * Records results in groups: what arrives within 5 ms, or 500 rows, is one statement and one commit. While the database is
 * away, results wait in memory as long as their leases last. Webhooks 8.
 */
export function createFinishQueue(services: Services, hooks: FinishHooks = {}): FinishQueue {
  let waiting: Waiting[] = [];
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      if (waiting.length < MOST_ROWS) await sleep(GATHER_MS);
      const group = waiting.splice(0, MOST_ROWS);
      await record(group).catch((error: unknown) => keepForLater(group, error));
    }
    running = null;
  }

  async function keepForLater(group: readonly Waiting[], error: unknown): Promise<void> {
    hooks.failed?.(error);
    const limit = performance.now() - GIVE_UP_MS;
    for (const item of group) if (item.since <= limit) item.done();
    waiting = [...group.filter((item) => item.since > limit), ...waiting];
    await sleep(RETRY_MS);
  }

  async function record(group: readonly Waiting[]): Promise<void> {
    const held = await inTransaction(services.db, async (tx) => {
      await planByKeys(tx);
      return await finishDeliveries(
        tx,
        group.map((item) => item.row),
        services.clock.now(),
      );
    });
    hooks.flushed?.({ rows: group.length, foreign: group.length - held });
    for (const item of group) item.done();
  }

  return {
    add(row) {
      return new Promise((done) => {
        waiting.push({ row, since: performance.now(), done });
        running ??= run();
      });
    },
    async idle() {
      while (running) await running;
    },
  };
}
