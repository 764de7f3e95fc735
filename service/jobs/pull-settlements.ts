import { discardAbandonedSettlements, pullSettlements } from "../domain/reconciliation/pull-settlements.ts";
import { purgeSettlementLines } from "../domain/reconciliation/purge-settlement-lines.ts";
import type { Job } from "./job.ts";

/** Takes the settlement files of the rails, once a day. Reports days that failed, and lines that belong to nobody. */
export const pullSettlementFiles: Job = {
  name: "pull-settlements",
  everySeconds: 60,
  reportsProblems: true,
  async run(services) {
    const days = await pullSettlements(services);
    const problems = days.filter(({ problem, unowned }) => problem !== undefined || unowned > 0);
    return problems.length > 0 ? { days: problems } : undefined;
  },
};

/** Deletes settlement files whose process died while receiving them, and the lines of files that were compared long ago. */
export const discardSettlements: Job = {
  name: "discard-abandoned-settlements",
  everySeconds: 3_600,
  async run(services) {
    const discarded = await discardAbandonedSettlements(services);
    const lines = await purgeSettlementLines(services);
    return discarded + lines > 0 ? { discarded, lines } : undefined;
  },
};
