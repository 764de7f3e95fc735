import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "../../contract/endpoint.ts";
import { type EndpointName, endpoints } from "../../contract/endpoints.ts";
import { builtInRoles, permissionsOfKeys, permissionsOfRole } from "../../contract/permissions.ts";
import type { Mode } from "../domain/context.ts";
import { setReview } from "../domain/merchant/settings/set-review.ts";
import { switchAccountMode } from "../domain/merchant/settings/switch-account-mode.ts";
import { type MoneyApp, openMoneyApp } from "../testing/apps/money-app.ts";
import { useTestDatabase } from "../testing/database.ts";
import { createTestMerchant, createTestWallet, TEST_PASSWORD, testMember } from "../testing/factories.ts";
import { bearerOf } from "../testing/sign-in.ts";

const CALLER_KINDS = [...builtInRoles, "key", "customer", "nobody"] as const;
type CallerKind = (typeof CALLER_KINDS)[number];

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];
const database = useTestDatabase();
let app: MoneyApp;

beforeAll(async () => {
  app = await openMoneyApp(database);
});
afterAll(() => app.close());

type Credentials = { emails: Map<CallerKind, string>; bearers: Map<CallerKind, string> };

/** Creates one caller of each kind for a merchant whose account is in `mode`. */
async function createCallers(mode: Mode): Promise<Credentials> {
  const { services } = app;
  const owner = { email: `main@${mode}.example`, password: TEST_PASSWORD, firstName: "Ada", lastName: "Obi" };
  const merchant = await createTestMerchant(services, { owner });
  const ctx = { ...app.ctx, tenant: mode === "SANDBOX" ? merchant.sandbox : merchant.production };
  await setReview(ctx, "ENABLED");
  await switchAccountMode(ctx, { mode });
  const emails = new Map<CallerKind, string>([["MainMerchant", owner.email]]);
  for (const role of builtInRoles.slice(1)) emails.set(role, (await testMember(services, merchant, role)).email);
  const bearers = new Map<CallerKind, string>();
  for (const [caller, email] of emails) bearers.set(caller, (await bearerOf(services, email)).authorization);
  const main = { authorization: bearers.get("MainMerchant") ?? "" };
  const keys = await app.call("GET", "/merchant/my-access-keys", undefined, main);
  bearers.set("key", `Bearer ${keys.body.data.privateKey}`);
  const { customerId } = await createTestWallet(ctx);
  const key = { authorization: bearers.get("key") ?? "" };
  const token = await app.call("POST", "/customer/token", { customerId }, key);
  bearers.set("customer", `Bearer ${token.body.data.token}`);
  return { emails, bearers };
}

/** Computes the expected access from the contract, without the code under test. */
function expectedAccess(endpoint: Endpoint, caller: CallerKind): { status: number; text: string } | "admitted" {
  const kind = caller === "key" || caller === "customer" || caller === "nobody" ? caller : "session";
  if (endpoint.callers.includes("public")) return "admitted";
  if (kind === "nobody") return { status: 401, text: "Missing or invalid authentication token." };
  if (!endpoint.callers.includes(kind)) {
    const isCustomerMismatch = [kind, ...endpoint.callers].includes("customer");
    return { status: isCustomerMismatch ? 401 : 403, text: "This credential cannot be used for this endpoint." };
  }
  if (endpoint.roles && !endpoint.roles.some((role) => role === caller)) {
    return { status: 403, text: `Only ${endpoint.roles.join(" or ")} can do this.` };
  }
  const needed = [endpoint.permission ?? []].flat();
  const held: readonly string[] =
    kind === "session"
      ? permissionsOfRole[caller as keyof typeof permissionsOfRole]
      : kind === "key"
        ? permissionsOfKeys
        : [];
  if (needed.length === 0 || needed.some((permission) => held.includes(permission))) return "admitted";
  return { status: 403, text: needed.join(" or ") };
}

async function callEndpoint(endpoint: Endpoint, caller: CallerKind, { emails, bearers }: Credentials) {
  // Logging out would end the session for the other calls, so use a new session.
  const email = endpoint.path === "/auth/logout" ? emails.get(caller) : undefined;
  const authorization = email ? (await bearerOf(app.services, email)).authorization : bearers.get(caller);
  const reply = await app.app.inject({
    method: endpoint.method,
    url: `/v1${endpoint.path.replace(/\{\w+\}/g, app.services.ids.next())}`,
    headers: authorization ? { authorization } : {},
    // Send an invalid request, so that the keys do not change either.
    ...(endpoint.body
      ? { payload: endpoint.path === "/merchant/generate-access-keys" ? { overlapHours: -1 } : {} }
      : {}),
  });
  return { status: reply.statusCode, message: reply.body.startsWith("{") ? String(reply.json().message ?? "") : "" };
}

