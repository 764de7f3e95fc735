import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findOverdue } from "../../db/cards/authorizations.ts";
import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import { settleCards } from "../../domain/cards/authorizations/settle-cards.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { suspendMerchant } from "../../domain/merchant/settings/suspend-merchant.ts";
import { freezeWallet } from "../../domain/wallets/controls/freeze-wallet.ts";
import { fanOutEvents } from "../../domain/webhooks/events/fan-out-events.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { createTestCard, openTestIssuer, type TestCard, testIssuer } from "../../testing/cards.ts";
import { testClock } from "../../testing/clock.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { sumsByKind } from "../../testing/payouts.ts";

const database = useTestDatabase({ connections: 20 });
const clock = testClock();
const issuer = openTestIssuer(clock);
let money: MoneyApp;

beforeAll(async () => {
  const { providers } = testServices(database, { clock });
  money = await openMoneyApp(database, {
    clock,
    providers: { ...providers, issuers: { SANDBOX: testIssuer, PRODUCTION: null } },
  });
  await money.call("POST", "/merchant/fund-wallet", { amount: 900_000_000 });
});
afterEach(async () => {
  await expectBooksToBalance(database.pool);
  const { rows } = await database.pool.query(
    `select coalesce(sum(held), 0)::bigint as held, coalesce(sum(cleared - refunded), 0)::bigint as settled,
       coalesce(sum(owed), 0)::bigint as owed, (select coalesce(sum(amount - collected), 0)::bigint from receivables) as receivable
     from card_authorizations`,
  );
  const sums = await sumsByKind(money.ctx);
  expect(rows).toEqual([
    {
      held: sums.card_hold ?? 0n,
      settled: sums.issuer_settlement ?? 0n,
      owed: -(sums.receivable ?? 0n),
      receivable: -(sums.receivable ?? 0n),
    },
  ]);
});
afterAll(() => money.close());

type Customer = Awaited<ReturnType<typeof customerWith>>;
async function customerWith(amount: number) {
  const { customerId } = await createTestWallet(money.ctx);
  if (amount > 0) await credit(customerId, amount);
  const card = await createTestCard(money.ctx, { customerId });
  return { customerId, card };
}

const credit = (customerId: string, amount: number) =>
  money.call("POST", "/wallet/credit", { customerId, amount }).then(({ status }) => expect(status).toBe(200));

const walletOf = async ({ customerId }: Customer) =>
  (await money.call("GET", `/wallet/customer?customerId=${customerId}`)).body.wallet;
const balanceOf = async (customer: Customer): Promise<number> => (await walletOf(customer)).availableBalance;

const authorize = (card: TestCard, amount: number, facts: object = {}) =>
  issuer.authorize(money.app, card, amount, facts);

async function report(card: TestCard, kind: string, facts: object = {}) {
  const event = issuer.event(card, kind, facts);
  const { status } = await issuer.send(money.app, "events", event);
  expect(status).toBe(200);
  return event;
}

async function paymentsOf(card: TestCard) {
  return (await money.call("GET", `/card/${card.id}/authorizations`)).body.authorizations;
}
const setCard = (card: TestCard, changes: string, values: unknown[] = []) =>
  database.pool.query(`update cards set ${changes} where id = $1`, [card.id, ...values]);

