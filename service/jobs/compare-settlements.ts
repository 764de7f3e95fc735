import { compareSettlements } from "../domain/reconciliation/compare-settlements.ts";
import type { Job } from "./job.ts";

/** Compares uploaded settlement files with our books. */
export const compareSettlementFiles: Job = {
  name: "compare-settlements",
  everySeconds: 2,
  async run(services) {
    const { files } = await compareSettlements(services);
    return files > 0 ? { files } : undefined;
  },
};