describe.each(["SANDBOX", "PRODUCTION"] as const)("in %s, the contract decides access", (mode) => {
  let callers: Credentials;
  beforeAll(async () => {
    callers = await createCallers(mode);
  });

  test.each(all)("%s admits the listed callers and rejects others with the reason", async (_name, endpoint) => {
    for (const caller of CALLER_KINDS) {
      const { status, message } = await callEndpoint(endpoint, caller, callers);
      const expected = expectedAccess(endpoint, caller);
      if (expected === "admitted") {
        // This test sends no input, so an admitted call may still fail. The endpoint's own tests cover the rest.
        const isAdmitted = endpoint.callers.includes("public") || ![401, 403].includes(status);
        expect(isAdmitted && status < 500 && status !== 405, `${caller}: ${status} ${message}`).toBe(true);
      } else {
        expect({ caller, status }).toEqual({ caller, status: expected.status });
        expect(message).toContain(expected.text);
      }
    }
  });
});

// Repeats Dashboard 2.1, so that this test detects a mistake in the contract.
test.each<[EndpointName, readonly CallerKind[]]>([
  ["listWallets", ["MainMerchant", "Admin", "Operator", "Support", "key"]],
  ["listCustomers", ["MainMerchant", "Admin", "Operator", "Support", "key"]],
  ["createWallet", ["MainMerchant", "Admin", "Operator", "key"]],
  ["creditWallet", ["MainMerchant", "Admin", "Operator", "key"]],
  ["debitWallet", ["MainMerchant", "Admin", "Operator", "key"]],
  ["transferBetweenCustomers", ["MainMerchant", "Admin", "Operator", "key"]],
  ["freezeWallet", ["MainMerchant", "Admin", "Operator", "key"]],
  ["enableWallet", ["MainMerchant", "Admin", "key"]],
  ["enablePostNoCredit", ["MainMerchant", "Admin"]],
  ["disablePostNoCredit", ["MainMerchant", "Admin"]],
  ["setTransactionPin", ["MainMerchant", "Admin", "key"]],
  ["updateCustomer", ["MainMerchant", "Admin", "key"]],
  ["linkBvn", ["MainMerchant", "Admin", "key"]],
  ["changeTier", ["MainMerchant", "Admin", "key"]],
  ["createCustomerToken", ["key"]],
  ["startPhoneVerification", ["customer"]],
  ["approveTransaction", ["MainMerchant", "Admin"]],
  ["getAccessKeys", ["MainMerchant", "Admin"]],
  ["fundMerchantWallet", ["MainMerchant", "Admin", "key"]],
  ["generateAccessKeys", ["MainMerchant", "Admin"]],
  ["listAccessKeys", ["MainMerchant", "Admin"]],
  ["switchAccountMode", ["MainMerchant", "Admin"]],
  ["updateSettings", ["MainMerchant", "Admin", "key"]],
  ["getSettings", ["MainMerchant", "Admin", "Operator", "Support", "key"]],
  ["listMembers", ["MainMerchant", "Admin"]],
  ["inviteMember", ["MainMerchant", "Admin"]],
  ["updateMember", ["MainMerchant", "Admin"]],
  ["removeMember", ["MainMerchant", "Admin"]],
  ["listRoles", ["MainMerchant", "Admin"]],
  ["createRole", ["MainMerchant", "Admin"]],
  ["listAuditLog", ["MainMerchant", "Admin", "key"]],
  ["downloadAuditLog", ["MainMerchant", "Admin", "key"]],
  ["getOverview", ["MainMerchant", "Admin", "Operator", "Support", "key"]],
  ["getAnalytics", ["MainMerchant", "Admin", "Operator", "Support", "key"]],
  ["switchMerchant", ["MainMerchant", "Admin", "Operator", "Support"]],
])("%s admits %j", (name, admitted) => {
  expect(CALLER_KINDS.filter((caller) => expectedAccess(endpoints[name], caller) === "admitted")).toEqual(admitted);
});