describe("an authorization", () => {
  it("holds the money in the customer's history, and gives the same answer again", async () => {
    const customer = await customerWith(500_000);
    const first = await authorize(customer.card, 120_000);
    expect(first).toMatchObject({ status: 200, decision: "approve", code: null });
    expect(await balanceOf(customer)).toBe(380_000);
    const again = await authorize(customer.card, 120_000, { authorizationId: first.authorizationId });
    expect(again).toMatchObject({ decision: "approve", code: null });
    expect(await balanceOf(customer)).toBe(380_000);
    const { transactions } = (await money.call("GET", `/transaction/customer?customerId=${customer.customerId}`)).body;
    expect(transactions[0]).toMatchObject({ category: "CARD_PLACE_LIEN", type: "DEBIT", amount: 120_000 });
    const [payment] = await paymentsOf(customer.card);
    expect(payment).toMatchObject({ status: "approved", held: 120_000, merchant: { name: "Shoprite Lekki" } });
    const { authorization } = (await money.call("GET", `/card/authorization/${payment.id}`)).body;
    expect(authorization.entries).toMatchObject([
      { accountKind: "wallet", delta: -120_000 },
      { accountKind: "card_hold", delta: 120_000 },
    ]);
  });

  it("of 0 holds nothing and gives the same answer again; a clearing above it is paid", async () => {
    const customer = await customerWith(5_000);
    const { authorizationId, ...first } = await authorize(customer.card, 0);
    expect(first).toMatchObject({ status: 200, decision: "approve", code: null });
    expect(await authorize(customer.card, 0, { authorizationId })).toMatchObject({ decision: "approve", code: null });
    expect(await paymentsOf(customer.card)).toMatchObject([{ status: "approved", amount: 0, held: 0 }]);
    expect(await balanceOf(customer)).toBe(5_000);
    await report(customer.card, "clear", { authorizationId, amount: 700, isFinal: true });
    expect(await paymentsOf(customer.card)).toMatchObject([{ status: "cleared", cleared: 700, owed: 0 }]);
    expect(await balanceOf(customer)).toBe(4_300);
  });

  it("of 0 is declined like every other, and void when its approval came too late", async () => {
    const customer = await customerWith(0);
    const { authorizationId } = await authorize(customer.card, 0);
    await report(customer.card, "reverse", { authorizationId, amount: 0, reason: "late" });
    expect(await authorize(customer.card, 0, { authorizationId })).toMatchObject({ decision: "decline", code: "late" });
    expect(await paymentsOf(customer.card)).toMatchObject([{ status: "reversed", declineCode: "late" }]);
    await freezeWallet(money.ctx, { customerId: customer.customerId, reason: "Lost phone" });
    expect(await authorize(customer.card, 0)).toMatchObject({ decision: "decline", code: "wallet_frozen" });
    await setCard(customer.card, "locked_by_merchant = true");
    expect(await authorize(customer.card, 0)).toMatchObject({ decision: "decline", code: "card_frozen" });
    const ctx = testContext(money.services, { tenant: (await createTestMerchant(money.services)).sandbox });
    const card = await createTestCard(ctx, await createTestWallet(ctx));
    await suspendMerchant(ctx, "Fraud report");
    expect(await authorize(card, 0)).toMatchObject({ decision: "decline", code: "merchant_suspended" });
  });

  it("is answered once under a storm of the same request", async () => {
    const customer = await customerWith(500_000);
    const authorizationId = issuer.nextId("auth");
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => authorize(customer.card, 100_000, { authorizationId })),
    );
    expect(new Set(answers.map(({ decision }) => decision))).toEqual(new Set(["approve"]));
    expect(await balanceOf(customer)).toBe(400_000);
  });

  it("is approved exactly as often as the money lasts", async () => {
    const customer = await customerWith(40_000);
    const callers = Number(process.env.CARD_STORM ?? 120);
    const answers = await Promise.all(Array.from({ length: callers }, () => authorize(customer.card, 1_000)));
    expect(answers.filter(({ decision }) => decision === "approve")).toHaveLength(40);
    expect(answers.filter(({ code }) => code === "insufficient_funds" || code === "card_frozen")).toHaveLength(
      callers - 40,
    );
    expect(await balanceOf(customer)).toBe(0);
  });

  it("keeps to the card's own limits under a storm", async () => {
    const customer = await customerWith(500_000);
    await setCard(customer.card, "daily_limit = 10000");
    const answers = await Promise.all(Array.from({ length: 40 }, () => authorize(customer.card, 1_000)));
    expect(answers.filter(({ decision }) => decision === "approve")).toHaveLength(10);
    const declined = (await paymentsOf(customer.card)).find(({ status }: { status: string }) => status === "declined");
    expect(declined).toMatchObject({
      declineCode: "daily_limit",
      declineFacts: { limit: 10_000, spent: 10_000, amount: 1_000 },
    });
  });

  it.each([
    ["locked_by_customer = true", "card_frozen"],
    ["status = 'closed', closed_at = now()", "card_not_active"],
    ["per_transaction_limit = 999", "per_transaction_limit"],
    ["monthly_limit = 999", "monthly_limit"],
    ["channels = '{online}'", "channel_not_allowed"],
    ["categories = '{5812}'", "category_not_allowed"],
    ["countries = '{GH}'", "country_not_allowed"],
    ["merchants = '{Jumia}'", "merchant_not_allowed"],
  ])("is declined with %s", async (changes, code) => {
    const customer = await customerWith(5_000);
    await setCard(customer.card, changes);
    expect(await authorize(customer.card, 1_000)).toMatchObject({ status: 200, decision: "decline", code });
    expect(await balanceOf(customer)).toBe(5_000);
  });

  it("is declined for a frozen wallet, an unknown card and a wrong signature", async () => {
    const customer = await customerWith(5_000);
    await freezeWallet(money.ctx, { customerId: customer.customerId, reason: "Lost phone" });
    expect(await authorize(customer.card, 1_000)).toMatchObject({ decision: "decline", code: "wallet_frozen" });
    expect(await authorize({ id: "", issuerCardId: "card_none" }, 1)).toMatchObject({ code: "unknown_card" });
    const reply = await money.app.inject({ method: "POST", url: "/v1/issuer/sandbox/authorizations", payload: {} });
    expect(reply.statusCode).toBe(401);
  });

  it("counts to the daily limit of the wallet", async () => {
    const customer = await customerWith(30_000_000);
    const answers = await Promise.all(Array.from({ length: 8 }, () => authorize(customer.card, 3_000_000)));
    const refused = answers.find(({ decision }) => decision === "decline");
    expect(refused?.code).toMatch(/^wallet_(daily|single)_limit$/);
  });

  it("counts to it only while it is held or paid, and a release to its own day only", async () => {
    const customer = await customerWith(10_000);
    const { authorizationId } = await authorize(customer.card, 5_000);
    await report(customer.card, "clear", { authorizationId, amount: 2_000 });
    await report(customer.card, "reverse", { authorizationId, amount: 2_500 });
    expect(await walletOf(customer)).toMatchObject({ spentToday: 2_500 });
    clock.advance(86_400_000);
    await authorize(customer.card, 1_000);
    await report(customer.card, "reverse", { authorizationId, amount: 500 });
    expect(await walletOf(customer)).toMatchObject({ spentToday: 1_000 });
  });

  it("freezes the card after five declines for lack of money in an hour", async () => {
    const customer = await customerWith(0);
    for (let n = 0; n < 5; n += 1) {
      expect(await authorize(customer.card, 1_000)).toMatchObject({ code: "insufficient_funds" });
    }
    expect(await authorize(customer.card, 1_000)).toMatchObject({ code: "card_frozen" });
  });

  it("leaves no hold when it is late, in either order", async () => {
    const customer = await customerWith(50_000);
    const requestedAt = new Date(clock.now().getTime() - 2_500).toISOString();
    expect(await authorize(customer.card, 1_000, { requestedAt })).toMatchObject({ decision: "decline", code: "late" });
    const approved = await authorize(customer.card, 1_000);
    const { authorizationId } = approved;
    await report(customer.card, "reverse", { authorizationId, amount: 1_000, reason: "late" });
    const early = issuer.nextId("auth");
    await report(customer.card, "reverse", { authorizationId: early, amount: 1_000, reason: "late" });
    expect(await authorize(customer.card, 1_000, { authorizationId: early })).toMatchObject({ code: "late" });
    expect(await balanceOf(customer)).toBe(50_000);
  });
});

