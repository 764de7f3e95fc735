import { foldRollups } from "../domain/merchant/fold-rollups.ts";
import type { Job } from "./job.ts";

/** Keeps the sums by day within seconds of the books. */
export const foldDaySums: Job = {
  name: "fold-rollups",
  everySeconds: 3,
  async run(services) {
    await foldRollups(services);
    return undefined;
  },
};
