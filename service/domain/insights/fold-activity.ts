import { foldActivityStep } from "../../db/insights/wallet-activity.ts";
import { countWalletLevels } from "../../db/insights/wallet-levels.ts";
import { inTransaction } from "../../db/pool.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import type { Services } from "../context.ts";
import { RANGE_BOUNDS } from "./get-wallet-levels.ts";

/** Steps in one run: about ten seconds, after which the worker may stop. */
const STEPS_PER_RUN = 20;
/** Counting reads every account, which takes half a second for a million. */
const LEVELS_EVERY_MS = 300_000;

/**
 * Adds the posted transactions that `foldRollups` has added to the activity of wallets and hours, and counts wallets by tier and balance
 * every 5 minutes. Any number of processes may run it; one works at a time. Returns whether transactions are left. Decision 0143.
 */
export async function foldActivity(
  services: Pick<Services, "db" | "clock">,
  transactionsPerStep?: number,
): Promise<{ isBehind: boolean }> {
  let isBehind = true;
  for (let steps = 0; isBehind && steps < STEPS_PER_RUN; steps += 1) {
    const step = await inTransaction(services.db, (tx) => foldActivityStep(tx, transactionsPerStep));
    isBehind = step?.isBehind ?? false;
  }
  const at = services.clock.now();
  const before = new Date(at.getTime() - LEVELS_EVERY_MS);
  await inTransaction(services.db, (tx) =>
    countWalletLevels(tx, { at, before, day: lagosDay(at), bounds: RANGE_BOUNDS }),
  );
  return { isBehind };
}