describe("webhooks of payments", () => {
  it("publish each step once, and the freeze after five empty declines", async () => {
    await database.pool.query("update tenant_settings set webhook_mode = 'BOTH' where tenant = $1", [
      money.ctx.tenant.id,
    ]);
    const hook = {
      url: "https://203.0.114.7/card-payments",
      events: ["card.authorization", "card.transaction", "card.status"],
    };
    expect((await money.call("POST", "/merchant/webhook/subscribe", hook)).status).toBe(201);
    const { card } = await customerWith(50_000);
    const { authorizationId } = await authorize(card, 40_000);
    await authorize(card, 40_000, { authorizationId });
    const cleared = await report(card, "clear", { authorizationId, amount: 30_000, isFinal: true });
    await issuer.send(money.app, "events", cleared);
    await report(card, "refund", { amount: 5_000 });
    for (let n = 0; n < 5; n += 1) await authorize(card, 900_000);
    while ((await fanOutEvents(money.services)).records > 0);
    const { rows } = await database.pool.query<{ body: string }>(
      "select body from webhook_events where type like 'card.%' and body like $1 order by id",
      [`%${card.id}%`],
    );
    const events = rows.map(({ body }) => JSON.parse(body));
    expect(events.map(({ event, data }) => [event, data.step ?? data.status, data.amount, data.declineCode])).toEqual([
      ["card.authorization", "approved", 40_000, null],
      ["card.transaction", "clear", 30_000, null],
      ["card.transaction", "refund", 5_000, null],
      ...Array.from({ length: 5 }, () => ["card.authorization", "declined", 900_000, "insufficient_funds"]),
      ["card.status", "frozen", undefined, undefined],
    ]);
    expect(events[1]?.data).toMatchObject({ final: true, merchantCurrency: "NGN" });
  });
});

