import { describe, expect, it } from "vitest";
import { permissions, permissionsOfRole } from "../../contract/permissions.ts";
import type { Member, Role } from "../../lib/api/team.ts";
import { PERMISSION_GROUPS } from "../../lib/format/permission-groups.ts";
import { aSession } from "../testing/replies.ts";
import { changeObstacle, giveObstacle, limitObstacle, removeObstacle, roleObstacle } from "./team-rules.ts";

const member = (role: string, email = `${role}@demo.example`): Member => ({
  id: email,
  roleId: role,
  role,
  email,
  firstName: role,
  lastName: "Person",
  approvalLimit: null,
});
const main = member("MainMerchant");
const admin = member("Admin");
const operator = member("Operator");
const members = [main, admin, operator];
const asMain = aSession("MainMerchant", { email: main.email });
const asAdmin = aSession("Admin", { email: admin.email });
const role = (name: string, held: Role["permissions"], builtIn = false): Role => ({
  id: name,
  name,
  permissions: held,
  builtIn,
});

describe("the reason is given before the click", () => {
  it("if the last MainMerchant would be removed", () => {
    expect(changeObstacle({ session: asMain, members }, main)).toMatch(/needs a MainMerchant/);
    expect(removeObstacle({ session: asMain, members }, main)).toMatch(/needs a MainMerchant/);
    const two = [...members, member("MainMerchant", "second@demo.example")];
    expect(removeObstacle({ session: asMain, members: two }, main)).toBeNull();
  });

  it("if an Admin would change a MainMerchant, or users themselves", () => {
    expect(changeObstacle({ session: asAdmin, members }, main)).toMatch(/Only a MainMerchant/);
    expect(changeObstacle({ session: asAdmin, members }, admin)).toMatch(/You can’t change your own/);
    expect(changeObstacle({ session: asAdmin, members }, operator)).toBeNull();
  });

  it("if the role lacks the permission", () => {
    expect(removeObstacle({ session: aSession("Support"), members }, operator)).toMatch(/Support.*cannot|not change/);
  });

  it("if a user would grant permissions they lack", () => {
    expect(giveObstacle(asAdmin, role("MainMerchant", [...permissionsOfRole.MainMerchant], true))).toMatch(
      /MainMerchant/,
    );
    const narrow = aSession("Operator", { role: "Lead", permissions: ["INVITE_TEAM_MEMBER", "BROWSE_KEYS"] });
    expect(giveObstacle(narrow, role("Keys", ["BROWSE_KEYS"]))).toBeNull();
    expect(giveObstacle(narrow, role("More", ["BROWSE_KEYS", "GENERATE_KEYS"]))).toMatch(/you don’t have/);
  });

  it("if a limit exceeds the user's own", () => {
    expect(limitObstacle(1_000, 1_001)).toMatch(/₦10\.00/);
    expect(limitObstacle(1_000, null)).not.toBeNull();
    expect(limitObstacle(1_000, 1_000)).toBeNull();
    expect(limitObstacle(null, null)).toBeNull();
  });

  it("if a role is built in, or has permissions the user lacks", () => {
    expect(roleObstacle(asMain, role("Support", [], true))).toMatch(/Built-in/);
    expect(roleObstacle(aSession("Support"), role("Cashier", []))).toMatch(/cannot|not change/);
    const keeper = aSession("Support", { permissions: ["MANAGE_ROLES"] });
    expect(roleObstacle(keeper, role("Cashier", ["MANAGE_TRANSFER"]))).toMatch(/MANAGE_TRANSFER/);
  });
});

it("every permission is in exactly one group", () => {
  const grouped = PERMISSION_GROUPS.flatMap((group) => group.permissions);
  expect([...grouped].sort()).toEqual(Object.keys(permissions).sort());
});
