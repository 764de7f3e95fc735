import { fanOutEvents, type Quarantined } from "../domain/webhooks/events/fan-out-events.ts";
import type { Job } from "./job.ts";
import type { WakeUps } from "./wake-ups.ts";

/**
 * Publishes events with their deliveries when `work` wakes it, and wakes the delivery job: also when there was no event, because then the
 * work may be a delivery that is due, such as a replay. Reports only failures.
 */
export function fanOut(work: WakeUps, deliveries: WakeUps): Job {
  return {
    name: "fan-out-events",
    everySeconds: 0.25,
    wokenBy: [work],
    reportsProblems: true,
    async run(services, stopping) {
      let last: Quarantined | undefined;
      let isIdle = true;
      while (!stopping.aborted) {
        const { records, deliveries: created, quarantined } = await fanOutEvents(services);
        if (records === 0) break;
        isIdle = false;
        if (created > 0) deliveries.wake();
        if (quarantined) last = quarantined;
      }
      if (isIdle) deliveries.wake();
      return last;
    },
  };
}
