import type { Queryable } from "./pool.ts";

/**
 * Says why the log of the server quotes rows: phone numbers, names and sealed values, of failed statements or of slow ones. Null where it
 * does not. For `platform -- doctor`.
 */
export async function findLogProblem(db: Queryable): Promise<string | null> {
  // Not null: "details", "failed", "others". Every server has these settings.
  const { rows } = await db.query<{ details: boolean; failed: boolean; others: boolean }>(
    `select current_setting('log_error_verbosity') <> 'terse' as details,
       current_setting('log_parameter_max_length_on_error') <> '0' as failed,
       current_setting('log_parameter_max_length') <> '0' and (
         current_setting('log_min_duration_statement') <> '-1' or current_setting('log_min_duration_sample') <> '-1'
         or current_setting('log_statement') in ('mod', 'all') or current_setting('log_duration') = 'on'
         or current_setting('log_transaction_sample_rate') <> '0'
       ) as others`,
  );
  const [found] = rows;
  if (found?.details) return "log_error_verbosity is not terse";
  if (found?.failed) return "log_parameter_max_length_on_error is not 0";
  return found?.others ? "slow or all statements are logged, and log_parameter_max_length is not 0" : null;
}
