import type { PayoutRunner } from "../domain/payouts/run-payouts.ts";
import type { Job } from "./job.ts";

/** Starts due sendings and queries and does not wait for them, so one slow rail delays no other. Rails 3. */
export function sendPayouts(runner: PayoutRunner): Job {
  return {
    name: "send-payouts",
    everySeconds: 1,
    acceptsWakeUps: true,
    async run() {
      await runner.run();
      return undefined;
    },
  };
}
