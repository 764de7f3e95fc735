import type { Permission } from "../../../contract/permissions.ts";
import { teamTexts } from "../../../contract/texts/team.ts";
import type { InvitationRow } from "../../db/team/invitations.ts";
import type { MemberRow } from "../../db/team/members.ts";
import type { RoleRow } from "../../db/team/roles.ts";
import { roleOf } from "../auth/membership.ts";
import { covers } from "../consent/approvers.ts";
import { Failure } from "../failure.ts";

/**
 * Rules for who may change whom. Pure: `team` are all members of the merchant, locked. Nobody grants a permission they
 * do not hold, so that a custom role cannot escalate; only MainMerchants change a MainMerchant, and the last one
 * stays. Dashboard 2.5.
 */
export type TeamChange = { role?: RoleRow | undefined; approvalLimit?: bigint | null | undefined };

/** Refuses changes of a member who holds permissions the actor lacks. @throws the failure with the reason */
export function assertMayTouch(team: readonly MemberRow[], actorId: string, target: MemberRow): void {
  const actor = memberOf(team, actorId);
  if (actor.role === MAIN) return;
  if (target.role === MAIN) throw new Failure("main_merchant_only");
  assertHolds(permissionsOf(actor.role, actor.permissions), permissionsOf(target.role, target.permissions));
}

/**
 * A MainMerchant without an approval limit can always give one back, so the last one of them stays too.
 * @throws `last_main_merchant`, `last_without_limit` when the team would have none without the target
 */
export function assertNotLast(team: readonly MemberRow[], target: MemberRow): void {
  if (target.role !== MAIN) return;
  const others = team.filter((member) => member.role === MAIN && member.id !== target.id);
  if (others.length === 0) throw new Failure("last_main_merchant");
  assertNotLastUnlimited(others, target);
}

/** @throws the failure that explains why `actorId` may not change the role or limit of `target` like this */
export function assertMayChange(
  team: readonly MemberRow[],
  { actorId, target, change }: { actorId: string; target: MemberRow; change: TeamChange },
): void {
  assertMayTouch(team, actorId, target);
  const isRaise = change.approvalLimit !== undefined && !covers(target.approvalLimit, change.approvalLimit);
  if (actorId === target.id && (isRaise || target.role !== MAIN)) throw new Failure("own_membership");
  // A member who becomes an approver gets their existing limit with the role, so the limit is checked too.
  const begins = change.role && mayApprove(change.role) && !mayApprove({ ...target, name: target.role });
  const isLimitKept = change.approvalLimit === undefined;
  assertMayGive(team, actorId, begins && isLimitKept ? { ...change, approvalLimit: target.approvalLimit } : change);
  if (change.role && change.role.id !== target.roleId) assertNotLast(team, target);
  if (typeof change.approvalLimit === "bigint" && target.role === MAIN) assertNotLastUnlimited(team, target);
}

/** @throws the failure that explains why `actorId` may not grant this role or limit */
export function assertMayGive(team: readonly MemberRow[], actorId: string, change: TeamChange): void {
  const actor = memberOf(team, actorId);
  if (change.role && actor.role !== MAIN) assertMayGiveRole(actor, change.role);
  if (change.approvalLimit !== undefined) assertMayGiveLimit(actor, change.approvalLimit);
}

/**
 * A role that gains approval lets its members approve up to their limits.
 * @throws `own_limit_exceeded` where one of those is higher than that of `actorId`
 */
export function assertMayLetApprove(
  team: readonly MemberRow[],
  actorId: string,
  { before, after }: { before: RoleRow; after: RoleRow },
): void {
  if (mayApprove(before) || !mayApprove(after)) return;
  for (const { roleId, approvalLimit } of team) {
    if (roleId === before.id) assertMayGive(team, actorId, { approvalLimit });
  }
}

/** Whether the sender of an invitation could still send it: a demoted sender must not keep a way up. */
export function canStillInvite(
  team: readonly MemberRow[],
  { invitedBy, roleId, role, permissions, approvalLimit }: InvitationRow,
): boolean {
  const inviter = team.find(({ id }) => id === invitedBy);
  if (!inviter || !permissionsOf(inviter.role, inviter.permissions).includes("INVITE_TEAM_MEMBER")) return false;
  try {
    assertMayGive(team, inviter.id, { role: { id: roleId, name: role, permissions }, approvalLimit });
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** @throws `permission_not_held` naming the missing permission */
export function assertHolds(held: readonly string[], given: readonly string[]): void {
  const missing = given.filter((permission) => !held.includes(permission));
  if (missing.length === 0) return;
  throw new Failure("permission_not_held", {
    message: teamTexts.permissionsNotHeld(missing),
  });
}

const MAIN = "MainMerchant";

function assertMayGiveRole(actor: MemberRow, role: RoleRow): void {
  if (role.name === MAIN && !role.permissions) throw new Failure("main_merchant_only");
  assertHolds(permissionsOf(actor.role, actor.permissions), permissionsOf(role.name, role.permissions));
}

function assertMayGiveLimit(actor: MemberRow, limit: bigint | null): void {
  if (!covers(actor.approvalLimit, limit)) throw new Failure("own_limit_exceeded");
}

function assertNotLastUnlimited(team: readonly MemberRow[], target: MemberRow): void {
  if (target.approvalLimit !== null) return;
  const others = team.some(
    ({ id, role, approvalLimit }) => role === MAIN && id !== target.id && approvalLimit === null,
  );
  if (!others) throw new Failure("last_without_limit");
}

/** @throws `permission_missing` when the member's role lacks the permission now */
export function assertHasPermission(member: MemberRow, permission: Permission): void {
  if (permissionsOf(member.role, member.permissions).includes(permission)) return;
  throw new Failure("permission_missing", { message: teamTexts.permissionMissing(permission) });
}

export function mayApprove({ name, permissions }: Pick<RoleRow, "name" | "permissions">): boolean {
  return permissionsOf(name, permissions).includes("APPROVE_TRANSFER");
}

export function permissionsOf(roleName: string, permissions: readonly string[] | null): readonly string[] {
  return roleOf({ roleName, permissions }).permissions;
}

/** @throws `unauthenticated` for a member who was just removed */
export function memberOf(team: readonly MemberRow[], id: string): MemberRow {
  const member = team.find((one) => one.id === id);
  if (!member) throw new Failure("unauthenticated");
  return member;
}
