import type { Permission } from "../../../contract/permissions.ts";
import { inTransaction } from "../../db/pool.ts";
import { lockTeam } from "../../db/team/members.ts";
import { hasRoleNamed, lockRole, updateRoleRow } from "../../db/team/roles.ts";
import { memberActor } from "../auth/member-actor.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";
import { roleView } from "./list-roles.ts";
import { assertHolds, assertMayLetApprove } from "./team-rules.ts";

export type UpdateRoleInput = {
  roleId: string;
  name?: string | undefined;
  permissions?: readonly Permission[] | undefined;
};

/**
 * Renames a custom role or changes its permissions; its members have them within seconds. Wire 5. Returns the wire
 * payload. The actor must hold every permission of the role before and after the change.
 * @throws `role_not_found`, `role_built_in`, `role_exists`, `permission_not_held`, `own_limit_exceeded`
 */
export async function updateRole(ctx: Context, input: UpdateRoleInput) {
  const actor = memberActor(ctx);
  const { merchantId } = ctx.tenant;
  const role = await inTransaction(ctx.db, async (tx) => {
    // Locks the team first, as every change of the team does.
    const team = await lockTeam(tx, merchantId);
    const before = await lockRole(tx, merchantId, input.roleId);
    if (!before) throw new Failure("role_not_found");
    if (!before.permissions) throw new Failure("role_built_in");
    const after = {
      id: before.id,
      name: input.name ?? before.name,
      permissions: [...new Set(input.permissions ?? before.permissions)],
    };
    assertHolds(actor.permissions, [...before.permissions, ...after.permissions]);
    assertMayLetApprove(team, actor.id, { before, after });
    if (await hasRoleNamed(tx, merchantId, after)) throw new Failure("role_exists");
    await updateRoleRow(tx, { ...after, at: ctx.clock.now() });
    await recordAudit(tx, ctx, {
      action: "role.update",
      object: { kind: "role", id: before.id },
      before: { name: before.name, permissions: before.permissions },
      after: { name: after.name, permissions: after.permissions },
    });
    return after;
  });
  ctx.callers?.forgetMerchant(merchantId);
  return { data: roleView(role) };
}
