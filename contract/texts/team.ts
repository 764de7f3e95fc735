/** Texts of refused changes of the team that name a value. */
export const teamTexts = {
  unknownRole: "names no role of this merchant",
  requestedBy: (name: string) => `Requested by ${name}.`,
  permissionMissing: (permission: string) => `You do not have the permission ${permission}.`,
  permissionsNotHeld: (permissions: readonly string[]) =>
    `You cannot give permissions that you do not have yourself: ${permissions.join(", ")}.`,
};