describe("an event of the issuer", () => {
  it("is booked once, however often it is reported", async () => {
    const customer = await customerWith(100_000);
    const { authorizationId } = await authorize(customer.card, 60_000);
    const event = issuer.event(customer.card, "clear", { authorizationId, amount: 20_000 });
    const replies = await Promise.all(Array.from({ length: 30 }, () => issuer.send(money.app, "events", event)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await paymentsOf(customer.card)).toMatchObject([
      { status: "partially_cleared", held: 40_000, cleared: 20_000 },
    ]);
    await report(customer.card, "clear", { authorizationId, amount: 10_000, isFinal: true });
    expect(await balanceOf(customer)).toBe(70_000);
  });

  it("clears in parts and over, after expiry, on a frozen card and an empty, frozen wallet", async () => {
    const customer = await customerWith(10_000);
    const { authorizationId } = await authorize(customer.card, 9_000);
    await setCard(customer.card, "locked_by_merchant = true");
    await freezeWallet(money.ctx, { customerId: customer.customerId, reason: "Lost phone" });
    await report(customer.card, "clear", { authorizationId, amount: 4_000 });
    await report(customer.card, "expire", { authorizationId });
    expect(await balanceOf(customer)).toBe(6_000);
    await report(customer.card, "clear", { authorizationId, amount: 5_000 });
    await report(customer.card, "clear", { authorizationId, amount: 7_000, isFinal: true });
    expect(await balanceOf(customer)).toBe(0);
    expect(await paymentsOf(customer.card)).toMatchObject([
      { status: "cleared", cleared: 16_000, owed: 6_000, held: 0 },
    ]);
    expect(await settleCards(money.services)).toEqual({ expired: 0, collected: 0, isBehind: false });
    await money.call("POST", "/wallet/enable", { customerId: customer.customerId });
    await credit(customer.customerId, 2_500);
    expect(await settleCards(money.services)).toMatchObject({ collected: 1 });
    expect(await paymentsOf(customer.card)).toMatchObject([{ owed: 3_500 }]);
    await credit(customer.customerId, 10_000);
    await Promise.all([settleCards(money.services), settleCards(money.services)]);
    expect(await paymentsOf(customer.card)).toMatchObject([{ owed: 0 }]);
    expect(await balanceOf(customer)).toBe(6_500);
    const { transactions } = (await money.call("GET", `/transaction/customer?customerId=${customer.customerId}`)).body;
    expect(transactions[0]).toMatchObject({ category: "CARD_DEBIT", amount: 3_500 });
  });

  it("credits a refund before its clearing once, in another currency and without an authorization", async () => {
    const customer = await customerWith(10_000);
    const { authorizationId } = await authorize(customer.card, 8_000);
    const foreign = { merchantAmount: 500, merchantCurrency: "USD", rate: "16" };
    const refund = issuer.event(customer.card, "refund", { authorizationId, amount: 8_000, ...foreign });
    await issuer.send(money.app, "events", refund);
    await issuer.send(money.app, "events", refund);
    expect(await balanceOf(customer)).toBe(10_000);
    await report(customer.card, "clear", { authorizationId, amount: 8_000, isFinal: true });
    await report(customer.card, "refund", { amount: 700 });
    expect(await balanceOf(customer)).toBe(10_700);
    expect(await paymentsOf(customer.card)).toMatchObject([
      { status: "refunded", refunded: 700 },
      { status: "cleared", cleared: 8_000, refunded: 8_000 },
    ]);
  });

  it("clears without an authorization", async () => {
    const customer = await customerWith(1_000);
    await report(customer.card, "clear", { amount: 1_500, isFinal: true });
    expect(await paymentsOf(customer.card)).toMatchObject([{ status: "cleared", cleared: 1_500, owed: 500 }]);
  });

  it("keeps a shop's name without what the database cannot store", async () => {
    const { card } = await customerWith(5_000);
    const merchant = { name: "Shoprite\u0000\u0000\u202eLekki", category: "5411", country: "NG", city: "Lagos\ud83d" };
    const { eventId } = await report(card, "clear", { amount: 1_000, merchant });
    const { rows } = await database.pool.query("select from card_events where issuer_event_id = $1", [eventId]);
    expect(rows).toHaveLength(1);
    expect(await paymentsOf(card)).toMatchObject([{ merchant: { name: "Shoprite Lekki", city: "Lagos\ufffd" } }]);
    expect(await authorize(card, 1_000, { merchant })).toMatchObject({ decision: "approve" });
  });

  it("books events of one authorization that arrive together as in any order", async () => {
    const customer = await customerWith(10_000);
    const { authorizationId } = await authorize(customer.card, 5_000);
    await Promise.all([
      report(customer.card, "increment", { authorizationId, amount: 2_000 }),
      report(customer.card, "clear", { authorizationId, amount: 3_000 }),
      report(customer.card, "reverse", { authorizationId, amount: 1_000 }),
      report(customer.card, "refund", { authorizationId, amount: 500 }),
      report(customer.card, "clear", { authorizationId, amount: 1_000 }),
    ]);
    expect(await paymentsOf(customer.card)).toMatchObject([{ held: 2_000, cleared: 4_000, refunded: 500, owed: 0 }]);
    expect(await balanceOf(customer)).toBe(4_500);
    clock.advance(8 * 86_400_000);
    expect(await settleCards(money.services)).toMatchObject({ expired: expect.any(Number) });
    expect(await balanceOf(customer)).toBe(6_500);
    const [payment] = await paymentsOf(customer.card);
    const { authorization } = (await money.call("GET", `/card/authorization/${payment.id}`)).body;
    expect(authorization.events).toHaveLength(6);
    const sum = authorization.entries.reduce((total: number, { delta }: { delta: number }) => total + delta, 0);
    expect(sum).toBe(0);
  });

  it("that cannot be settled keeps no other one waiting", async () => {
    const [broken, healthy] = [await customerWith(10_000), await customerWith(10_000)];
    const expiresAt = new Date(clock.now().getTime() + 1_000).toISOString();
    for (const { card } of [broken, healthy]) await authorize(card, 4_000, { expiresAt });
    const setStripe = (change: string) =>
      database.pool.query(`update card_authorizations set stripe = ${change} where card = $1`, [broken.card.id]);
    await setStripe("stripe + 1000");
    clock.advance(2_000);
    await expect(settleCards(money.services)).rejects.toThrow("could not be settled");
    expect(await balanceOf(healthy)).toBe(10_000);
    expect(await balanceOf(broken)).toBe(6_000);
    await setStripe("stripe - 1000");
    await settleCards(money.services);
    expect(await balanceOf(broken)).toBe(10_000);
  });

  it("are settled for the merchants in turn, however many one of them has", async () => {
    const busy = await customerWith(10_000);
    const ctx = testContext(money.services, { tenant: (await createTestMerchant(money.services)).sandbox });
    await fundMerchantWallet(ctx, { amount: 100_000 });
    const { customerId } = await createTestWallet(ctx);
    await creditWallet(ctx, { customerId, amount: 10_000 });
    const card = await createTestCard(ctx, { customerId });
    const inMs = (ms: number) => ({ expiresAt: new Date(clock.now().getTime() + ms).toISOString() });
    for (const ms of [100, 200, 300, 400]) await authorize(busy.card, 1_000, inMs(ms));
    await authorize(card, 1_000, inMs(500));
    clock.advance(1_000);
    const tenants = (await findOverdue(database.pool, clock.now(), 2)).map(({ tenant }) => tenant);
    expect(tenants).toEqual([money.ctx.tenant.id, ctx.tenant.id]);
    expect(await settleCards(money.services, 2)).toMatchObject({ expired: 2, isBehind: true });
    expect(await settleCards(money.services)).toMatchObject({ expired: 3, isBehind: false });
    expect(await balanceOf(busy)).toBe(10_000);
  });

  it("of a card of its own account uses that account, never the wallet", async () => {
    const { customerId } = await createTestWallet(money.ctx);
    const card = await createTestCard(money.ctx, { customerId, source: "CARD" });
    await credit(customerId, 5_000);
    expect(await authorize(card, 1_000)).toMatchObject({ decision: "decline", code: "insufficient_funds" });
    await report(card, "clear", { amount: 1_000 });
    expect(await paymentsOf(card)).toMatchObject([{ owed: 1_000 }, { status: "declined" }]);
    expect(await balanceOf({ customerId, card })).toBe(5_000);
  });

  it("of a funded card is paid from its account; unloading takes the rest back", async () => {
    const { customerId } = await createTestWallet(money.ctx);
    const card = await createTestCard(money.ctx, { customerId, source: "CARD" });
    await credit(customerId, 5_000);
    const funded = await money.call("POST", "/card/fund", { customerId, amount: 3_000 });
    expect(funded).toMatchObject({ status: 200, body: { message: "Card funded successfully." } });
    const { authorizationId } = await authorize(card, 1_000);
    await report(card, "clear", { authorizationId, amount: 600, isFinal: true });
    expect((await money.call("GET", `/card/balance?customerId=${customerId}`)).body.data).toMatchObject({
      id: card.id,
      availableBalance: "2400",
      deletedAt: null,
    });
    expect((await money.call("POST", "/card/unload", { customerId, amount: 2_401 })).status).toBe(400);
    const unloaded = await money.call("POST", "/card/unload", { customerId, amount: 2_400 });
    expect(unloaded.body).toMatchObject({ message: "Card unloaded successfully." });
    expect(await balanceOf({ customerId, card })).toBe(4_400);
    const unknown = { customerId: money.ctx.ids.next(), amount: 1 };
    expect((await money.call("POST", "/card/fund", unknown)).status).toBe(404);
  });

  it("of a closed card leaves a debt that money for this card pays", async () => {
    const { customerId } = await createTestWallet(money.ctx);
    const card = await createTestCard(money.ctx, { customerId, source: "CARD" });
    await credit(customerId, 5_000);
    const move = (act: "fund" | "unload", amount: number) =>
      money.call("POST", `/card/${act}`, { customerId, amount, cardId: card.id });
    expect((await move("fund", 3_000)).status).toBe(200);
    const { authorizationId } = await authorize(card, 1_000);
    await setCard(card, "status = 'closed', closed_at = now()");
    expect((await move("unload", 2_000)).status).toBe(200);
    await report(card, "clear", { authorizationId, amount: 1_700, isFinal: true });
    expect(await paymentsOf(card)).toMatchObject([{ cleared: 1_700, owed: 700 }]);
    expect((await move("fund", 701)).body.message).toContain("₦7.00");
    expect((await move("fund", 700)).status).toBe(200);
    await settleCards(money.services);
    expect(await paymentsOf(card)).toMatchObject([{ owed: 0 }]);
    expect((await move("fund", 700)).body.code).toBe("card_takes_no_money");
    expect(await balanceOf({ customerId, card })).toBe(3_300);
  });

  it("of a replaced card is paid from the money that its replacement has", async () => {
    const { customerId } = await createTestWallet(money.ctx);
    const card = await createTestCard(money.ctx, { customerId, source: "CARD" });
    await credit(customerId, 5_000);
    await money.call("POST", "/card/fund", { customerId, amount: 3_000 });
    // The issuer answers nothing: the replacement stays ordered.
    const replaced = await money.call("POST", `/card/${card.id}/replace`, { reason: "lost" });
    expect(replaced.body.code).toBe("card_order_open");
    const balance = async () => (await money.call("GET", `/card/balance?customerId=${customerId}`)).body.data;
    expect(await balance()).toMatchObject({ availableBalance: "3000", deletedAt: null });
    await report(card, "clear", { amount: 600, isFinal: true });
    expect(await balance()).toMatchObject({ availableBalance: "2400" });
    expect((await money.call("POST", "/card/unload", { customerId, amount: 2_400 })).status).toBe(200);
    expect(await balanceOf({ customerId, card })).toBe(4_400);
  });

  it("of the older one of two prepaid cards is paid from its own account, which its ID names", async () => {
    const { customerId } = await createTestWallet(money.ctx);
    const older = await createTestCard(money.ctx, { customerId, source: "CARD" });
    clock.advance(1);
    const newer = await createTestCard(money.ctx, { customerId, source: "CARD" });
    await credit(customerId, 5_000);
    const move = async (act: "fund" | "unload", amount: number, cardId?: string) =>
      (await money.call("POST", `/card/${act}`, { customerId, amount, cardId })).status;
    expect(await move("fund", 3_000, older.id)).toBe(200);
    expect(await authorize(newer, 1_000)).toMatchObject({ decision: "decline", code: "insufficient_funds" });
    expect(await authorize(older, 1_000)).toMatchObject({ decision: "approve" });
    const balance = await money.call("GET", `/card/balance?customerId=${customerId}&cardId=${older.id}`);
    expect(balance.body.data).toMatchObject({ id: older.id, availableBalance: "2000" });
    expect([await move("unload", 2_000), await move("unload", 2_000, older.id)]).toEqual([400, 200]);
    expect(await balanceOf({ customerId, card: older })).toBe(4_000);
  });

  it("for a card that is not ours is refused, so that the issuer repeats it", async () => {
    const event = issuer.event({ id: "", issuerCardId: "card_none" }, "clear", { amount: 5 });
    expect((await issuer.send(money.app, "events", event)).status).toBe(404);
  });
});

describe("GET /card/balance", () => {
  it("finds no card by digits that cards of two customers share", async () => {
    const prepaid = async () => createTestCard(money.ctx, { ...(await createTestWallet(money.ctx)), source: "CARD" });
    const [first, second] = [await prepaid(), await prepaid()];
    const digits = money.services.providers.secrets.keyedHash("424242", "card_last6");
    const found = async () => (await money.call("GET", "/card/balance?last6=424242")).body;
    await setCard(first, "last6_hash = $2", [digits]);
    expect((await found()).data).toMatchObject({ id: first.id });
    await setCard(second, "last6_hash = $2", [digits]);
    expect((await found()).code).toBe("card_not_found");
    await setCard(second, "status = 'closed', closed_at = now()");
    expect((await found()).data).toMatchObject({ id: first.id });
    // A damaged card and its replacement have one account.
    const open = "status = 'active', closed_at = null, replaces = $2";
    await setCard(second, `${open}, card_account = (select card_account from cards where id = $2)`, [first.id]);
    expect((await found()).data).toMatchObject({ availableBalance: "0" });
  });
});
