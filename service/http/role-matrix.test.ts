import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import type { Endpoint } from "../../contract/endpoint.ts";
import { type EndpointName, endpoints } from "../../contract/endpoints.ts";
import { builtInRoles, permissionsOfKeys, permissionsOfRole } from "../../contract/permissions.ts";
import { submitForApproval } from "../domain/approvals/submit-for-approval.ts";
import { creditWallet } from "../domain/batches/credit-wallet.ts";
import type { Mode } from "../domain/context.ts";
import type { CreatedMerchant } from "../domain/merchant/create-merchant.ts";
import { creditMerchantWallet } from "../domain/merchant/credit-merchant-wallet.ts";
import { fundMerchantWallet } from "../domain/merchant/fund-merchant-wallet.ts";
import { setReview } from "../domain/merchant/set-review.ts";
import { switchAccountMode } from "../domain/merchant/switch-account-mode.ts";
import { getTransaction } from "../domain/transactions/get-transaction.ts";
import { useTestDatabase } from "../testing/database.ts";
import {
  createTestMerchant,
  createTestWallet,
  sandboxPrivateKey,
  TEST_PASSWORD,
  testMember,
} from "../testing/factories.ts";
import { type MoneyApp, openMoneyApp } from "../testing/money-app.ts";
import { bearerOf } from "../testing/sign-in.ts";

const WHO = [...builtInRoles, "key", "customer", "nobody"] as const;
type Who = (typeof WHO)[number];

const built = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(([, one]) => one.built);
const database = useTestDatabase();
let app: MoneyApp;

beforeAll(async () => {
  app = await openMoneyApp(database);
});
afterAll(() => app.close());

type Caller = { emails: Map<Who, string>; bearers: Map<Who, string> };

/** One of each kind of caller, of one merchant whose account is in `mode`. */
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

/** Who is let in, as the contract says it; told without the code that checks it. */
function verdictOf(endpoint: Endpoint, who: Who): { status: number; text: string } | "admitted" {
  const kind = who === "key" || who === "customer" || who === "nobody" ? who : "session";
  if (endpoint.callers.includes("public")) return "admitted";
  if (kind === "nobody") return { status: 401, text: "Missing or invalid authentication token." };
  if (!endpoint.callers.includes(kind)) return { status: 401, text: "This credential does not open this endpoint." };
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
  // Logging out would end the session of all other calls.
  const email = endpoint.path === "/auth/logout" ? emails.get(who) : undefined;
  const authorization = email ? (await bearerOf(app.services, email)).authorization : bearers.get(who);
  const reply = await app.app.inject({
    method: endpoint.method,
    url: `/v1${endpoint.path.replace(/\{\w+\}/g, app.services.ids.next())}`,
    headers: authorization ? { authorization } : {},
    // Nor may the keys change: that wish is an impossible one.
    ...(endpoint.body
      ? { payload: endpoint.path === "/merchant/generate-access-keys" ? { overlapHours: -1 } : {} }
      : {}),
  });
  return { status: reply.statusCode, message: reply.body.startsWith("{") ? String(reply.json().message ?? "") : "" };
}

describe.each(["SANDBOX", "PRODUCTION"] as const)("in %s, what is built lets in whom the contract says:", (mode) => {
  let callers: Caller;
  beforeAll(async () => {
    callers = await callersIn(mode);
  });

  test.each(built)("%s; others are told what is missing", async (_name, endpoint) => {
    for (const who of WHO) {
      const { status, message } = await knock(endpoint, who, callers);
      const verdict = verdictOf(endpoint, who);
      if (verdict === "admitted") {
        // What follows is the business of the endpoint's own tests; here nothing was given to it.
        const isAdmitted = endpoint.callers.includes("public") || ![401, 403].includes(status);
        expect(isAdmitted && status < 500 && status !== 405, `${who}: ${status} ${message}`).toBe(true);
      } else {
        expect({ who, status }).toEqual({ who, status: verdict.status });
        expect(message).toContain(verdict.text);
      }
    }
  });
});

// Dashboard 2.1 once more, so that the contract cannot give away what the page does not.
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

/** Names by which a merchant's things are called. */
type Names = {
  customerId: string;
  accountNumber: string;
  phoneNumber: string;
  transactionId: string;
  reference: string;
  approvalId: string;
};

type Ask = (names: Names, own: Names) => { query?: object; params?: Record<string, string>; body?: object };
const byCustomer: Ask = ({ customerId }) => ({ query: { customerId } });
const byAccount: Ask = ({ accountNumber }) => ({ query: { accountNumber } });
const move: Ask = ({ customerId }) => ({ body: { customerId, amount: 100 } });

