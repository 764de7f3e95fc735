import { processNextImport } from "../domain/wallets/imports/process-next-import.ts";
import { discardAbandonedImports } from "../domain/wallets/imports/receive-wallet-import.ts";
import type { Job } from "./job.ts";

/** Creates the customers of uploads, one turn of one upload per run, until none is due. Reports finished and paused uploads. */
export const processWalletImports: Job = {
  name: "process-wallet-imports",
  everySeconds: 0.5,
  async run(services) {
    const turn = await processNextImport(services);
    if (!turn) return undefined;
    return { ...((turn.isFinished || turn.isPaused) && turn), isBehind: true };
  },
};

/** Deletes uploads whose process died while receiving the file. */
export const discardWalletImports: Job = {
  name: "discard-abandoned-wallet-imports",
  everySeconds: 3_600,
  async run(services) {
    const discarded = await discardAbandonedImports(services);
    return discarded > 0 ? { discarded } : undefined;
  },
};
