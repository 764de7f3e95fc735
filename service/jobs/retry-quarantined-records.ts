import { type Quarantined, retryQuarantinedRecord } from "../domain/webhooks/events/fan-out-events.ts";
import type { Job } from "./job.ts";

/** Retries outbox records that the fan-out quarantined. Reports only repeated failures. */
export const retryQuarantinedRecords: Job = {
  name: "retry-quarantined-records",
  everySeconds: 1,
  reportsProblems: true,
  async run(services) {
    let last: Quarantined | undefined;
    while (true) {
      const { isDue, quarantined } = await retryQuarantinedRecord(services);
      if (!isDue) return last;
      if (quarantined) last = quarantined;
    }
  },
};