/** How each endpoint is asked about a thing that is named. */
const ASKS: Partial<Record<EndpointName, readonly Ask[]>> = {
  getWalletByCustomer: [byCustomer],
  getWalletByAccount: [byAccount],
  getWalletInfo: [byAccount],
  freezeWallet: [({ customerId }) => ({ body: { customerId, reason: "Fraud report" } })],
  enableWallet: [({ customerId }) => ({ body: { customerId } })],
  listWalletActivity: [({ customerId }) => ({ params: { customerId } })],
  setTransactionPin: [({ customerId }) => ({ body: { customerId, pin: "4821" } })],
  enablePostNoCredit: [({ customerId }) => ({ body: { customerId } })],
  disablePostNoCredit: [({ customerId }) => ({ body: { customerId } })],
  getCustomer: [({ customerId }) => ({ params: { id: customerId } })],
  getCustomerByPhone: [({ phoneNumber }) => ({ query: { phoneNumber } })],
  updateCustomer: [({ customerId }) => ({ params: { id: customerId }, body: { firstName: "Eve" } })],
  matchBvn: [({ customerId }) => ({ query: { customerId, bvn: "22290000055" } })],
  linkBvn: [({ customerId }) => ({ body: { customerId, bvn: "22290000055" } })],
  linkNin: [({ customerId }) => ({ body: { customerId, nin: "77790000055" } })],
  changeTier: [({ customerId }) => ({ body: { customerId, tier: "TIER_2" } })],
  createCustomerToken: [({ customerId }) => ({ body: { customerId } })],
  transferBetweenCustomers: transfersBy("fromCustomerId", "toCustomerId", "customerId"),
  previewTransfer: transfersBy("fromCustomerId", "toCustomerId", "customerId"),
  transferBetweenAccounts: transfersBy("fromWalletId", "toWalletId", "accountNumber"),
  previewAccountTransfer: transfersBy("fromWalletId", "toWalletId", "accountNumber"),
  creditWallet: [move],
  debitWallet: [move],
  previewCredit: [move],
  previewDebit: [move],
  listCustomerTransactions: [byCustomer],
  downloadCustomerTransactions: [byCustomer],
  getTransaction: [
    ({ transactionId }) => ({ query: { transactionId } }),
    ({ reference }) => ({ query: { reference } }),
  ],
  getTransactionByReference: [({ reference }) => ({ params: { reference } })],
  getPendingTransaction: [({ approvalId }) => ({ params: { id: approvalId } })],
  approveTransaction: [({ approvalId }) => ({ body: { transactionId: approvalId } })],
  removeTransaction: [({ approvalId }) => ({ params: { transactionId: approvalId }, body: { reason: "No" } })],
};

function transfersBy(from: string, to: string, name: "customerId" | "accountNumber"): readonly Ask[] {
  return [
    (names, own) => ({ body: { [from]: names[name], [to]: own[name], amount: 100 } }),
    (names, own) => ({ body: { [from]: own[name], [to]: names[name], amount: 100 } }),
  ];
}

/** What belongs to a merchant or person whatever the mode. */
type TeamNames = { member: string; role: string; invitation: string; session: string; merchant: string };
type TeamAsk = (names: TeamNames) => { params?: { id: string }; body?: object };

const TEAM_ASKS: Partial<Record<EndpointName, TeamAsk>> = {
  updateMember: ({ member }) => ({ params: { id: member }, body: { approvalLimit: 1 } }),
  removeMember: ({ member }) => ({ params: { id: member } }),
  inviteMember: ({ role }) => ({ body: { roleId: role, email: "new@matrix.example" } }),
  removeInvitation: ({ invitation }) => ({ params: { id: invitation } }),
  updateRole: ({ role }) => ({ params: { id: role }, body: { name: "Mine" } }),
  removeRole: ({ role }) => ({ params: { id: role } }),
  revokeSession: ({ session }) => ({ params: { id: session } }),
  switchMerchant: ({ merchant }) => ({ body: { merchantId: merchant } }),
};

/** The caller names their own ID for a new customer. */
const NAMES_NOTHING: readonly EndpointName[] = ["createWallet"];

test("no endpoint that takes an ID or account number is forgotten below", () => {
  const taking = built.filter(([, one]) => [one.params, one.query, one.body].some((part) => part && takesName(part)));
  const known = new Set<string>([...Object.keys(ASKS), ...Object.keys(TEAM_ASKS), ...NAMES_NOTHING]);
  expect(taking.map(([name]) => name).filter((name) => !known.has(name))).toEqual([]);
});

function takesName(schema: z.ZodType): boolean {
  const text = JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
  return text.includes('"format":"uuid"') || text.includes('"^\\\\d{10}$"');
}

