import type { Queryable, Transaction } from "../pool.ts";

export type NewInvitation = {
  id: string;
  merchantId: string;
  email: string;
  roleId: string;
  approvalLimit: bigint | null;
  codeHash: Buffer;
  expiresAt: Date;
  invitedBy: string;
  at: Date;
};

/** Inserts an invitation. Returns false where this email has an open one. */
export async function insertInvitation(tx: Transaction, invitation: NewInvitation): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into invitations (id, merchant_id, email, role_id, approval_limit, code_hash, expires_at, invited_by,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
     on conflict (merchant_id, email) where accepted_at is null and withdrawn_at is null do nothing`,
    [
      invitation.id,
      invitation.merchantId,
      invitation.email,
      invitation.roleId,
      invitation.approvalLimit,
      invitation.codeHash,
      invitation.expiresAt,
      invitation.invitedBy,
      invitation.at,
    ],
  );
  return rowCount === 1;
}

export type InvitationRow = {
  id: string;
  merchantId: string;
  businessName: string;
  email: string;
  roleId: string;
  role: string;
  /** Null where the role is built in. */
  permissions: string[] | null;
  approvalLimit: bigint | null;
  invitedBy: string | null;
  expiresAt: Date;
  acceptedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

const select = `select i.id, i.merchant_id as "merchantId", a.business_name as "businessName", i.email,
    i.role_id as "roleId", r.name as role, r.permissions, i.approval_limit as "approvalLimit", i.invited_by as "invitedBy",
    i.expires_at as "expiresAt", i.accepted_at as "acceptedAt", i.created_at as "createdAt", i.updated_at as "updatedAt"
  from invitations i join roles r on r.id = i.role_id join merchants a on a.id = i.merchant_id`;

/** Returns a page of the invitations that were not withdrawn, newest first, and their number. */
export async function findInvitations(
  db: Queryable,
  merchantId: string,
  page: { limit: number; offset: number },
): Promise<{ total: number; rows: InvitationRow[] }> {
  const { rows } = await db.query<InvitationRow>(
    `${select} where i.merchant_id = $1 and i.withdrawn_at is null order by i.id desc limit $2 offset $3`,
    [merchantId, page.limit, page.offset],
  );
  const count = await db.query<{ total: number }>(
    "select count(*)::int as total from invitations where merchant_id = $1 and withdrawn_at is null",
    [merchantId],
  );
  return { total: count.rows[0]?.total ?? 0, rows };
}

/**
 * Returns an open invitation by the merchant's ID for it or by its code, and locks it until `tx` ends, so that it is
 * accepted once.
 */
export async function lockOpenInvitation(
  tx: Transaction,
  by: { merchantId: string; id: string } | { merchantId: string; email: string } | { codeHash: Buffer },
): Promise<InvitationRow | undefined> {
  const { rows } = await tx.query<InvitationRow>(
    `${select} where i.accepted_at is null and i.withdrawn_at is null
       and ($1::bytea is null or i.code_hash = $1) and ($2::uuid is null or i.merchant_id = $2)
       and ($3::uuid is null or i.id = $3) and ($4::text is null or i.email = $4)
     for update of i`,
    [
      "codeHash" in by ? by.codeHash : null,
      "merchantId" in by ? by.merchantId : null,
      "id" in by ? by.id : null,
      "email" in by ? by.email : null,
    ],
  );
  return rows[0];
}

/** Stores a new code, and the member who sends it now. */
export async function updateInvitationCode(
  tx: Transaction,
  id: string,
  code: { hash: Buffer; expiresAt: Date; invitedBy: string; at: Date },
): Promise<void> {
  await tx.query(
    "update invitations set code_hash = $2, expires_at = $3, invited_by = $4, updated_at = $5 where id = $1",
    [id, code.hash, code.expiresAt, code.invitedBy, code.at],
  );
}

export async function markInvitationAccepted(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.query("update invitations set accepted_at = $2, updated_at = $2 where id = $1", [id, at]);
}

export async function withdrawInvitation(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.query("update invitations set withdrawn_at = $2, updated_at = $2 where id = $1", [id, at]);
}

/** Withdraws the open invitations that a member sent. Returns their IDs. */
export async function withdrawInvitationsBy(tx: Transaction, memberId: string, at: Date): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `update invitations set withdrawn_at = $2, updated_at = $2
     where invited_by = $1 and accepted_at is null and withdrawn_at is null returning id`,
    [memberId, at],
  );
  return rows.map(({ id }) => id);
}

/** Returns the approval limits of the open invitations to a role. Kobo; null means no limit. */
export async function findInvitedLimits(db: Queryable, roleId: string): Promise<(bigint | null)[]> {
  const { rows } = await db.query<{ limit: bigint | null }>(
    `select approval_limit as "limit" from invitations
     where role_id = $1 and accepted_at is null and withdrawn_at is null`,
    [roleId],
  );
  return rows.map(({ limit }) => limit);
}
