import { findActivityAt, foldActivityStep } from "../../db/insights/wallet-activity.ts";
import { countWalletLevels } from "../../db/insights/wallet-levels.ts";
import { inTransaction } from "../../db/pool.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import type { Services } from "../context.ts";
import { RANGE_BOUNDS } from "./get-wallet-levels.ts";

/** Steps in one run: two to three seconds, after which the worker may stop, or gives way to payments. */
const STEPS_PER_RUN = 5;
/** An activity that is older than this is added although payments go on. */
const LATE_MS = 300_000;
/** Counting reads every account, which takes half a second for a million. */
const LEVELS_EVERY_MS = 300_000;

/**
 * Adds the posted transactions that `foldRollups` has added to the activity of wallets and hours, and counts wallets by tier and balance
 * every 5 minutes. Any number of processes may run it; one works at a time. Returns whether transactions are left, and whether the activity
 * is older than 5 minutes. Decisions 0143, 0216.
 */
export async function foldActivity(
  services: Pick<Services, "db" | "clock">,
  transactionsPerStep?: number,
): Promise<{ isBehind: boolean; isLate: boolean }> {
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
  const completeAt = await findActivityAt(services.db);
  return { isBehind, isLate: completeAt !== null && at.getTime() - completeAt.getTime() > LATE_MS };
}
