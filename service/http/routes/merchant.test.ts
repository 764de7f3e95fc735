import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Services } from "../../domain/context.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import type { CreatedMerchant } from "../../domain/merchant/sign-up/create-merchant.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import { catchUpRollups } from "../../testing/catch-up-rollups.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet, sandboxPrivateKey, testMember } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { bearerOf } from "../../testing/sign-in.ts";
import { buildApp } from "../app.ts";

const database = useTestDatabase();
let services: Services;
let app: FastifyInstance;
let merchant: CreatedMerchant;
let key: string;

beforeAll(async () => {
  services = testServices(database);
  app = buildApp(services);
  merchant = await createTestMerchant(services);
  key = await sandboxPrivateKey(services, merchant);
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(async () => {
  await app.close();
  await services.committer.close();
});

async function call(
  method: "GET" | "POST" | "PATCH",
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) {
  const response = await app.inject({
    method,
    url: `/v1${path}`,
    headers: { authorization: `Bearer ${key}`, ...headers },
    ...(body ? { payload: body } : {}),
  });
  return { status: response.statusCode, headers: response.headers, body: response.json() };
}

describe("POST /merchant/fund-wallet", () => {
  it("issues sandbox money and returns the new balance", async () => {
    expect(await call("POST", "/merchant/fund-wallet", { amount: 500_000 })).toMatchObject({
      status: 200,
      body: {
        status: true,
        message: "Transaction completed successfully",
        data: { amount: 500_000, reference: expect.stringMatching(/^[0-9A-Z]{26}$/), availableBalance: 500_000 },
      },
    });
    const wallet = await call("GET", "/merchant/wallet");
    expect(wallet.body.data).toMatchObject({ availableBalance: 500_000, bookedBalance: 500_000 });
    const balance = await call("GET", "/wallet/balance");
    expect(balance.body.data).toEqual({
      id: wallet.body.data.id,
      accountNumber: wallet.body.data.accountNumber,
      availableBalance: 500_000,
      bookedBalance: 500_000,
      currency: "NGN",
    });
  });

  it("funds once per Idempotency-Key, for concurrent and later requests", async () => {
    const before = (await call("GET", "/wallet/balance")).body.data.availableBalance;
    const keyed = { "idempotency-key": "fund-once" };
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => call("POST", "/merchant/fund-wallet", { amount: 7 }, keyed)),
    );
    expect(responses.filter((response) => response.status === 200).length).toBeGreaterThan(0);
    const replay = await call("POST", "/merchant/fund-wallet", { amount: 7 }, keyed);
    expect(replay).toMatchObject({ status: 200, headers: { "idempotency-replayed": "true" } });
    const balance = (await call("GET", "/wallet/balance")).body.data.availableBalance;
    expect(balance).toBe(before + 7);
  });

  it("refuses a balance above the safe integer range with the failure envelope", async () => {
    const huge = await call("POST", "/merchant/fund-wallet", { amount: Number.MAX_SAFE_INTEGER });
    expect(huge).toMatchObject({ status: 400, body: { status: false, code: "max_balance_exceeded" } });
  });

  it("is refused in production", async () => {
    const ctx = testContext(services, { tenant: merchant.production });
    await expect(fundMerchantWallet(ctx, { amount: 1 })).rejects.toMatchObject({ code: "sandbox_only" });
  });
});

describe("sums above the largest exact number", () => {
  it("are shown as that number", async () => {
    const own = await createTestMerchant(services, { canDebitCustomer: true });
    const ctx = testContext(services, { tenant: own.sandbox });
    const { customerId } = await createTestWallet(ctx, { tier: 3, nin: "77712300455" });
    const headers = { authorization: `Bearer ${await sandboxPrivateKey(services, own)}` };
    const post = (path: string, body: object) => call("POST", path, body, headers);
    const most = Number.MAX_SAFE_INTEGER;
    const done = [
      await post("/merchant/fund-wallet", { amount: most }),
      await post("/wallet/credit", { customerId, amount: most }),
      await post("/wallet/debit", { customerId, amount: 500_000_000 }),
      await post("/wallet/credit", { customerId, amount: 500_000_000 }),
    ];
    expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await catchUpRollups(services);
    const day = lagosDay(services.clock.now());
    const read = (path: string) => call("GET", `${path}?startDate=${day}&endDate=${day}`, undefined, headers);
    expect(await read("/merchant/overview")).toMatchObject({
      status: 200,
      body: { data: { days: [{ credits: most, creditCount: 2, debits: 500_000_000 }] } },
    });
    expect((await read("/merchant/analytics")).status).toBe(200);
    expect(await post("/wallet/credit/preview", { customerId, amount: 5 })).toMatchObject({
      status: 200,
      body: { data: { source: { spentToday: most } } },
    });
  });

  it("leave the profile readable with a fee of that number", async () => {
    const own = await createTestMerchant(services);
    const headers = { authorization: `Bearer ${await sandboxPrivateKey(services, own)}` };
    const merchantFee = Number.MAX_SAFE_INTEGER;
    expect((await call("PATCH", "/merchant/settings", { merchantFee }, headers)).status).toBe(200);
    expect(await call("GET", "/merchant/profile", undefined, headers)).toMatchObject({
      status: 200,
      body: { data: { walletToWalletTransfer: merchantFee } },
    });
  });
});

