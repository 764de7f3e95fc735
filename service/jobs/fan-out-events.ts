import { fanOutEvents } from "../domain/webhooks/fan-out-events.ts";
import type { Job } from "./job.ts";
import type { WakeUps } from "./wake-ups.ts";

/** Turns what happened into deliveries, and wakes whoever sends them. */
export function fanOut(wakeUps: WakeUps): Job {
  return {
    name: "fan-out-events",
    everySeconds: 0.25,
    isWoken: true,
    async run(services) {
      while (true) {
        const { causes, deliveries } = await fanOutEvents(services);
        if (causes === 0) return undefined;
        if (deliveries > 0) wakeUps.wake();
      }
    },
  };
}
