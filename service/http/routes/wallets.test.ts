import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BuiltInRole } from "../../../contract/permissions.ts";
import type { Context } from "../../domain/context.ts";
import type { CreatedMerchant } from "../../domain/merchant/sign-up/create-merchant.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import {
  createTestMerchant,
  createTestWallet,
  sandboxPrivateKey,
  TEST_PASSWORD,
  testMember,
} from "../../testing/factories.ts";
import { buildApp } from "../app.ts";

const database = useTestDatabase();
let app: FastifyInstance;
let ctx: Context;
let merchant: CreatedMerchant;
let wallet: CreatedWallet;
const bearers = new Map<BuiltInRole | "key" | "foreign", string>();

beforeAll(async () => {
  const services = testServices(database);
  app = buildApp(services);
  merchant = await createTestMerchant(services);
  ctx = testContext(services, { tenant: merchant.sandbox });
  for (const role of ["Admin", "Operator", "Support"] as const) {
    const { email } = await testMember(services, merchant, role);
    bearers.set(role, await logIn(email));
  }
  bearers.set("key", await sandboxPrivateKey(services, merchant));
  bearers.set("foreign", await sandboxPrivateKey(services, await createTestMerchant(services)));
});
beforeEach(async () => {
  wallet = await createTestWallet(ctx);
});
afterAll(async () => {
  await app.close();
  await ctx.committer.close();
});

async function logIn(email: string): Promise<string> {
  const reply = await app.inject({
    method: "POST",
    url: "/v1/auth/login",
    payload: { email, password: TEST_PASSWORD },
  });
  return reply.json().data.accessToken;
}

async function call(caller: BuiltInRole | "key" | "foreign", method: "GET" | "POST", path: string, body?: object) {
  const headers = { authorization: `Bearer ${bearers.get(caller)}` };
  const reply = await app.inject({ method, url: `/v1${path}`, headers, ...(body ? { payload: body } : {}) });
  return { status: reply.statusCode, body: reply.json() };
}

const freeze = (caller: BuiltInRole | "key" | "foreign", customerId = wallet.customerId) =>
  call(caller, "POST", "/wallet/close", { customerId, reason: "Reported stolen" });
const enable = (caller: BuiltInRole | "key" | "foreign", customerId = wallet.customerId) =>
  call(caller, "POST", "/wallet/enable", { customerId });

describe("GET /wallet/customer, /wallet/customer/account, /wallet/info", () => {
  test("returns every field of spec 2.1, by customer and by account number", async () => {
    const byCustomer = await call("Support", "GET", `/wallet/customer?customerId=${wallet.customerId}`);
    expect(byCustomer).toMatchObject({
      status: 200,
      body: {
        status: true,
        wallet: {
          id: wallet.walletId,
          accountNumber: wallet.accountNumber,
          accountName: "Chidi Okafor",
          availableBalance: 0,
          status: "ACTIVE",
          tier: "TIER_1",
          dailyLimit: 5_000_000,
          minBalance: 0,
          isNINVerified: false,
          isBVNVerificationRequired: false,
          customerId: wallet.customerId,
          bankCode: "090999",
          phoneNumber: expect.stringMatching(/^0810\d{7}$/),
          postNoCredit: false,
          reason: null,
          isPinSet: false,
          maxBalance: 30_000_000,
          singleLimit: 2_000_000,
          spentToday: 0,
        },
      },
    });
    const byAccount = await call("key", "GET", `/wallet/customer/account?accountNumber=${wallet.accountNumber}`);
    expect(byAccount.body.wallet).toEqual({ ...byCustomer.body.wallet, merchantId: merchant.merchantId });
    expect(byAccount.body.message).toBe("Request successfully completed.");
  });

  test("wallet info finds customers' wallets and the merchant's own, and returns no customer-level details", async () => {
    const info = await call("Operator", "GET", `/wallet/info?accountNumber=${wallet.accountNumber}`);
    expect(Object.keys(info.body.data).sort()).toEqual(
      ["id", "status", "email", "accountName", "availableBalance", "createdAt"].sort(),
    );
    const { rows } = await database.pool.query(
      "select account_number from wallets where tenant = $1 and customer_id is null",
      [merchant.sandbox.id],
    );
    const own = await call("Operator", "GET", `/wallet/info?accountNumber=${rows[0].account_number}`);
    expect(own).toMatchObject({ status: 200, body: { data: { status: "ACTIVE", availableBalance: 0 } } });
    const asCustomer = await call("key", "GET", `/wallet/customer/account?accountNumber=${rows[0].account_number}`);
    expect(asCustomer).toMatchObject({ status: 400, body: { code: "wallet_not_found" } });
  });

  test("refuses an account number that is not ten digits with 400 and names the field", async () => {
    for (const path of ["/wallet/customer/account", "/wallet/info"]) {
      for (const number of ["123", "12345678901", "12345abcde", ""]) {
        const reply = await call("key", "GET", `${path}?accountNumber=${number}`);
        expect(reply).toMatchObject({ status: 400, body: { status: false, errors: [{ field: "accountNumber" }] } });
      }
    }
  });

  test("answers for another merchant's wallet exactly as for a missing one", async () => {
    const paths = [
      [`/wallet/customer?customerId=${wallet.customerId}`, `/wallet/customer?customerId=${ctx.ids.next()}`],
      [
        `/wallet/customer/account?accountNumber=${wallet.accountNumber}`,
        "/wallet/customer/account?accountNumber=0000000000",
      ],
      [`/wallet/info?accountNumber=${wallet.accountNumber}`, "/wallet/info?accountNumber=0000000000"],
      [`/wallet/${wallet.customerId}/activity`, `/wallet/${ctx.ids.next()}/activity`],
    ];
    for (const [foreign = "", missing = ""] of paths) {
      const one = await call("foreign", "GET", foreign);
      const other = await call("foreign", "GET", missing);
      expect(one.status).toBe(400);
      expect({ ...one, body: { ...one.body, requestId: "" } }).toEqual({
        ...other,
        body: { ...other.body, requestId: "" },
      });
    }
  });
});

