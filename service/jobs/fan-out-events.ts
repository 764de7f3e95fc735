import { fanOutEvents, type Quarantined } from "../domain/webhooks/events/fan-out-events.ts";
import type { Job } from "./job.ts";
import type { WakeUps } from "./wake-ups.ts";

/** Publishes events with their deliveries and wakes the delivery job. Reports only failures. */
export function fanOut(wakeUps: WakeUps): Job {
  return {
    name: "fan-out-events",
    everySeconds: 0.25,
    acceptsWakeUps: true,
    reportsProblems: true,
    async run(services) {
      let last: Quarantined | undefined;
      while (true) {
        const { records, deliveries, quarantined } = await fanOutEvents(services);
        if (records === 0) return last;
        if (deliveries > 0) wakeUps.wake();
        if (quarantined) last = quarantined;
      }
    },
  };
}
