import type { Permission } from "../../../contract/permissions.ts";
import { inTransaction, type Transaction } from "../../db/pool.ts";
import { findInvitedLimits } from "../../db/team/invitations.ts";
import { lockTeam, type MemberRow } from "../../db/team/members.ts";
import { hasRoleNamed, lockRole, type RoleRow, updateRoleRow } from "../../db/team/roles.ts";
import { memberActor } from "../auth/member-actor.ts";
import { applyOrSubmit, type ChangeRequests, type Plan, type Submitted } from "../consent/apply-or-submit.ts";
import { covers } from "../consent/approvers.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";
import { roleView } from "./list-roles.ts";
import {
  assertHasPermission,
  assertHolds,
  assertMayLetApprove,
  mayApprove,
  memberOf,
  permissionsOf,
} from "./team-rules.ts";
import { noticeApprovers, requestedBy } from "./update-member.ts";

export type UpdateRoleInput = ChangeRequests["role"] & { permissions?: readonly Permission[] | undefined };

/**
 * Renames a custom role or changes its permissions; its members have them within seconds. Wire 5. Returns the wire
 * payload. The actor must hold every permission of the role before and after the change. A role that gains `APPROVE_TRANSFER`
 * waits for another approver where there is one (decision 0073); the payload then has the role as it is.
 * @throws `role_not_found`, `role_built_in`, `role_exists`, `permission_not_held`, `own_limit_exceeded`, `change_pending`
 */
export async function updateRole(ctx: Context, input: UpdateRoleInput, submitted: Submitted): Promise<object> {
  const { merchantId } = ctx.tenant;
  const payload = await inTransaction(ctx.db, async (tx) => {
    // Locks the team first, as every change of the team does.
    const team = await lockTeam(tx, merchantId);
    const plan = await planRoleChange(tx, ctx, { team, by: memberOf(team, memberActor(ctx).id) }, input);
    return await applyOrSubmit(tx, ctx, plan, (change) => ({ ...submitted(change), data: roleView(plan.before) }));
  });
  ctx.callers?.forgetMerchant(merchantId);
  return payload;
}

/** Checks a change of a role by the member `by`. */
export async function planRoleChange(
  tx: Transaction,
  ctx: Context,
  { team, by }: { team: readonly MemberRow[]; by: MemberRow },
  input: ChangeRequests["role"],
): Promise<Plan & { before: RoleRow }> {
  const { merchantId } = ctx.tenant;
  assertHasPermission(by, "MANAGE_ROLES");
  const before = await lockRole(tx, merchantId, input.roleId);
  if (!before) throw new Failure("role_not_found");
  if (!before.permissions) throw new Failure("role_built_in");
  const after = {
    id: before.id,
    name: input.name ?? before.name,
    permissions: [...new Set(input.permissions ?? before.permissions)],
  };
  assertHolds(permissionsOf(by.role, by.permissions), [...before.permissions, ...after.permissions]);
  assertMayLetApprove(team, by.id, { before, after });
  if (await hasRoleNamed(tx, merchantId, after)) throw new Failure("role_exists");
  const isGain = !mayApprove(before) && mayApprove(after);
  const gaining = team.filter(({ roleId }) => roleId === before.id);
  const limits = isGain ? await findInvitedLimits(tx, before.id) : [];
  return {
    before,
    change: isGain
      ? {
          kind: "role",
          subject: before.id,
          label: before.name,
          request: input,
          before: { name: before.name, permissions: before.permissions },
          after: { name: after.name, permissions: after.permissions },
          gains: gaining.map(({ id }) => id),
          neededLimit: highestOf([...limits, ...gaining.map(({ approvalLimit }) => approvalLimit)]),
        }
      : null,
    apply: () => update(tx, ctx, { by, before, after, isGain }),
  };
}

async function update(
  tx: Transaction,
  ctx: Context,
  change: { by: MemberRow; before: RoleRow; after: RoleRow & { permissions: string[] }; isGain: boolean },
): Promise<object> {
  const { by, before, after } = change;
  await updateRoleRow(tx, { ...after, at: ctx.clock.now() });
  await recordAudit(tx, ctx, {
    action: "role.update",
    object: { kind: "role", id: before.id },
    before: { name: before.name, permissions: before.permissions },
    after: { name: after.name, permissions: after.permissions },
    reason: requestedBy(ctx, by),
  });
  if (change.isGain) await noticeApprovers(tx, ctx, `the role ${after.name}`);
  return { data: roleView(after) };
}

/** The highest of limits; null means no limit. */
function highestOf(limits: readonly (bigint | null)[]): bigint | null {
  return limits.reduce<bigint | null>((highest, limit) => (covers(highest, limit) ? highest : limit), 0n);
}
