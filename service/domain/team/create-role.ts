import type { Permission } from "../../../contract/permissions.ts";
import { inTransaction } from "../../db/pool.ts";
import { hasRoleNamed, insertRole } from "../../db/team/roles.ts";
import { memberActor } from "../auth/member-actor.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";
import { keepAnswer } from "../stored-answers.ts";
import { roleView } from "./list-roles.ts";
import { assertHolds } from "./team-rules.ts";

/**
 * Creates a role from permissions that its creator holds. Wire 5. Returns the wire payload.
 * @throws `role_exists` for a taken name, regardless of case; `permission_not_held`
 */
export async function createRole(ctx: Context, input: { name: string; permissions: readonly Permission[] }) {
  assertHolds(memberActor(ctx).permissions, input.permissions);
  const role = { id: ctx.ids.next(), name: input.name, permissions: [...new Set(input.permissions)] };
  const payload = { data: roleView(role) };
  await inTransaction(ctx.db, async (tx) => {
    const { merchantId } = ctx.tenant;
    if (await hasRoleNamed(tx, merchantId, role)) throw new Failure("role_exists");
    await insertRole(tx, merchantId, { ...role, at: ctx.clock.now() });
    await recordAudit(tx, ctx, {
      action: "role.create",
      object: { kind: "role", id: role.id },
      after: { name: role.name, permissions: role.permissions },
    });
    await keepAnswer(tx, ctx, { payload });
  });
  return payload;
}
