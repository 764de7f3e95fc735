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

const WHO = [...builtInRoles, "key", "customer", "nobody"] as const;
type Who = (typeof WHO)[number];

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];
const database = useTestDatabase();
let app: MoneyApp;

beforeAll(async () => {
  app = await openMoneyApp(database);
});
afterAll(() => app.close());

type Caller = { emails: Map<Who, string>; bearers: Map<Who, string> };

/** One caller of each kind, of a merchant whose account is in `mode`. */
async function callersIn(mode: Mode): Promise<Caller> {
  const { services } = app;
  const owner = { email: `main@${mode}.example`, password: TEST_PASSWORD, firstName: "Ada", lastName: "Obi" };
  const merchant = await createTestMerchant(services, { owner });
  const ctx = { ...app.ctx, tenant: mode === "SANDBOX" ? merchant.sandbox : merchant.production };
  await setReview(ctx, "ENABLED");
  await switchAccountMode(ctx, { mode });
  const emails = new Map<Who, string>([["MainMerchant", owner.email]]);
  for (const role of builtInRoles.slice(1)) emails.set(role, (await testMember(services, merchant, role)).email);
  const bearers = new Map<Who, string>();
  for (const [who, email] of emails) bearers.set(who, (await bearerOf(services, email)).authorization);
  const main = { authorization: bearers.get("MainMerchant") ?? "" };
  const keys = await app.call("GET", "/merchant/my-access-keys", undefined, main);
  bearers.set("key", `Bearer ${keys.body.data.privateKey}`);
  const { customerId } = await createTestWallet(ctx);
  const key = { authorization: bearers.get("key") ?? "" };
  const token = await app.call("POST", "/customer/token", { customerId }, key);
  bearers.set("customer", `Bearer ${token.body.data.token}`);
  return { emails, bearers };
}

/** The expected access by the contract, computed without the code under test. */
function verdictOf(endpoint: Endpoint, who: Who): { status: number; text: string } | "admitted" {
  const kind = who === "key" || who === "customer" || who === "nobody" ? who : "session";
  if (endpoint.callers.includes("public")) return "admitted";
  if (kind === "nobody") return { status: 401, text: "Missing or invalid authentication token." };
  if (!endpoint.callers.includes(kind)) {
    const isOfCustomer = [kind, ...endpoint.callers].includes("customer");
    return { status: isOfCustomer ? 401 : 403, text: "This credential cannot be used for this endpoint." };
  }
  if (endpoint.roles && !endpoint.roles.some((role) => role === who)) {
    return { status: 403, text: `Only ${endpoint.roles.join(" or ")} can do this.` };
  }
  const needed = [endpoint.permission ?? []].flat();
  const held: readonly string[] =
    kind === "session"
      ? permissionsOfRole[who as keyof typeof permissionsOfRole]
      : kind === "key"
        ? permissionsOfKeys
        : [];
  if (needed.length === 0 || needed.some((permission) => held.includes(permission))) return "admitted";
  return { status: 403, text: needed.join(" or ") };
}

async function knock(endpoint: Endpoint, who: Who, { emails, bearers }: Caller) {
  // Logging out would end the session for the other calls.
  const email = endpoint.path === "/auth/logout" ? emails.get(who) : undefined;
  const authorization = email ? (await bearerOf(app.services, email)).authorization : bearers.get(who);
  const reply = await app.app.inject({
    method: endpoint.method,
    url: `/v1${endpoint.path.replace(/\{\w+\}/g, app.services.ids.next())}`,
    headers: authorization ? { authorization } : {},
    // The keys must not change either: send an invalid request.
    ...(endpoint.body
      ? { payload: endpoint.path === "/merchant/generate-access-keys" ? { overlapHours: -1 } : {} }
      : {}),
  });
  return { status: reply.statusCode, message: reply.body.startsWith("{") ? String(reply.json().message ?? "") : "" };
}

describe.each(["SANDBOX", "PRODUCTION"] as const)("in %s, every endpoint lets in whom the contract says:", (mode) => {
  let callers: Caller;
  beforeAll(async () => {
    callers = await callersIn(mode);
  });

  test.each(all)("%s; other callers are told what is missing", async (_name, endpoint) => {
    for (const who of WHO) {
      const { status, message } = await knock(endpoint, who, callers);
      const verdict = verdictOf(endpoint, who);
      if (verdict === "admitted") {
        // The endpoint's own tests cover the rest; this test sends no input.
        const isAdmitted = endpoint.callers.includes("public") || ![401, 403].includes(status);
        expect(isAdmitted && status < 500 && status !== 405, `${who}: ${status} ${message}`).toBe(true);
      } else {
        expect({ who, status }).toEqual({ who, status: verdict.status });
        expect(message).toContain(verdict.text);
      }
    }
  });
});

// Repeats Dashboard 2.1, so that a mistake in the contract does not go unnoticed.
test.each<[EndpointName, readonly Who[]]>([
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
])("%s is for %j", (name, admitted) => {
  expect(WHO.filter((who) => verdictOf(endpoints[name], who) === "admitted")).toEqual(admitted);
});
