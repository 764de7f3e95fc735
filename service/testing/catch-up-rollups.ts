import type { Services } from "../domain/context.ts";
import { foldRollups } from "../domain/merchant/analytics/fold-rollups.ts";

/** Folds all postings into the daily sums and returns their number. A run only records its end; the next run folds up to it. */
export async function catchUpRollups(services: Services): Promise<bigint> {
  let added = 0n;
  for (let run = 0; run < 3; run += 1) added += (await foldRollups(services)).transactions;
  return added;
}