describe("what is another merchant's, or of the other mode, answers exactly like what is not there:", () => {
  let own: Names;
  let missing: Names;
  let others: readonly Names[];
  let caller: { session: string; key: string };

  beforeAll(async () => {
    const { services } = app;
    const merchant = await createTestMerchant(services, { canDebitCustomer: true });
    const foreign = await createTestMerchant(services, { canDebitCustomer: true });
    await database.pool.query("update tenant_settings set can_debit_customer = true");
    own = await thingsOf({ ...app.ctx, tenant: merchant.sandbox }, merchant);
    others = [
      await thingsOf({ ...app.ctx, tenant: foreign.sandbox }, foreign),
      await thingsOf({ ...app.ctx, tenant: merchant.production }, merchant),
    ];
    const nothing = services.ids.next();
    missing = {
      customerId: nothing,
      accountNumber: "0000000000",
      phoneNumber: "07011111111",
      transactionId: nothing,
      reference: "REF-OF-NOBODY",
      approvalId: nothing,
    };
    const { email } = await testMember(services, merchant, "Admin");
    caller = {
      session: (await bearerOf(services, email)).authorization,
      key: `Bearer ${await sandboxPrivateKey(services, merchant)}`,
    };
  });

  test.each(built.flatMap(([name, one]) => (ASKS[name] ?? []).map((ask, nth) => ({ name, one, ask, nth }))))(
    "$name ($nth)",
    async ({ one, ask }) => {
      const authorization = one.callers.includes("session") ? caller.session : caller.key;
      const send = async (names: Names) => {
        const { query, params = {}, body } = ask(names, own);
        const path = one.path.replace(/\{(\w+)\}/g, (_all, part: string) => params[part] ?? "");
        const search = new URLSearchParams(query as Record<string, string> | undefined);
        const reply = await app.app.inject({
          method: one.method,
          url: `/v1${path}?${search}`,
          headers: { authorization },
          ...(body ? { payload: body } : {}),
        });
        return { status: reply.statusCode, body: { ...reply.json(), requestId: "" } };
      };
      const nobodys = await send(missing);
      // A preview that finds nobody says so in its reasons.
      expect(nobodys.status >= 400 || nobodys.body.data.allowed === false).toBe(true);
      for (const theirs of others) expect(await send(theirs)).toEqual(nobodys);
    },
  );
});

describe("what is of another merchant's team, or another person's, answers exactly like what is not there:", () => {
  let missing: TeamNames;
  let theirs: TeamNames;
  let caller: { authorization: string };

  beforeAll(async () => {
    const { services } = app;
    theirs = await teamOf(await createTestMerchant(services));
    const nothing = services.ids.next();
    missing = { member: nothing, role: nothing, invitation: nothing, session: nothing, merchant: nothing };
    const own = await testMember(services, await createTestMerchant(services), "MainMerchant");
    caller = await bearerOf(services, own.email);
  });

  test.each(Object.entries(TEAM_ASKS) as [EndpointName, TeamAsk][])("%s", async (name, ask) => {
    const one = endpoints[name];
    const send = async (names: TeamNames) => {
      const { params, body } = ask(names);
      const url = `/v1${one.path.replace("{id}", params?.id ?? "")}`;
      const payload = body ? { payload: body } : {};
      const reply = await app.app.inject({ method: one.method, url, headers: caller, ...payload });
      return { status: reply.statusCode, body: { ...reply.json(), requestId: "" } };
    };
    const nobodys = await send(missing);
    expect(nobodys.status).toBeGreaterThanOrEqual(400);
    expect(await send(theirs)).toEqual(nobodys);
  });
});

/** One of each thing of a merchant's team. */
async function teamOf(merchant: CreatedMerchant): Promise<TeamNames> {
  const { services } = app;
  const owner = await testMember(services, merchant, "MainMerchant");
  const bearer = await bearerOf(services, owner.email);
  const post = (path: string, body: object) => app.call("POST", path, body, bearer);
  const role = (await post("/team/roles", { name: "Theirs", permissions: ["BROWSE_KEYS"] })).body.data.id;
  await post("/team/invitations", { roleId: role, email: "invited@matrix.example" });
  const invitations = await app.call("GET", "/team/invitations", undefined, bearer);
  const sessions = await app.call("GET", "/user/sessions", undefined, bearer);
  return {
    member: owner.id,
    role,
    invitation: invitations.body.data[0].id,
    session: sessions.body.data[0].id,
    merchant: merchant.merchantId,
  };
}

/** A customer with money, a transaction and something that waits, in these books. */
async function thingsOf(ctx: MoneyApp["ctx"], merchant: CreatedMerchant): Promise<Names> {
  const { customerId, accountNumber, reply } = await createTestWallet(ctx);
  if (ctx.tenant.mode === "SANDBOX") await fundMerchantWallet(ctx, { amount: 100_000 });
  else await creditMerchantWallet(ctx, { amount: 100_000n });
  const { data } = await creditWallet(ctx, { customerId, amount: 10_000 });
  const actor = await testMember(app.services, merchant, "Operator");
  const request = { customerId, amount: 100 };
  const approval = await submitForApproval({ ...ctx, actor }, { kind: "credit", request, preview: null }, () => ({}));
  const { id } = await getTransaction(ctx, { reference: data.reference });
  return {
    customerId,
    accountNumber,
    phoneNumber: reply.customer.phoneNumber,
    transactionId: id,
    reference: data.reference,
    approvalId: approval.id,
  };
}