describe("a wallet ID in place of a customer ID", () => {
  test("is refused with the customer's ID by every endpoint that takes one", async () => {
    const { customerId, walletId } = wallet;
    const other = await createTestWallet(ctx);
    const expectRefusal = async (field: string, reply: Promise<{ status: number; body: object }>) =>
      expect(await reply).toMatchObject({
        status: 400,
        body: {
          message: expect.stringContaining(`${field} is the ID of a wallet`),
          errors: [{ field, message: "is the ID of a wallet; use the ID of its customer", customerId }],
        },
      });
    await expectRefusal("customerId", call("key", "GET", `/wallet/customer?customerId=${walletId}`));
    await expectRefusal("id", call("key", "GET", `/customer/${walletId}`));
    await expectRefusal("customerId", freeze("key", walletId));
    const credit = { customerId: walletId, amount: 100 };
    await expectRefusal("customerId", call("key", "POST", "/wallet/credit", credit));
    const transfer = { fromCustomerId: walletId, toCustomerId: other.customerId, amount: 100 };
    await expectRefusal("fromCustomerId", call("key", "POST", "/transfer/wallet", transfer));
  });

  test("of another merchant is refused like a missing one", async () => {
    const foreign = await call("foreign", "GET", `/wallet/customer?customerId=${wallet.walletId}`);
    expect(foreign.body).toMatchObject({ message: "Customer not found." });
    expect(foreign.body.errors).toBeUndefined();
  });
});

