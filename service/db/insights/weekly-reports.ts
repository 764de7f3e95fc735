import type { Transaction } from "../pool.ts";

/** The permission that lets a member read the figures of the report, and the built-in roles that have it. */
type ReaderRights = { permission: string; roles: readonly string[] };

export type ReportReaderRow = {
  memberId: string;
  tenant: number;
  merchantId: string;
  mode: "SANDBOX" | "PRODUCTION";
  businessName: string;
  email: string;
  firstName: string;
  /** Whether the member may still see the figures and reads mail. */
  mayRead: boolean;
};

/**
 * Takes the next member whose report of this Monday was not sent, and marks it as sent: one of the merchant behind `after` (null: the
 * first), so that the merchants take turns (decision 0162). The report is about the mode that the merchant uses. Skips members whom another
 * worker mails at this moment.
 */
export async function takeReportReader(
  tx: Transaction,
  { monday, after }: { monday: string; after: string | null },
  { permission, roles }: ReaderRights,
): Promise<ReportReaderRow | undefined> {
  const { rows } = await tx.query<ReportReaderRow>(
    `with next as (
       select id from members where weekly_report and (weekly_reported_on is null or weekly_reported_on < $1)
       order by merchant_id <= $4, merchant_id, id limit 1 for no key update skip locked
     ), taken as (
       update members m set weekly_reported_on = $1 from next where m.id = next.id returning m.*
     )
     select m.id as "memberId", t.id as tenant, m.merchant_id as "merchantId", t.mode, c.business_name as "businessName", u.email,
       u.first_name as "firstName",
       coalesce(m.removed_at is null and u.email_confirmed_at is not null
         and case when r.merchant_id is null then r.name = any($2::text[]) else $3 = any(r.permissions) end, false) as "mayRead"
     from taken m join merchants c on c.id = m.merchant_id join tenants t on t.merchant_id = c.id and t.mode = c.mode
     join roles r on r.id = m.role_id join users u on u.id = m.user_id`,
    [monday, roles, permission, after],
  );
  return rows[0];
}
