import type { Deliverer } from "../domain/webhooks/deliveries/deliver-due-webhooks.ts";
import type { Job } from "./job.ts";
import type { WakeUps } from "./wake-ups.ts";

/** Sends due deliveries. A run only starts requests; their results are recorded in the background. */
export function deliverWebhooks(deliverer: Deliverer, deliveries: WakeUps): Job {
  return {
    name: "deliver-webhooks",
    everySeconds: 0.25,
    wokenBy: [deliveries],
    async run(_services, stopping) {
      await deliverer.deliver(stopping);
      return undefined;
    },
  };
}