describe("POST /wallet/close and /wallet/enable", () => {
  test("freeze and enable with the specified messages", async () => {
    expect(await freeze("Admin")).toEqual({
      status: 200,
      body: { status: true, message: "Customer wallet successfully frozen." },
    });
    const frozen = await call("Support", "GET", `/wallet/customer?customerId=${wallet.customerId}`);
    expect(frozen.body.wallet).toMatchObject({ status: "FROZEN", reason: "Reported stolen" });
    expect(await enable("Admin")).toEqual({
      status: 200,
      body: { status: true, message: "Customer wallet successfully activated." },
    });
  });

  test("freezing twice and enabling an active wallet are refused with 400", async () => {
    expect(await enable("Admin")).toMatchObject({
      status: 400,
      body: { status: false, message: "Customer wallet is already active." },
    });
    await freeze("Admin");
    expect(await freeze("Admin")).toMatchObject({
      status: 400,
      body: { status: false, message: "Customer wallet is already frozen." },
    });
  });

  test("a wallet frozen by a failed check stays frozen, and the message states the reason", async () => {
    const { customerId } = await createTestWallet(ctx, { bvn: "22277788800" });
    const refused = await enable("Admin", customerId);
    expect(refused).toMatchObject({ status: 400, body: { code: "wallet_frozen_by_identity_check" } });
    expect(refused.body.message).toContain("BVN Lookup failed");
    const activity = await call("Support", "GET", `/wallet/${customerId}/activity`);
    expect(JSON.stringify(activity.body)).toContain("wallet.enable_refused");
  });

  test.each([
    { caller: "Admin", mayFreeze: true, mayEnable: true },
    { caller: "Operator", mayFreeze: true, mayEnable: false },
    { caller: "Support", mayFreeze: false, mayEnable: false },
    { caller: "key", mayFreeze: true, mayEnable: true },
  ] as const)("$caller may freeze: $mayFreeze, may enable: $mayEnable", async ({ caller, mayFreeze, mayEnable }) => {
    const frozen = await freeze(caller);
    expect(frozen.status).toBe(mayFreeze ? 200 : 403);
    if (!mayFreeze) expect(frozen.body.message).toContain("FREEZE_WALLET");
    if (!mayFreeze) await freeze("Admin");
    const enabled = await enable(caller);
    expect(enabled.status).toBe(mayEnable ? 200 : 403);
    if (!mayEnable) expect(enabled.body.message).toContain("ENABLE_DISABLE_WALLET");
  });

  test("refuse a missing reason with 400 and name the field", async () => {
    const reply = await call("key", "POST", "/wallet/close", { customerId: wallet.customerId });
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ field: "reason" }] } });
  });

  test("answer for another merchant's customer exactly as for a missing one", async () => {
    for (const act of [freeze, enable]) {
      const foreign = await act("foreign");
      const missing = await act("foreign", ctx.ids.next());
      expect(foreign).toMatchObject({ status: 400, body: { message: "Customer not found." } });
      expect({ ...foreign.body, requestId: "" }).toEqual({ ...missing.body, requestId: "" });
    }
  });
});

test("a wallet is missing in the other mode, and available again after switching back", async () => {
  const setMode = (mode: string) =>
    database.pool.query("update merchants set mode = $2 where id = $1", [merchant.merchantId, mode]);
  const find = () => call("Admin", "GET", `/wallet/customer?customerId=${wallet.customerId}`);
  await setMode("PRODUCTION");
  expect(await find()).toMatchObject({ status: 400, body: { code: "customer_not_found" } });
  expect(await freeze("Admin")).toMatchObject({ status: 400, body: { code: "customer_not_found" } });
  await setMode("SANDBOX");
  expect((await find()).body.wallet.status).toBe("ACTIVE");
});

test("refuses malformed requests with 400 in the failure envelope, never a 5xx", async () => {
  const { customerId } = wallet;
  const reasons = ["", "   ", "a\u0000b", "\ud800", "x".repeat(2_000), 7, null, ["a"], {}, true];
  const ids = ["", "x", "0000000017", `${customerId} `, "%", null, 7, [customerId], "' or 1=1 --", `${customerId}0`];
  const bodies = [
    ...reasons.map((reason) => ({ customerId, reason })),
    ...ids.map((id) => ({ customerId: id, reason: "Reported stolen" })),
    [],
  ];
  for (const path of ["/wallet/close", "/wallet/enable"]) {
    for (const body of bodies) {
      const reply = await call("key", "POST", path, body);
      expect(reply, `${path} ${JSON.stringify(body).slice(0, 80)}`).toMatchObject({
        status: 400,
        body: { status: false },
      });
    }
  }
  const queries = [
    "page=0",
    "page=-1",
    "page=1.5",
    "page=x",
    "perPage=0",
    "page=1&page=2",
    "page=1e9",
    "page=9999999999",
  ];
  for (const query of queries) {
    const reply = await call("key", "GET", `/wallet/${customerId}/activity?${query}`);
    expect(reply, query).toMatchObject({ status: 400, body: { status: false } });
  }
  const far = await call("key", "GET", `/wallet/${customerId}/activity?page=999999999&perPage=1000`);
  expect(far).toMatchObject({ status: 200, body: { data: [], metadata: { perPage: 100 } } });
});
