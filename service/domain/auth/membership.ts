import { type BuiltInRole, builtInRoles, permissionsOfRole } from "../../../contract/permissions.ts";
import { signInTexts } from "../../../contract/texts/sign-in.ts";
import type { MembershipRow } from "../../db/auth/sign-in.ts";
import { Failure } from "../failure.ts";

/** A caller's role: custom roles keep their permissions in their row, built-in ones in the contract. */
export function roleOf(row: { roleName: string; permissions: readonly string[] | null }): {
  role: BuiltInRole | "Custom";
  permissions: readonly string[];
} {
  if (row.permissions) return { role: "Custom", permissions: row.permissions };
  const role = builtInRoles.find((name) => name === row.roleName);
  if (!role) throw new Error(`unknown built-in role ${row.roleName}`);
  return { role, permissions: permissionsOfRole[role] };
}

/**
 * The membership to sign in with: the oldest whose merchant is not suspended.
 * @throws `no_merchant` without any; `merchant_suspended` with the reason when the platform has suspended all
 */
export function membershipForSignIn<M extends Pick<MembershipRow, "suspendedAt" | "suspendedReason">>(
  memberships: readonly M[],
): M {
  const active = memberships.find((one) => one.suspendedAt === null);
  if (active) return active;
  const [suspended] = memberships;
  if (!suspended) throw new Failure("no_merchant");
  throw new Failure("merchant_suspended", { message: signInTexts.suspended(suspended.suspendedReason) });
}

/** Only MainMerchant and Admin may hold an API session; every other role gets a dashboard session (API 2). */
export function channelOf(role: BuiltInRole | "Custom", asked: "dashboard" | "api"): "dashboard" | "api" {
  return role === "MainMerchant" || role === "Admin" ? asked : "dashboard";
}
