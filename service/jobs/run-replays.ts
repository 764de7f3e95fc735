import { runReplays } from "../domain/webhooks/replays/run-replays.ts";
import type { Job } from "./job.ts";

export const runBulkReplays: Job = {
  name: "run-replays",
  everySeconds: 1,
  async run(services) {
    await runReplays(services);
    return undefined;
  },
};
