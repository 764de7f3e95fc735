import type { Queryable, Transaction } from "../pool.ts";

export type NewMember = {
  id: string;
  merchantId: string;
  userId: string;
  role: { name: "MainMerchant" | "Admin" | "Operator" | "Support" } | { id: string };
  approvalLimit: bigint | null;
  at: Date;
};

/**
 * Adds a user to a merchant. A removed member returns in the new role. Returns the member's ID, or undefined where the
 * user is a member already.
 */
export async function insertMember(tx: Queryable, member: NewMember): Promise<string | undefined> {
  const role = "id" in member.role ? { id: member.role.id, name: null } : { id: null, name: member.role.name };
  const { rows } = await tx.query<{ id: string }>(
    `insert into members (id, merchant_id, user_id, role_id, approval_limit, created_at, updated_at)
     select $1, $2, $3, id, $6, $7, $7 from roles where id = $4 or (merchant_id is null and name = $5)
     on conflict (merchant_id, user_id) do update
       set role_id = excluded.role_id, approval_limit = excluded.approval_limit, removed_at = null, updated_at = $7
       where members.removed_at is not null
     returning id`,
    [member.id, member.merchantId, member.userId, role.id, role.name, member.approvalLimit, member.at],
  );
  return rows[0]?.id;
}

/** A member with the role's name. `permissions` is null for a built-in role. Kobo. */
export type MemberRow = {
  id: string;
  userId: string;
  roleId: string;
  role: string;
  permissions: string[] | null;
  email: string;
  firstName: string;
  lastName: string;
  approvalLimit: bigint | null;
};

const columns = `m.id, m.user_id as "userId", m.role_id as "roleId", r.name as role, r.permissions, u.email,
  u.first_name as "firstName", u.last_name as "lastName", m.approval_limit as "approvalLimit"`;

/** Returns a page of the team, oldest member first, and the number of members. */
export async function findMembers(
  db: Queryable,
  merchantId: string,
  page: { limit: number; offset: number },
): Promise<{ total: number; rows: MemberRow[] }> {
  const { rows } = await db.query<MemberRow>(
    `select ${columns} from members m join roles r on r.id = m.role_id join users u on u.id = m.user_id
     where m.merchant_id = $1 and m.removed_at is null order by m.created_at, m.id limit $2 offset $3`,
    [merchantId, page.limit, page.offset],
  );
  const count = await db.query<{ total: number }>(
    "select count(*)::int as total from members where merchant_id = $1 and removed_at is null",
    [merchantId],
  );
  return { total: count.rows[0]?.total ?? 0, rows };
}

/**
 * Returns the whole team and locks it with its merchant until `tx` ends, so that a change of one member sees all of
 * them. New rows that name a member and the merchant, such as a saved view, do not wait: they lock in another order.
 */
export async function lockTeam(tx: Transaction, merchantId: string): Promise<MemberRow[]> {
  await tx.query("select from merchants where id = $1 for no key update", [merchantId]);
  const { rows } = await tx.query<MemberRow>(
    `select ${columns} from members m join roles r on r.id = m.role_id join users u on u.id = m.user_id
     where m.merchant_id = $1 and m.removed_at is null order by m.id for no key update of m`,
    [merchantId],
  );
  return rows;
}

export async function updateMember(
  tx: Transaction,
  member: { id: string; roleId: string; approvalLimit: bigint | null; at: Date },
): Promise<void> {
  await tx.query("update members set role_id = $2, approval_limit = $3, updated_at = $4 where id = $1", [
    member.id,
    member.roleId,
    member.approvalLimit,
    member.at,
  ]);
}

/** Removes a member from the team. The row stays for the records that name it. */
export async function removeMemberRow(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.query("update members set removed_at = $2, updated_at = $2 where id = $1", [id, at]);
}
