import type { Queryable, Transaction } from "../pool.ts";

export type PreferencesRow = {
  approvalMails: "off" | "digest" | "each";
  weeklyReport: boolean;
  dismissedSteps: string[];
};

const columns = `approval_mails as "approvalMails", weekly_report as "weeklyReport", dismissed_steps as "dismissedSteps"`;

/** Returns a member's preferences; does not lock. */
export async function findPreferences(db: Queryable, memberId: string): Promise<PreferencesRow | undefined> {
  const { rows } = await db.query<PreferencesRow>(`select ${columns} from members where id = $1`, [memberId]);
  return rows[0];
}

/** Returns a member's preferences and locks the member, so that the audit row's `before` is exact. */
export async function lockPreferences(tx: Transaction, memberId: string): Promise<PreferencesRow | undefined> {
  const { rows } = await tx.query<PreferencesRow>(`select ${columns} from members where id = $1 for no key update`, [
    memberId,
  ]);
  return rows[0];
}

/** A new subscription to the weekly report begins after the report of `monday`. */
export async function updatePreferences(
  tx: Transaction,
  memberId: string,
  row: PreferencesRow,
  monday: string,
): Promise<void> {
  await tx.query(
    `update members set approval_mails = $2, dismissed_steps = $3, weekly_report = $4,
       weekly_reported_on = case when $4 and not weekly_report then $5 else weekly_reported_on end
     where id = $1`,
    [memberId, row.approvalMails, row.dismissedSteps, row.weeklyReport, monday],
  );
}
