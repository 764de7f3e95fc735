import { foldActivity } from "../domain/insights/fold-activity.ts";
import type { Job } from "./job.ts";

/** Keeps the activity of wallets within seconds of the daily sums, and within minutes while large files are paid. */
export const foldWalletActivity: Job = {
  name: "fold-activity",
  everySeconds: 3,
  share: 0.1,
  run: (services) => foldActivity(services),
};
