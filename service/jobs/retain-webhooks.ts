import { retainWebhooks } from "../domain/webhooks/deliveries/retain-webhooks.ts";
import type { Job } from "./job.ts";

export const retainWebhookHistory: Job = {
  name: "retain-webhooks",
  everySeconds: 3_600,
  async run(services) {
    const retained = await retainWebhooks(services);
    return retained.opened + retained.dropped + retained.purged > 0 ? retained : undefined;
  },
};
