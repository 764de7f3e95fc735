import { foldRollups } from "../domain/merchant/analytics/fold-rollups.ts";
import type { Job } from "./job.ts";

/** Keeps the daily sums within seconds of the ledger. */
export const foldDaySums: Job = {
  name: "fold-rollups",
  everySeconds: 3,
  async run(services) {
    await foldRollups(services);
    return undefined;
  },
};
