import { holdsPermission, type Permission } from "../../contract/permissions.ts";
import type { Member, Role } from "../../lib/api/team.ts";
import { formatKobo } from "../../lib/format/money.ts";
import type { Session } from "../../lib/permissions.ts";
import { texts } from "./texts.ts";

/**
 * Why the signed-in user cannot do something, shown before the click; `null` if they can. The service checks every call again.
 * Dashboard 2.5.
 */
const MAIN = "MainMerchant";

type Team = { session: Session; members: readonly Member[] };

/** Against changing the role or limit of `member`. */
export function changeObstacle(team: Team, member: Member): string | null {
  const { session, members } = team;
  if (!holdsPermission(session.permissions, ["MANAGE_TEAM_MEMBER", "MANAGE_MEMBER_ROLE"])) return noRight(session);
  if (member.role === MAIN && session.role !== MAIN) return texts.onlyAMainmerchantCan;
  if (isOneself(session, member) && session.role !== MAIN) {
    return texts.nobodyChangesTheirOwn;
  }
  if (isLastMain(members, member)) return LAST;
  return null;
}

/** Against removing `member`. */
export function removeObstacle(team: Team, member: Member): string | null {
  const { session, members } = team;
  if (!holdsPermission(session.permissions, "MANAGE_TEAM_MEMBER")) return noRight(session);
  if (member.role === MAIN && session.role !== MAIN) return texts.onlyAMainmerchantCanRemove;
  if (isLastMain(members, member)) return LAST;
  return null;
}

/** Against assigning `role`: users cannot grant permissions they lack. */
export function giveObstacle(session: Session, role: Role): string | null {
  if (session.role === MAIN) return null;
  if (role.builtIn && role.name === MAIN) return texts.onlyAMainmerchantCanGive;
  const missing = missingOf(session, role.permissions);
  return missing.length === 0 ? null : texts.holdsYouDoNot(missing.length === 1 ? texts.aPermission : "permissions");
}

/** Texts of the approval limit field. */
export const LIMIT_FIELD = {
  label: texts.approvalLimit,
  hint: texts.theMostTheyMay,
  none: texts.noLimit,
} as const;

/** Against an approval limit in kobo (null: none): it must not exceed the user's own. */
export function limitObstacle(own: number | null, limit: number | null): string | null {
  if (own === null) return null;
  if (limit !== null && limit <= own) return null;
  return texts.yourOwnLimitIs(formatKobo(own));
}

/** Against changing or removing a role. */
export function roleObstacle(session: Session, role: Role): string | null {
  if (role.builtIn) return texts.builtInRolesStay;
  if (!holdsPermission(session.permissions, "MANAGE_ROLES")) {
    return texts.yourRoleRoleCan(session.role);
  }
  const missing = missingOf(session, role.permissions);
  return missing.length === 0 ? null : texts.itHoldsWhatYou(missing.join(", "));
}

/** Whether the row is the signed-in user. The list has no user IDs, but emails are unique. */
export function isOneself(session: Session, member: Pick<Member, "email">): boolean {
  return member.email.toLowerCase() === session.email.toLowerCase();
}

const LAST = texts.aTeamNeedsA;

function isLastMain(members: readonly Member[], member: Member): boolean {
  return member.role === MAIN && !members.some(({ id, role }) => role === MAIN && id !== member.id);
}

function missingOf(session: Session, permissions: readonly Permission[]): Permission[] {
  return permissions.filter((permission) => !holdsPermission(session.permissions, permission));
}

function noRight(session: Session): string {
  return texts.yourRoleRoleCanSee(session.role);
}

/** Whether a role approves, as far as this user sees the roles. */
export function mayApprove(roles: readonly Role[], roleId: string): boolean {
  return roles.find(({ id }) => id === roleId)?.permissions.includes("APPROVE_TRANSFER") ?? false;
}
