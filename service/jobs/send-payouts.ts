import type { PayoutRunner } from "../domain/payouts/run-payouts.ts";
import type { Job } from "./job.ts";
import type { WakeUps } from "./wake-ups.ts";

/** Starts due sendings and queries and does not wait for them, so one slow rail delays no other. Rails 3. */
export function sendPayouts(runner: PayoutRunner, wokenBy: readonly WakeUps[]): Job {
  return {
    name: "send-payouts",
    everySeconds: 1,
    restSeconds: 0.05,
    wokenBy,
    async run() {
      await runner.run();
      return undefined;
    },
  };
}
