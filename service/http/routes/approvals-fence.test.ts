import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { endpoint, type MoneyRule } from "../../../contract/endpoint.ts";
import { success } from "../../../contract/envelope.ts";
import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import type { Context } from "../../domain/context.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { moveMoney } from "../../domain/transactions/move-money.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { testContext } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestWallet, testMember } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { bearerOf } from "../../testing/sign-in.ts";
import { silentLog } from "../monitoring/log.ts";
import { createMetrics } from "../monitoring/metrics.ts";
import { createServer } from "../server.ts";

const MONEY_RULES = ["none", "approval", "settlement", "direct"] as const satisfies (MoneyRule | "none")[];

/** Declares an endpoint whose handler posts directly, without `moveOrSubmit`. */
function unfencedEndpoint(money: MoneyRule | "none") {
  return endpoint({
    method: "POST",
    path: `/planted/${money}`,
    tag: "Planted",
    summary: "Credit a wallet without asking for approval",
    source: "this test",
    extension: true,
    callers: ["session", "key"],
    permission: null,
    dashboard: false,
    status: 200,
    ...(money === "none" ? {} : { money }),
    body: z.object({ customerId: z.string(), amount: z.int() }),
    reply: success({}),
  });
}

const database = useTestDatabase();
let money: MoneyApp;
let server: FastifyInstance;
let wallet: CreatedWallet;
let bearers: Record<"dashboard" | "api" | "key", { authorization: string }>;

beforeAll(async () => {
  money = await openMoneyApp(database);
  const table = MONEY_RULES.map(unfencedEndpoint);
  const { app, binder } = createServer(money.services, {
    table,
    log: silentLog,
    metrics: createMetrics(),
    trustedProxies: "loopback",
    corsOrigins: new Set(),
    checkReplies: true,
  });
  for (const endpointWithRule of table) binder.bind(endpointWithRule, (ctx, { body }) => creditWallet(ctx, body));
  server = app;
  const { email } = await testMember(money.services, money.merchant, "Admin");
  bearers = {
    dashboard: await bearerOf(money.services, email, "dashboard"),
    api: await bearerOf(money.services, email, "api"),
    key: { authorization: money.authorization },
  };
});
beforeEach(async () => {
  wallet = await createTestWallet(money.ctx, {});
  await fundMerchantWallet(money.ctx, { amount: 1_000_000 });
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(async () => {
  await server.close();
  await money.close();
});

describe("an endpoint that posts money without requesting approval", () => {
  it.each(["none", "approval", "settlement"] as const)(
    "rejects a dashboard session when it declares %s",
    async (rule) => {
      expect(await credit(rule, "dashboard")).toMatchObject({ status: 500, code: "internal" });
      expect(await balance()).toBe(0);
    },
  );

  it.each(["key", "api"] as const)("rejects a %s caller when it declares no money rule", async (caller) => {
    expect(await credit("none", caller)).toMatchObject({ status: 500, code: "internal" });
    expect(await balance()).toBe(0);
  });

  it.each([
    ["approval", "key"],
    ["approval", "api"],
    ["direct", "key"],
    ["direct", "api"],
    ["direct", "dashboard"],
  ] as const)("declared as %s, posts for a %s caller", async (rule, caller) => {
    expect(await credit(rule, caller)).toMatchObject({ status: 200 });
    expect(await balance()).toBe(5_000);
  });
});

describe("moveMoney", () => {
  it("rejects a dashboard member without an approval and posts nothing", async () => {
    const ctx = await dashboardContext();
    await expect(move(ctx)).rejects.toThrow("this member posts this amount only through an approval");
    expect(await balance()).toBe(0);
  });

  it.each(["approval", "settlement"] as const)(
    "rejects a dashboard member without an approval when the endpoint declares %s",
    async (rule) => {
      const ctx = { ...(await dashboardContext()), money: rule };
      await expect(move(ctx)).rejects.toThrow("this member posts this amount only through an approval");
      expect(await balance()).toBe(0);
    },
  );
});

async function credit(rule: MoneyRule | "none", caller: keyof typeof bearers) {
  const reply = await server.inject({
    method: "POST",
    url: `/v1/planted/${rule}`,
    headers: bearers[caller],
    payload: { customerId: wallet.customerId, amount: 5_000 },
  });
  return { status: reply.statusCode, code: reply.json().code };
}

async function dashboardContext(): Promise<Context> {
  const actor = await testMember(money.services, money.merchant, "MainMerchant");
  expect(actor.channel).toBe("dashboard");
  return testContext(money.services, { tenant: money.merchant.sandbox, actor });
}

async function move(ctx: Context): Promise<object> {
  const accounts = await database.pool.query("select id from accounts where tenant = $1 and kind = 'merchant'", [
    ctx.tenant.id,
  ]);
  const source = BigInt(accounts.rows[0].id);
  return await moveMoney(ctx, {
    movements: [{ kind: "credit", source, destination: wallet.accountId, amount: 5_000n }],
    answer: () => ({}),
    audit: () => [],
  });
}

async function balance(): Promise<number> {
  const { rows } = await database.pool.query("select balance from accounts where id = $1", [wallet.accountId]);
  return Number(rows[0].balance);
}
