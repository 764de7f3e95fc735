import type { Services } from "../domain/context.ts";
import { foldActivity } from "../domain/insights/fold-activity.ts";
import { foldRollups } from "../domain/merchant/analytics/fold-rollups.ts";

/** Folds all postings into the daily sums and returns their number. A run only records its end; the next run folds up to it. */
export async function catchUpRollups(services: Services): Promise<bigint> {
  let added = 0n;
  for (let run = 0; run < 3; run += 1) added += (await foldRollups(services)).transactions;
  return added;
}

/**
 * Folds all postings into the daily sums and the activity of wallets. Transactions in other databases of the server delay when a posting is
 * final, so this repeats until nothing is left. Without `transactionsPerStep` in the steps of the worker.
 */
export async function catchUpActivity(services: Services, transactionsPerStep?: number): Promise<void> {
  for (;;) {
    await foldRollups(services);
    await foldActivity(services, transactionsPerStep);
    const { rows } = await services.db.query<{ isDone: boolean }>(
      `select a.journal = r.journal and r.journal >= (select case when is_called then last_value else 0 end from journal_ids) as "isDone"
       from activity_progress a, rollup_progress r`,
    );
    if (rows[0]?.isDone) return;
  }
}