describe("GET /merchant/settings", () => {
  it("returns the mode's fees, limits and flags to every member", async () => {
    const { email } = await testMember(services, merchant, "Support");
    const reply = await call("GET", "/merchant/settings", undefined, await bearerOf(services, email));
    expect(reply.status).toBe(200);
    expect(reply.body.data).toEqual({
      mode: "SANDBOX",
      review: "PENDING",
      fees: { transferBaseFee: 1_000, merchantFee: 0, batchItemFee: 0, walletCreationFee: 0 },
      tiers: [
        { tier: "TIER_1", dailyLimit: 5_000_000, singleLimit: 2_000_000, minBalance: 0, maxBalance: 30_000_000 },
        { tier: "TIER_2", dailyLimit: 20_000_000, singleLimit: 10_000_000, minBalance: 0, maxBalance: 50_000_000 },
        { tier: "TIER_3", dailyLimit: 500_000_000, singleLimit: 500_000_000, minBalance: 0, maxBalance: null },
      ],
      merchantDailyLimit: null,
      noApprovalBelow: null,
      twoApproversFrom: null,
      requirePinForDebit: false,
      requireTwoFactor: false,
      membersMayMoveMoney: true,
      canDebitCustomer: false,
      internalTransfers: true,
      rateLimits: { perKey: 30_000, perMerchant: 60_000 },
      webhookMode: "BOTH",
      callbackURL: null,
      sandboxCallbackURL: null,
      walletFreeze: null,
      mailChainHead: false,
    });
  });
});

describe("GET /ledger/trial-balance", () => {
  it("checks the books on the first call and then returns the stored result", async () => {
    const first = await call("GET", "/ledger/trial-balance");
    expect(first).toMatchObject({
      status: 200,
      body: { status: true, data: { balanced: true, total: "0", problems: [], entries: expect.any(Number) } },
    });
    expect((await call("GET", "/ledger/trial-balance")).body.data).toEqual(first.body.data);
  });
});

describe("GET /merchant/my-access-keys", () => {
  const read = async (role: "MainMerchant" | "Admin" | "Operator" | "Support") => {
    const member = await testMember(services, merchant, role);
    return call("GET", "/merchant/my-access-keys", undefined, await bearerOf(services, member.email));
  };

  it("returns the mode's key pair to a member with the permission, and audits the read", async () => {
    const reply = await read("Admin");
    expect(reply).toMatchObject({ status: 200, body: { status: true, data: { privateKey: key } } });
    expect(reply.body.data.publicKey).toMatch(/^pk_sandbox_/);
    const { rows } = await database.pool.query("select after, actor_kind from audit_log where action = 'keys.read'");
    expect(rows).toEqual([{ after: null, actor_kind: "member" }]);
  });

  it("refuses other roles and private keys, naming the permission", async () => {
    for (const reply of [
      await read("Operator"),
      await read("Support"),
      await call("GET", "/merchant/my-access-keys"),
    ]) {
      expect(reply).toMatchObject({ status: 403, body: { code: "permission_missing" } });
      expect(reply.body.message).toContain("BROWSE_KEYS");
    }
  });

  it("reports that a mode has no keys yet", async () => {
    await database.pool.query("update merchants set mode = 'PRODUCTION' where id = $1", [merchant.merchantId]);
    expect(await read("Admin")).toMatchObject({ status: 404, body: { code: "keys_missing" } });
    await database.pool.query("update merchants set mode = 'SANDBOX' where id = $1", [merchant.merchantId]);
  });
});
