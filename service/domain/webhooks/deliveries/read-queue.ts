import { type QueueStateRow, readQueueState } from "../../../db/webhooks/webhook-jobs.ts";
import type { Services } from "../../context.ts";

/**
 * The state of the delivery queue. `due` and `waiting` count the due and all open deliveries; `outboxPending` the outbox
 * records that are not published yet, `outboxQuarantined` the quarantined ones among them.
 */
export type QueueState = Pick<QueueStateRow, "due" | "waiting" | "outboxPending" | "outboxQuarantined"> & {
  /** How long the oldest due delivery has been due. */
  oldestSeconds: number;
  /** How far the database's clock is ahead of this process's clock; 0 where it showed a time between request and reply. */
  clockGapSeconds: number;
};

/** Reads the state of the delivery queue. Webhooks 10. */
export async function readQueue({ db, clock }: Services): Promise<QueueState> {
  const now = clock.now().getTime();
  const { oldestDueAt, databaseNow, ...counts } = await readQueueState(db, new Date(now));
  const received = clock.now().getTime();
  return {
    ...counts,
    oldestSeconds: oldestDueAt ? (now - oldestDueAt.getTime()) / 1000 : 0,
    clockGapSeconds: gapOf(databaseNow.getTime(), [now, received]) / 1000,
  };
}

/** How far an instant lies outside of a period, negative before it. A request may wait for a connection, which is no gap. */
function gapOf(instant: number, [from, to]: readonly [number, number]): number {
  return instant < from ? instant - from : Math.max(0, instant - to);
}
