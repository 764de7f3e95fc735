import { inTransaction } from "../../db/pool.ts";
import { lockRole, removeUnusedRole } from "../../db/team/roles.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";

/** Removes a custom role that no member has. Dashboard 9. @throws `role_not_found`, `role_built_in`, `role_in_use` */
export async function removeRole(ctx: Context, input: { roleId: string }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const role = await lockRole(tx, ctx.tenant.merchantId, input.roleId);
    if (!role) throw new Failure("role_not_found");
    if (!role.permissions) throw new Failure("role_built_in");
    if (!(await removeUnusedRole(tx, role.id, ctx.clock.now()))) throw new Failure("role_in_use");
    await recordAudit(tx, ctx, {
      action: "role.remove",
      object: { kind: "role", id: role.id },
      before: { name: role.name, permissions: role.permissions },
    });
  });
}
