import type { Services } from "../domain/context.ts";
import { foldRollups } from "../domain/merchant/fold-rollups.ts";

/** What the worker's job does, for measurements: adds up until nothing new is left. Returns how many transactions were added. */
export async function foldUntilComplete(services: Pick<Services, "db" | "clock">, runs = 3): Promise<bigint> {
  let added = 0n;
  for (let run = 0; run < runs; run += 1) added += (await foldRollups(services)).transactions;
  return added;
}
