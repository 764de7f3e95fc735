import { type Committer, LedgerUnavailable, TenantQueueFull } from "./committer.ts";
import type { CommitterOptions, CommitterSettings } from "./committer-options.ts";
import { type Pending, pendingOf } from "./flush-plan.ts";
import { Lane, WORTH_A_LANE } from "./lane.ts";
import { PostingQueue } from "./posting-queue.ts";

/** The longest time that postings wait for the end of another lane's flush. */
const PATIENCE_MS = 10;

/**
 * Groups concurrent postings into one database transaction per lane. While a lane commits, the next group collects; the first
 * idle lane starts immediately, the others for a long queue or a slow flush. A failed group is split and repeated, down to single postings. If the connection was lost during a commit,
 * the references show whether it happened. Ledger 2.
 */
export function createCommitter(options: CommitterOptions): Committer {
  const settings: CommitterSettings = { lanes: 2, queue: {}, maxFlush: 256, giveUpSeconds: 15, hooks: {}, ...options };
  const queue = new PostingQueue<Pending>(settings.queue);
  const lanes: Lane[] = [];
  for (let i = 0; i < settings.lanes; i += 1) lanes.push(new Lane(queue, settings, lanes));
  let closing = false;
  let patience: NodeJS.Timeout | undefined;

  /** While a lane commits, a few postings wait for its next flush: each flush costs as much as ten postings. */
  function startLane(): void {
    const free = lanes.find((lane) => lane.isFree);
    if (!free) return;
    if (queue.size >= WORTH_A_LANE || !lanes.some((lane) => lane.isAlmostFree)) {
      free.start();
      return;
    }
    patience ??= setTimeout(() => {
      patience = undefined;
      if (queue.size > 0) lanes.find((lane) => lane.isFree)?.start();
    }, PATIENCE_MS);
  }

  return {
    submit(posting) {
      if (closing) return Promise.reject(new LedgerUnavailable("the ledger is closing"));
      const reason = queue.refusal({ tenant: posting.tenant, size: posting.movements.length });
      if (reason) settings.hooks.refused?.(reason);
      if (reason === "tenant") return Promise.reject(new TenantQueueFull("the tenant has too many postings waiting"));
      if (reason) return Promise.reject(new LedgerUnavailable("the ledger's queue is full"));
      return new Promise((resolve, reject) => {
        queue.add(pendingOf(posting, { resolve, reject }, settings.hooks.tracer?.submitted(posting)));
        startLane();
      });
    },
    waiting: () => queue.size,
    longestLine: () => queue.longest,
    lanes: () => lanes.map((lane) => lane.busyMs),
    async close() {
      closing = true;
      clearTimeout(patience);
      // More than once: a lane that returns a group to the queue starts the others, and these may be closed already.
      while (lanes.some((lane) => lane.isOpen)) await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}
