import { readQueue } from "../domain/webhooks/deliveries/read-queue.ts";
import type { Job } from "./job.ts";

const MAX_GAP_SECONDS = 5;

/** Leases, limits and retries depend on the workers' clocks, so the clocks must agree. */
export const watchClock: Job = {
  name: "watch-clock",
  everySeconds: 60,
  reportsProblems: true,
  async run(services) {
    const { clockGapSeconds } = await readQueue(services);
    return Math.abs(clockGapSeconds) > MAX_GAP_SECONDS ? { clockGapSeconds } : undefined;
  },
};
