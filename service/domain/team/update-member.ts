import { teamTexts } from "../../../contract/texts/team.ts";
import { inTransaction, type Transaction } from "../../db/pool.ts";
import { lockTeam, type MemberRow, updateMember as updateMemberRow } from "../../db/team/members.ts";
import { lockRole, type RoleRow } from "../../db/team/roles.ts";
import { memberActor } from "../auth/member-actor.ts";
import { applyOrSubmit, type ChangeRequests, type Plan, type Submitted } from "../consent/apply-or-submit.ts";
import { covers } from "../consent/approvers.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { queueSecurityNotice } from "../messages/security-notice.ts";
import { recordAudit } from "../record-audit.ts";
import { assertHasPermission, assertMayChange, mayApprove, memberOf } from "./team-rules.ts";

/** `approvalLimit` in kobo; null removes the limit. */
export type UpdateMemberInput = ChangeRequests["member"];

/**
 * Changes a member's role or approval limit. Takes effect within seconds; their sessions stay. Each field requires its
 * own permission. Making an approver and raising an approver's limit wait for another approver where there is one (decision 0073).
 * Wire 5, Dashboard 2.5. Returns the wire payload.
 * @throws `member_not_found`, `validation_failed` for an unknown role, `change_pending`, and the refusals of `team-rules.ts`
 */
export async function updateMember(ctx: Context, input: UpdateMemberInput, submitted: Submitted): Promise<object> {
  const payload = await inTransaction(ctx.db, async (tx) => {
    const team = await lockTeam(tx, ctx.tenant.merchantId);
    const plan = await planMemberChange(tx, ctx, { team, by: memberOf(team, memberActor(ctx).id) }, input);
    return await applyOrSubmit(tx, ctx, plan, submitted);
  });
  ctx.callers?.forgetMember(input.memberId);
  return payload;
}

/** Checks a change of a member by the member `by`. */
export async function planMemberChange(
  tx: Transaction,
  ctx: Context,
  { team, by }: { team: readonly MemberRow[]; by: MemberRow },
  input: UpdateMemberInput,
): Promise<Plan> {
  if (input.approvalLimit !== undefined) assertHasPermission(by, "MANAGE_TEAM_MEMBER");
  if (input.roleId !== undefined) assertHasPermission(by, "MANAGE_MEMBER_ROLE");
  const target = team.find((member) => member.id === input.memberId);
  if (!target) throw new Failure("member_not_found");
  const role = (await roleToGive(tx, ctx, input.roleId)) ?? roleOfMember(target);
  const limit = input.approvalLimit === undefined ? undefined : koboOrNull(input.approvalLimit);
  const change = { role: input.roleId === undefined ? undefined : role, approvalLimit: limit };
  assertMayChange(team, { actorId: by.id, target, change });
  const approvalLimit = limit === undefined ? target.approvalLimit : limit;
  const isGain = mayApprove(role) && !(mayApprove(roleOfMember(target)) && covers(target.approvalLimit, approvalLimit));
  return {
    change: isGain
      ? {
          kind: "member",
          subject: target.id,
          label: `${target.firstName} ${target.lastName}`,
          request: input,
          before: accessOf(roleOfMember(target), target.approvalLimit),
          after: accessOf(role, approvalLimit),
          gains: [target.id],
          neededLimit: approvalLimit,
        }
      : null,
    apply: () => update(tx, ctx, { by, target, role, approvalLimit, isGain }),
  };
}

async function update(
  tx: Transaction,
  ctx: Context,
  change: { by: MemberRow; target: MemberRow; role: RoleRow; approvalLimit: bigint | null; isGain: boolean },
): Promise<object> {
  const { by, target, role, approvalLimit } = change;
  if (role.id === target.roleId && approvalLimit === target.approvalLimit) return {};
  await updateMemberRow(tx, { id: target.id, roleId: role.id, approvalLimit, at: ctx.clock.now() });
  await recordAudit(tx, ctx, {
    action: "member.update",
    object: { kind: "member", id: target.id },
    before: { role: target.role, approvalLimit: target.approvalLimit },
    after: { role: role.name, approvalLimit },
    reason: requestedBy(ctx, by),
  });
  if (change.isGain) await noticeApprovers(tx, ctx, `${target.firstName} ${target.lastName} (${target.email})`);
  return {};
}

/** Mails the MainMerchants that members got the right to approve, or a higher limit. */
export async function noticeApprovers(
  tx: Transaction,
  ctx: Parameters<typeof queueSecurityNotice>[1] & Pick<Context, "tenant">,
  detail: string,
): Promise<void> {
  await queueSecurityNotice(tx, ctx, { kind: "approver_added", to: { merchantId: ctx.tenant.merchantId }, detail });
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

/** The audit reason of a change that another member has requested and the actor agreed to. */
export function requestedBy(ctx: Pick<Context, "actor">, by: MemberRow): string | null {
  return by.id === ctx.actor.id ? null : teamTexts.requestedBy(`${by.firstName} ${by.lastName}`);
}

export function koboOrNull(amount: number | null): bigint | null {
  return amount === null ? null : BigInt(amount);
}

function roleOfMember({ roleId, role, permissions }: MemberRow): RoleRow {
  return { id: roleId, name: role, permissions };
}

/** A custom role is named with its permissions, so that nobody agrees to others. */
function accessOf({ name, permissions }: RoleRow, approvalLimit: bigint | null) {
  return { role: name, approvalLimit, ...(permissions && { permissions }) };
}
