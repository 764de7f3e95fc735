import type { Queryable, Transaction } from "../pool.ts";

/** A role. `permissions` is null for a built-in role. */
export type RoleRow = { id: string; name: string; permissions: string[] | null };

/** Returns the built-in roles and then the merchant's roles, each by name. */
export async function findRoles(db: Queryable, merchantId: string): Promise<RoleRow[]> {
  const { rows } = await db.query<RoleRow>(
    `select id, name, permissions from roles where (merchant_id is null or merchant_id = $1) and removed_at is null
     order by merchant_id is not null, case when merchant_id is null then id::text else lower(name) end`,
    [merchantId],
  );
  return rows;
}

/** Returns a role that the merchant can assign and locks it until `tx` ends. */
export async function lockRole(tx: Transaction, merchantId: string, id: string): Promise<RoleRow | undefined> {
  const { rows } = await tx.query<RoleRow>(
    "select id, name, permissions from roles where id = $2 and (merchant_id is null or merchant_id = $1) and removed_at is null for update",
    [merchantId, id],
  );
  return rows[0];
}

/** Whether another role of the merchant or a built-in role has this name in any case. */
export async function hasRoleNamed(
  db: Queryable,
  merchantId: string,
  role: { id: string; name: string },
): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(
    `select exists (select from roles where lower(name) = lower($2) and id <> $3
       and removed_at is null and (merchant_id is null or merchant_id = $1)) as found`,
    [merchantId, role.name, role.id],
  );
  return rows[0]?.found ?? false;
}

export async function insertRole(
  tx: Transaction,
  merchantId: string,
  role: { id: string; name: string; permissions: readonly string[]; at: Date },
): Promise<void> {
  await tx.query(
    "insert into roles (id, merchant_id, name, permissions, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)",
    [role.id, merchantId, role.name, role.permissions, role.at],
  );
}

export async function updateRoleRow(
  tx: Transaction,
  role: { id: string; name: string; permissions: readonly string[]; at: Date },
): Promise<void> {
  await tx.query("update roles set name = $2, permissions = $3, updated_at = $4 where id = $1", [
    role.id,
    role.name,
    role.permissions,
    role.at,
  ]);
}

/** Deletes a role. Returns false and deletes nothing where a member or an open invitation has it. */
export async function removeUnusedRole(tx: Transaction, id: string, at: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update roles set removed_at = $2, updated_at = $2
     where id = $1 and not exists (select from members where role_id = $1 and removed_at is null)
       and not exists (select from invitations where role_id = $1 and accepted_at is null and withdrawn_at is null)`,
    [id, at],
  );
  return rowCount === 1;
}
