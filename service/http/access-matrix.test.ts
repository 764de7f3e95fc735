import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "../../contract/endpoint.ts";
import { type EndpointName, endpoints } from "../../contract/endpoints.ts";
import { builtInRoles, type Permission, permissionsOfKeys, permissionsOfRole } from "../../contract/permissions.ts";
import type { Mode } from "../domain/context.ts";
import { setReview } from "../domain/merchant/settings/set-review.ts";
import { suspendMerchant } from "../domain/merchant/settings/suspend-merchant.ts";
import { switchAccountMode } from "../domain/merchant/settings/switch-account-mode.ts";
import type { CreatedMerchant } from "../domain/merchant/sign-up/create-merchant.ts";
import { accessMatrix } from "../testing/access-matrix.ts";
import { type MoneyApp, openMoneyApp } from "../testing/apps/money-app.ts";
import { testContext } from "../testing/context.ts";
import { useTestDatabase } from "../testing/database.ts";
import { createTestMerchant, createTestWallet, TEST_PASSWORD, testMember } from "../testing/factories.ts";
import { bearerOf } from "../testing/sign-in.ts";

/** The permissions of the custom role and of the restricted key, as the table's text names them. */
const CUSTOM_ROLE: readonly Permission[] = ["BROWSE_TRANSACTIONS", "APPROVE_TRANSFER"];
const RESTRICTED_KEY: readonly Permission[] = ["BROWSE_TRANSACTIONS", "WALLET_CREDIT_DEBIT"];

const CALLER_KINDS = [...builtInRoles, "custom role", "key", "restricted key", "customer", "nobody"] as const;
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
  // First, because with a second approver the change of role would wait for consent.
  emails.set("custom role", await memberWithCustomRole(merchant, owner.email));
  for (const role of builtInRoles.slice(1)) emails.set(role, (await testMember(services, merchant, role)).email);
  const bearers = new Map<CallerKind, string>();
  for (const [caller, email] of emails) bearers.set(caller, (await bearerOf(services, email)).authorization);
  const main = { authorization: bearers.get("MainMerchant") ?? "" };
  const keys = await app.call("GET", "/merchant/my-access-keys", undefined, main);
  const key = `Bearer ${keys.body.data.privateKey}`;
  bearers.set("key", key);
  const restricted = { name: "Reports", permissions: RESTRICTED_KEY, allowedAddresses: [], expiresAt: null };
  const made = await app.call("POST", "/merchant/restricted-keys", restricted, main);
  bearers.set("restricted key", `Bearer ${made.body.data.key}`);
  const { customerId } = await createTestWallet(ctx);
  const token = await app.call("POST", "/customer/token", { customerId }, { authorization: key });
  bearers.set("customer", `Bearer ${token.body.data.token}`);
  return { emails, bearers };
}

async function memberWithCustomRole(merchant: CreatedMerchant, ownerEmail: string): Promise<string> {
  const { id, email } = await testMember(app.services, merchant, "Support");
  const owner = await bearerOf(app.services, ownerEmail);
  const role = await app.call("POST", "/team/roles", { name: "Auditor", permissions: CUSTOM_ROLE }, owner);
  const url = `/v1/team/member/${id}`;
  const changed = await app.app.inject({ method: "PUT", url, headers: owner, payload: { roleId: role.body.data.id } });
  expect(changed.statusCode).toBe(200);
  return email;
}

/** Computes the expected access from the contract, without the code under test. */
function expectedAccess(endpoint: Endpoint, caller: CallerKind): { status: number; text: string } | "admitted" {
  const kind = kindOf(caller);
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
  if (needed.length === 0 || needed.some((permission) => permissionsOf(caller).includes(permission))) return "admitted";
  return { status: 403, text: needed.join(" or ") };
}

function kindOf(caller: CallerKind): "session" | "key" | "customer" | "nobody" {
  if (caller === "customer" || caller === "nobody") return caller;
  return caller === "key" || caller === "restricted key" ? "key" : "session";
}

function permissionsOf(caller: CallerKind): readonly string[] {
  switch (caller) {
    case "nobody":
    case "customer":
      return [];
    case "key":
      return permissionsOfKeys;
    case "restricted key":
      return RESTRICTED_KEY;
    case "custom role":
      return CUSTOM_ROLE;
    default:
      return permissionsOfRole[caller];
  }
}

type Reply = { status: number; message: string };

async function callEndpoint(endpoint: Endpoint, authorization: string | undefined, headers = {}): Promise<Reply> {
  const reply = await app.app.inject({
    method: endpoint.method,
    url: `/v1${endpoint.path.replace(/\{\w+\}/g, app.services.ids.next())}`,
    headers: { ...headers, ...(authorization ? { authorization } : {}) },
    // Send an invalid request, so that the keys do not change either.
    ...(endpoint.body
      ? { payload: endpoint.path === "/merchant/generate-access-keys" ? { overlapHours: -1 } : {} }
      : {}),
  });
  return { status: reply.statusCode, message: reply.body.startsWith("{") ? String(reply.json().message ?? "") : "" };
}

