import { type Quarantined, retryQuarantinedRecord } from "../domain/webhooks/events/fan-out-events.ts";
import type { Job } from "./job.ts";

/** Tries again what the fan-out set aside. Says something only where it failed again. */
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
