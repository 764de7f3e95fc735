import { holdsPermission } from "../../../contract/permissions.ts";
import { teamTexts } from "../../../contract/texts/team.ts";
import { inTransaction, type Transaction } from "../../db/pool.ts";
import { lockTeam, updateMember as updateMemberRow } from "../../db/team/members.ts";
import { lockRole, type RoleRow } from "../../db/team/roles.ts";
import { memberActor } from "../auth/member-actor.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";
import { assertMayChange } from "./team-rules.ts";

export type UpdateMemberInput = {
  memberId: string;
  /** Kobo; null removes the limit. */
  approvalLimit?: number | null | undefined;
  roleId?: string | undefined;
};

/**
 * Changes a member's role or approval limit. Takes effect within seconds; their sessions stay. Each field requires its
 * own permission.
 * Wire 5, Dashboard 2.5.
 * @throws `member_not_found`, `validation_failed` for an unknown role, and the refusals of `team-rules.ts`
 */
export async function updateMember(ctx: Context, input: UpdateMemberInput): Promise<void> {
  const actor = memberActor(ctx);
  if (input.approvalLimit !== undefined) assertHeld(actor.permissions, "MANAGE_TEAM_MEMBER");
  if (input.roleId !== undefined) assertHeld(actor.permissions, "MANAGE_MEMBER_ROLE");
  await inTransaction(ctx.db, async (tx) => {
    const team = await lockTeam(tx, ctx.tenant.merchantId);
    const target = team.find((member) => member.id === input.memberId);
    if (!target) throw new Failure("member_not_found");
    const role = await roleToGive(tx, ctx, input.roleId);
    const limit = input.approvalLimit === undefined ? undefined : koboOrNull(input.approvalLimit);
    assertMayChange(team, { actorId: actor.id, target, change: { role, approvalLimit: limit } });
    const approvalLimit = limit === undefined ? target.approvalLimit : limit;
    const after = { id: target.id, roleId: role?.id ?? target.roleId, approvalLimit, at: ctx.clock.now() };
    if (after.roleId === target.roleId && approvalLimit === target.approvalLimit) return;
    await updateMemberRow(tx, after);
    await recordAudit(tx, ctx, {
      action: "member.update",
      object: { kind: "member", id: target.id },
      before: { role: target.role, approvalLimit: target.approvalLimit },
      after: { role: role?.name ?? target.role, approvalLimit },
    });
  });
  ctx.callers?.forgetMember(input.memberId);
}

/** The role named in the body, locked. @throws `validation_failed` when the merchant has no such role */
export async function roleToGive(
  tx: Transaction,
  ctx: Context,
  roleId: string | undefined,
): Promise<RoleRow | undefined> {
  if (roleId === undefined) return undefined;
  const role = await lockRole(tx, ctx.tenant.merchantId, roleId);
  if (role) return role;
  const message = teamTexts.unknownRole;
  throw new Failure("validation_failed", { message: `roleId ${message}`, errors: [{ field: "roleId", message }] });
}

function koboOrNull(amount: number | null): bigint | null {
  return amount === null ? null : BigInt(amount);
}

function assertHeld(held: readonly string[], permission: "MANAGE_TEAM_MEMBER" | "MANAGE_MEMBER_ROLE"): void {
  if (holdsPermission(held, permission)) return;
  throw new Failure("permission_missing", { message: teamTexts.permissionMissing(permission) });
}