/** Logging out would end the session for the other calls, so it uses a new one. */
async function callAs(endpoint: Endpoint, caller: CallerKind, { emails, bearers }: Credentials): Promise<Reply> {
  const email = endpoint.path === "/auth/logout" ? emails.get(caller) : undefined;
  return callEndpoint(endpoint, email ? (await bearerOf(app.services, email)).authorization : bearers.get(caller));
}

describe.each(["SANDBOX", "PRODUCTION"] as const)("in %s, the contract decides access", (mode) => {
  let callers: Credentials;
  beforeAll(async () => {
    callers = await createCallers(mode);
  });

  test.each(all)("%s admits the listed callers and rejects others with the reason", async (_name, endpoint) => {
    for (const caller of CALLER_KINDS) {
      const { status, message } = await callAs(endpoint, caller, callers);
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

describe("the table of docs/access-matrix.md", () => {
  let stopped: { session: string; logout: string; key: string; customer: string };
  let ended: string;
  let otherMode: { key: string; session: string };

  beforeAll(async () => {
    stopped = await createSuspendedCallers();
    const { services } = app;
    const merchant = await createTestMerchant(services);
    const { email } = await testMember(services, merchant, "MainMerchant");
    const session = await bearerOf(services, email);
    await app.call("POST", "/auth/logout", {}, session);
    ended = session.authorization;
    const ctx = testContext(services, { tenant: merchant.sandbox });
    const keys = await app.call("GET", "/merchant/my-access-keys", undefined, await bearerOf(services, email));
    await setReview(ctx, "ENABLED");
    await switchAccountMode(ctx, { mode: "PRODUCTION" });
    otherMode = {
      key: `Bearer ${keys.body.data.privateKey}`,
      session: (await bearerOf(services, email)).authorization,
    };
  });

  async function createSuspendedCallers() {
    const { services } = app;
    const merchant = await createTestMerchant(services);
    const ctx = testContext(services, { tenant: merchant.sandbox });
    const { email } = await testMember(services, merchant, "MainMerchant");
    const session = await bearerOf(services, email);
    const keys = await app.call("GET", "/merchant/my-access-keys", undefined, session);
    const key = `Bearer ${keys.body.data.privateKey}`;
    const { customerId } = await createTestWallet(ctx);
    const token = await app.call("POST", "/customer/token", { customerId }, { authorization: key });
    const { authorization: logout } = await bearerOf(services, email);
    await suspendMerchant(ctx, "Fraud report");
    return { session: session.authorization, logout, key, customer: `Bearer ${token.body.data.token}` };
  }

  /** What the service answers: `ok` for a caller who is admitted. */
  async function cellsOf(endpoint: Endpoint): Promise<string[]> {
    const cell = ({ status }: Reply, refusals: readonly number[]) =>
      refusals.includes(status) ? String(status) : "ok";
    const isPublic = endpoint.callers.includes("public");
    const access = CALLER_KINDS.toReversed().map((caller) => {
      const expected = expectedAccess(endpoint, caller);
      return expected === "admitted" ? "ok" : String(expected.status);
    });
    const kind = endpoint.callers.includes("session")
      ? "session"
      : endpoint.callers.includes("key")
        ? "key"
        : "customer";
    if (isPublic) return [...access, "ok", "ok", "ok", "ok"];
    return [
      ...access,
      cell(await callEndpoint(endpoint, stopped[endpoint.path === "/auth/logout" ? "logout" : kind]), [401, 403]),
      cell(await callEndpoint(endpoint, ended), [401]),
      cell(await callEndpoint(endpoint, otherMode.key), [401, 403]),
      cell(await callEndpoint(endpoint, otherMode.session, { "x-account-mode": "SANDBOX" }), [401, 403, 409]),
    ];
  }

  test("is complete and right: a new endpoint needs a row", async () => {
    const file = join(import.meta.dirname, "..", "..", "docs", "access-matrix.md");
    const known = accessMatrix(readFileSync(file, "utf8"));
    const rows: string[] = [];
    for (const [name, endpoint] of all) {
      // The last column is written by hand and checked by cross-tenant.test.ts.
      const cells = [name, ...(await cellsOf(endpoint)), known.foreign(name) ?? "?"];
      rows.push(`| ${cells.join(" | ")} |`);
    }
    // With -u, vitest writes the rows; a reviewer reads the difference.
    await expect(known.withRows(rows), "run vitest with -u on this file, then read the new rows").toMatchFileSnapshot(
      file,
    );
  });
});
