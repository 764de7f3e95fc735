import { foldStats } from "../domain/webhooks/deliveries/fold-stats.ts";
import type { Job } from "./job.ts";

export const foldWebhookStats: Job = {
  name: "fold-webhook-stats",
  everySeconds: 10,
  async run(services) {
    const folded = await foldStats(services);
    return folded.failing.length + folded.recovered.length > 0 ? folded : undefined;
  },
};
