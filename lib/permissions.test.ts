import { describe, expect, test } from "vitest";
import type { Endpoint } from "../contract/endpoint.ts";
import { type EndpointName, endpoints } from "../contract/endpoints.ts";
import { builtInRoles, holdsPermission, permissionsOfRole } from "../contract/permissions.ts";
import { refusalOf, type Session, type WalletAction, walletActions } from "./permissions.ts";

/** The endpoints that each action calls. */
const calls: Record<WalletAction, EndpointName[]> = {
  createWallet: ["createWallet"],
  freezeWallet: ["freezeWallet"],
  enableWallet: ["enableWallet"],
  setPostNoCredit: ["enablePostNoCredit", "disablePostNoCredit"],
  setTransactionPin: ["setTransactionPin"],
  verifyIdentity: ["lookUpBvn", "matchBvn", "linkBvn", "linkNin", "changeTier"],
  updateCustomer: ["updateCustomer"],
  creditOrDebit: ["creditWallet", "debitWallet"],
  submitTransfer: ["transferBetweenCustomers"],
  sendToBank: ["sendToBank", "sendCustomerToBank"],
};

const actions = Object.keys(walletActions) as WalletAction[];
const sessionOf = (role: string, permissions: Session["permissions"]): Session => ({
  userId: "u",
  email: "someone@demo.example",
  emailConfirmed: true,
  firstName: "A",
  lastName: "B",
  role,
  permissions,
  merchantId: "m",
  merchantName: "Ada Ventures",
  mode: "SANDBOX",
});

describe.each(actions)("%s", (action) => {
  test.each(builtInRoles)("is available to %s exactly when the contract allows the calls", (role) => {
    const held = permissionsOfRole[role];
    const mayCall = calls[action].map((name) => {
      const { permission, roles }: Endpoint = endpoints[name];
      return holdsPermission(held, permission) && (roles === undefined || roles.includes(role));
    });
    const refusal = refusalOf(sessionOf(role, held), action);
    expect(new Set(mayCall)).toEqual(new Set([refusal === null]));
    if (refusal !== null) expect(refusal).toMatch(new RegExp(`^Your role \\(${role}\\) c.*\\.$`));
  });

  test("has the contract's permission and roles", () => {
    for (const name of calls[action]) {
      const { permission, roles }: Endpoint = endpoints[name];
      const row: { permission?: unknown; roles?: unknown } = walletActions[action];
      expect([row.permission ?? null, row.roles]).toEqual([permission, roles]);
    }
  });
});

test("a custom role follows its permissions, but never passes a condition on built-in roles", () => {
  const session = sessionOf("Compliance", permissionsOfRole.Admin);
  expect(actions.filter((action) => refusalOf(session, action) !== null)).toEqual(["setPostNoCredit"]);
});
