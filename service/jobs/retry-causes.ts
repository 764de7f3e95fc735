import { type Quarantined, retryQuarantinedRecord } from "../domain/webhooks/events/fan-out-events.ts";
import type { Job } from "./job.ts";

/** Retries outbox records that the fan-out quarantined. Reports only repeated failures. */
export const retryCauses: Job = {
  name: "retry-causes",
  everySeconds: 1,
  isAlarm: true,
  async run(services) {
    let last: Quarantined | undefined;
    while (true) {
      const { isDue, setAside } = await retryQuarantinedRecord(services);
      if (!isDue) return last;
      if (setAside) last = setAside;
    }
  },
};
