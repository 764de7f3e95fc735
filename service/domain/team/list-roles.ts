import { findRoles, type RoleRow } from "../../db/team/roles.ts";
import { roleOf } from "../auth/membership.ts";
import type { Context } from "../context.ts";

/** A role on the wire. Wire 5. */
export function roleView({ id, name, permissions }: RoleRow) {
  return {
    id,
    name,
    permissions: [...roleOf({ roleName: name, permissions }).permissions],
    builtIn: permissions === null,
  };
}

/** Built-in and custom roles with their permissions. Wire 5. Returns the wire payload. */
export async function listRoles(ctx: Context) {
  return { data: (await findRoles(ctx.db, ctx.tenant.merchantId)).map(roleView) };
}
