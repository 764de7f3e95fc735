import { type BuiltInRole, builtInRoles, permissionsOfRole } from "../../../contract/permissions.ts";

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

/** Only MainMerchant and Admin may hold an API session; every other role gets a dashboard session (API 2). */
export function channelOf(role: BuiltInRole | "Custom", asked: "dashboard" | "api"): "dashboard" | "api" {
  return role === "MainMerchant" || role === "Admin" ? asked : "dashboard";
}
