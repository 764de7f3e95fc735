import { foldCardDays } from "../../../db/insights/card-days.ts";
import { foldCharges } from "../../../db/insights/charges.ts";
import { foldFailures } from "../../../db/insights/failures.ts";
import { inTransaction } from "../../../db/pool.ts";
import { foldJournals, foldWalletCounts, foldWalletDays } from "../../../db/transactions/rollups.ts";
import type { Services } from "../../context.ts";

/**
 * Adds everything posted, opened, frozen or upgraded since the last run to the sums that the overview, the
 * analytics and Insights read. Returns the number of transactions and changes added. Any number of processes may run it; one works
 * at a time.
 */
export async function foldRollups(
  services: Pick<Services, "db" | "clock">,
): Promise<{ transactions: bigint; wallets: number }> {
  let transactions = 0n;
  let isBehind = true;
  while (isBehind) {
    const step = await inTransaction(services.db, (tx) => foldJournals(tx, services.clock.now()));
    transactions += step?.added ?? 0n;
    isBehind = step?.isBehind ?? false;
  }
  const wallets = await inTransaction(services.db, foldWalletCounts);
  await inTransaction(services.db, foldWalletDays);
  await inTransaction(services.db, foldFailures);
  await inTransaction(services.db, foldCardDays);
  while (await inTransaction(services.db, foldCharges));
  return { transactions, wallets };
}
