import { builtInRoles, type Permission, permissionsOfRole } from "../../../contract/permissions.ts";
import { type ApproverRow, findApprovers } from "../../db/approvals/approvals.ts";
import type { Queryable } from "../../db/pool.ts";
import type { Tenant } from "../context.ts";

export const APPROVER: Permission = "APPROVE_TRANSFER";
const ROLES = builtInRoles.filter((role) => permissionsOfRole[role].includes(APPROVER));

export const APPROVER_RIGHTS = { permission: APPROVER, roles: ROLES };

/** The merchant's current members who may approve. Each has a limit in kobo; null means no limit. */
export function loadApprovers({ db, tenant }: { db: Queryable; tenant: Tenant }): Promise<ApproverRow[]> {
  return findApprovers(db, tenant, APPROVER, ROLES);
}

/** Whether a limit allows as much as another one. Kobo; null means no limit. */
export function covers(limit: bigint | null, needed: bigint | null): boolean {
  return limit === null || (needed !== null && limit >= needed);
}
