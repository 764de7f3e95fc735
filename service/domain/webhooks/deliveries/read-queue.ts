import { readQueueState } from "../../../db/webhooks/webhook-jobs.ts";
import type { Services } from "../../context.ts";

export type QueueState = {
  /** Deliveries that are due now, and all that are open. */
  due: number;
  waiting: number;
  /** How long the oldest due one has been due. */
  oldestSeconds: number;
  /** Causes that were not turned into events yet. */
  causes: number;
  /** Those among them that could not be, and wait for another try. */
  causesSetAside: number;
  /** How far the database's clock is ahead of this process's. */
  clockGapSeconds: number;
};

/** How the queue stands. Webhooks 10. */
export async function readQueue({ db, clock }: Services): Promise<QueueState> {
  const now = clock.now().getTime();
  const { oldestDueAt, databaseNow, ...counts } = await readQueueState(db, new Date(now));
  return {
    ...counts,
    oldestSeconds: oldestDueAt ? (now - oldestDueAt.getTime()) / 1000 : 0,
    clockGapSeconds: (databaseNow.getTime() - now) / 1000,
  };
}
