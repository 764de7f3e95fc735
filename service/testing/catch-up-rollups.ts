import type { Services } from "../domain/context.ts";
import { foldRollups } from "../domain/merchant/analytics/fold-rollups.ts";

/** Adds all that was posted to its days, and returns how many transactions that were: one run notes how far, the next adds. */
export async function catchUpRollups(services: Services): Promise<bigint> {
  let added = 0n;
  for (let run = 0; run < 3; run += 1) added += (await foldRollups(services)).transactions;
  return added;
}
