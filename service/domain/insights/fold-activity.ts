import { foldActivityStep } from "../../db/insights/wallet-activity.ts";
import { countWalletLevels } from "../../db/insights/wallet-levels.ts";
import { inTransaction } from "../../db/pool.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import type { Services } from "../context.ts";
import { RANGE_BOUNDS } from "./get-wallet-levels.ts";

/** Steps in one run, so that the daily sums of the same job stay within seconds while the past is added. */
const STEPS_PER_RUN = 20;
/** Counting reads every account, which takes half a second for a million. */
const LEVELS_EVERY_MS = 300_000;

/**
 * Adds posted transactions to the activity of wallets and hours, and counts wallets by tier and balance every 5 minutes. Run it after
 * `foldRollups`, whose progress says what is final. Any number of processes may run it; one works at a time. Decision 0143.
 */
export async function foldActivity(
  services: Pick<Services, "db" | "clock">,
  transactionsPerStep?: number,
): Promise<void> {
  for (let step = 0; step < STEPS_PER_RUN; step += 1) {
    const done = await inTransaction(services.db, (tx) => foldActivityStep(tx, transactionsPerStep));
    if (!done?.isBehind) break;
  }
  const at = services.clock.now();
  const before = new Date(at.getTime() - LEVELS_EVERY_MS);
  await inTransaction(services.db, (tx) =>
    countWalletLevels(tx, { at, before, day: lagosDay(at), bounds: RANGE_BOUNDS }),
  );
}
