import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import type { Context } from "../../domain/context.ts";
import { watchBalances } from "../../domain/merchant/balance-alert/watch-balances.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import type { CreatedMerchant } from "../../domain/merchant/sign-up/create-merchant.ts";
import { deliverMessages } from "../../domain/messages/deliver-messages.ts";
import { createSmtpMail } from "../../providers/email/smtp-mail.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { testClock } from "../../testing/clock.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet, testMember } from "../../testing/factories.ts";
import { startMailServer } from "../../testing/mail-server.ts";
import { bearerOf } from "../../testing/sign-in.ts";

const database = useTestDatabase();
const clock = testClock();
let mail: Awaited<ReturnType<typeof startMailServer>>;
let money: MoneyApp;
let merchant: CreatedMerchant;
let ctx: Context;
let admin: { id: string; email: string };
let customerId: string;

beforeAll(async () => {
  mail = await startMailServer();
  const { providers } = testServices(database, { clock });
  const email = createSmtpMail({
    url: `smtp://127.0.0.1:${mail.port}`,
    from: "no-reply@wallets.example",
    allowsPlaintext: true,
    timeoutMs: 30_000,
  });
  money = await openMoneyApp(database, { clock, providers: { ...providers, email } });
});
beforeEach(async () => {
  merchant = await createTestMerchant(money.services);
  ctx = testContext(money.services, { tenant: merchant.sandbox });
  await fundMerchantWallet(ctx, { amount: 1_000_000 });
  admin = await testMember(money.services, merchant, "Admin");
  ({ customerId } = await createTestWallet(ctx));
});
afterEach(() => {
  mail.received.length = 0;
});
afterAll(async () => {
  await money.close();
  mail.close();
});

async function call(method: "GET" | "PUT", path: string, body?: object, email = admin.email) {
  const headers = await bearerOf(money.services, email);
  const payload = body ? { payload: body } : {};
  const reply = await money.app.inject({ method, url: `/v1${path}`, headers, ...payload });
  return { status: reply.statusCode, body: reply.json() };
}

const set = (body: object, email?: string) => call("PUT", "/merchant/balance-alert", body, email);
const lowBalance = async () => (await call("GET", "/user/profile")).body.data.Merchant.lowBalance;
const spend = (amount: number) => creditWallet(ctx, { customerId, amount });

/** Runs the job in several workers at once, and delivers what they queued. Returns the mails since the last call. */
async function watch() {
  await Promise.all([1, 2, 3].map(() => watchBalances(money.services)));
  while ((await deliverMessages(money.services)).sent > 0);
  return mail.received.splice(0).filter(({ mail: { subject } }) => subject?.startsWith("Low balance"));
}

it("mails once per fall, and again only after the balance rose above the amount", async () => {
  expect((await set({ threshold: 500_000 })).body.alert).toEqual({
    threshold: 500_000,
    memberIds: null,
    belowSince: null,
  });
  expect(await watch()).toEqual([]);
  expect(await lowBalance()).toBeNull();
  await spend(600_000);
  const balance = Number(
    (await database.pool.query("select balance from accounts where tenant = $1 and kind = 'merchant'", [ctx.tenant.id]))
      .rows[0].balance,
  );
  const fallen = await watch();
  expect(fallen.map(({ to }) => to[0])).toContain(admin.email);
  expect(fallen[0]?.mail.text).toContain("That is below your alert of NGN 5,000.00.");
  expect(fallen[0]?.mail.subject).toBe("Low balance: NGN 4,000.00 (sandbox)");
  expect(await lowBalance()).toEqual({ threshold: 500_000, balance });
  expect((await call("GET", "/merchant/balance-alert")).body.alert.belowSince).not.toBeNull();
  await spend(10_000);
  expect(await watch()).toEqual([]);
  await fundMerchantWallet(ctx, { amount: 500_000 });
  expect(await watch()).toEqual([]);
  expect(await lowBalance()).toBeNull();
  await spend(700_000);
  expect(await watch()).toHaveLength(fallen.length);
});

it("goes to the chosen members only, in the mode that set it", async () => {
  const support = await testMember(money.services, merchant, "Support");
  expect((await set({ threshold: 2_000_000, memberIds: [support.id] })).status).toBe(200);
  const mails = await watch();
  expect(mails.map(({ to }) => to[0])).toEqual([support.email]);
  const { rows } = await database.pool.query("select tenant from balance_alerts where tenant = any($1::integer[])", [
    [merchant.sandbox.id, merchant.production.id],
  ]);
  expect(rows).toEqual([{ tenant: merchant.sandbox.id }]);
  expect((await set({ threshold: null })).body.alert).toBeNull();
  expect(await lowBalance()).toBeNull();
});

it("is set by members who may change the account, for members of the merchant only", async () => {
  const operator = await testMember(money.services, merchant, "Operator");
  expect((await set({ threshold: 100 }, operator.email)).status).toBe(403);
  const stranger = await testMember(money.services, await createTestMerchant(money.services), "Admin");
  const refused = await set({ threshold: 100, memberIds: [stranger.id] });
  expect(refused).toMatchObject({ status: 400, body: { code: "validation_failed", errors: [{ field: "memberIds" }] } });
  expect((await set({ threshold: 0 })).status).toBe(400);
});
