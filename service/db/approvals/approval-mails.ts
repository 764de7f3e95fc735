import type { Transaction } from "../pool.ts";
import type { ApprovalKind } from "./approvals.ts";

/** The built-in roles and the permission that let a member approve. */
export type ApproverRights = { permission: string; roles: readonly string[] };

const isApprover = "case when r.merchant_id is null then r.name = any($2::text[]) else $3 = any(r.permissions) end";

/** Notes that each member who may approve a request, except its creator, is to be mailed about it. Amount in kobo. */
export async function insertApprovalMails(
  tx: Transaction,
  {
    tenant,
    id,
    creator,
    amount,
  }: { tenant: { id: number; merchantId: string }; id: string; creator: string; amount: bigint },
  { permission, roles }: ApproverRights,
): Promise<void> {
  await tx.query(
    `insert into approval_mails (tenant, approval, member)
     select $4, $5, m.id from members m join roles r on r.id = m.role_id join users u on u.id = m.user_id
     where m.merchant_id = $1 and m.removed_at is null and u.email_confirmed_at is not null and ${isApprover}
       and m.approval_mails <> 'off' and m.id <> $6 and (m.approval_limit is null or m.approval_limit >= $7)`,
    [tenant.merchantId, roles, permission, tenant.id, id, creator, amount],
  );
}

export type MailReaderRow = {
  memberId: string;
  merchantId: string;
  mode: "off" | "digest" | "each";
  email: string;
  firstName: string;
  /** Kobo; null means no limit. */
  approvalLimit: bigint | null;
  /** Whether the member may still approve and reads mail. */
  isApprover: boolean;
};

/**
 * Locks the next member with requests to be mailed about: one of the merchant behind `after` (null: the first), so that the merchants take
 * turns (decision 0162). A digest is due when the last mail is from before `digestBefore`. Skips members whom another worker mails at this
 * moment.
 */
export async function claimMailReader(
  tx: Transaction,
  { permission, roles }: ApproverRights,
  { digestBefore, after }: { digestBefore: Date; after: string | null },
): Promise<MailReaderRow | undefined> {
  const { rows } = await tx.query<MailReaderRow>(
    `select m.id as "memberId", m.merchant_id as "merchantId", m.approval_mails as mode, u.email, u.first_name as "firstName",
       m.approval_limit as "approvalLimit",
       coalesce(m.removed_at is null and u.email_confirmed_at is not null and ${isApprover}, false) as "isApprover"
     from (select distinct member from approval_mails) w join members m on m.id = w.member
     join roles r on r.id = m.role_id join users u on u.id = m.user_id
     where m.approval_mails <> 'digest' or m.approval_mailed_at is null or m.approval_mailed_at <= $1
     order by m.merchant_id <= $4, m.merchant_id, m.id limit 1 for no key update of m skip locked`,
    [digestBefore, roles, permission, after],
  );
  return rows[0];
}

/** Sets when a member was mailed last. */
export async function updateApprovalMailed(tx: Transaction, memberId: string, at: Date): Promise<void> {
  await tx.query("update members set approval_mailed_at = $2 where id = $1", [memberId, at]);
}

export type MailedApprovalRow = {
  id: string;
  tenant: number;
  mode: "SANDBOX" | "PRODUCTION";
  kind: ApprovalKind;
  amount: bigint;
  reference: string;
  fileName: string | null;
  creatorName: string;
  approversNeeded: 1 | 2;
  firstApproverName: string | null;
  expiresAt: Date;
};

/** Takes the requests that a member is to be mailed about. Returns those that wait for this member, what expires first first. */
export async function takeApprovalMails(
  tx: Transaction,
  { memberId, approvalLimit }: Pick<MailReaderRow, "memberId" | "approvalLimit">,
  at: Date,
): Promise<MailedApprovalRow[]> {
  const { rows } = await tx.query<MailedApprovalRow>(
    `with taken as (delete from approval_mails where member = $1 returning tenant, approval)
     select a.id, a.tenant, t.mode, a.kind, a.amount, a.reference, a.request->>'fileName' as "fileName", a.creator_name as "creatorName",
       a.approvers_needed as "approversNeeded", a.first_approver_name as "firstApproverName", a.expires_at as "expiresAt"
     from taken join approvals a on a.tenant = taken.tenant and a.id = taken.approval join tenants t on t.id = a.tenant
     where a.status = 'PENDING' and a.expires_at > $3 and a.first_approver is distinct from $1
       and ($2::bigint is null or a.amount <= $2)
     order by a.expires_at, a.id`,
    [memberId, approvalLimit, at],
  );
  return rows;
}
