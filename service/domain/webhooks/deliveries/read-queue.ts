import { readQueueState } from "../../../db/webhooks/webhook-jobs.ts";
import type { Services } from "../../context.ts";

export type QueueState = {
  /** Deliveries due now, and all open deliveries. */
  due: number;
  waiting: number;
  /** How long the oldest due delivery has been due. */
  oldestSeconds: number;
  /** Outbox records that are not published yet. */
  outboxPending: number;
  /** Quarantined ones among them, which are retried. */
  outboxQuarantined: number;
  /** How far the database's clock is ahead of this process's clock. */
  clockGapSeconds: number;
};

/** Reads the state of the delivery queue. Webhooks 10. */
export async function readQueue({ db, clock }: Services): Promise<QueueState> {
  const now = clock.now().getTime();
  const { oldestDueAt, databaseNow, ...counts } = await readQueueState(db, new Date(now));
  return {
    ...counts,
    oldestSeconds: oldestDueAt ? (now - oldestDueAt.getTime()) / 1000 : 0,
    clockGapSeconds: (databaseNow.getTime() - now) / 1000,
  };
}
