import { countPayoutsToWatch, type PayoutCounts } from "../../db/payouts/payout-states.ts";
import type { Services } from "../context.ts";

/** Payouts of production that need attention. */
export type PayoutWatch = Omit<PayoutCounts, "oldestDueAt"> & {
  /** How long the oldest due sending or query of both modes has been due. */
  oldestDueSeconds: number;
};

/** Counts the payouts that operators should know of. Rails 3. */
export async function watchPayouts({ db, clock }: Services): Promise<PayoutWatch> {
  const { oldestDueAt, ...counts } = await countPayoutsToWatch(db);
  const dueFor = oldestDueAt ? clock.now().getTime() - oldestDueAt.getTime() : 0;
  return { ...counts, oldestDueSeconds: Math.max(0, dueFor / 1000) };
}
