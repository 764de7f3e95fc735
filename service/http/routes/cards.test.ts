import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { informIssuers } from "../../domain/cards/inform-issuer.ts";
import { resolveOrders } from "../../domain/cards/resolve-orders.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { fanOutEvents } from "../../domain/webhooks/events/fan-out-events.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { testIssuer } from "../../testing/cards.ts";
import { testClock } from "../../testing/clock.ts";
import { testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestWallet, testMember } from "../../testing/factories.ts";
import { openTestBank, type TestBank } from "../../testing/sandbox-bank.ts";
import { bearerOf } from "../../testing/sign-in.ts";

const database = useTestDatabase();
const clock = testClock();
let money: MoneyApp;
let bank: TestBank;
let holder: CreatedWallet;

beforeAll(async () => {
  bank = await openTestBank(database, { clock });
  const { providers } = testServices(database, { clock });
  money = await openMoneyApp(database, { clock, providers: { ...providers, ...bank.providers } });
  bank.connect(money.app);
});
beforeEach(async () => {
  holder = await createTestWallet(money.ctx, { firstName: "Chidi", lastName: "Okafor" });
});
afterAll(async () => {
  await money.close();
  await bank.close();
});

const issue = (more: object = {}, headers: Record<string, string> = {}) =>
  money.call("POST", "/card", { customerId: holder.customerId, address1: "12 Marina Road", ...more }, headers);
const read = async (id: string) => (await money.call("GET", `/card/${id}`)).body.card;
const step = (id: string, verb: string, body: object = {}) => money.call("POST", `/card/${id}/${verb}`, body);

/** Runs with an issuer whose address nobody answers. */
async function withoutIssuer<T>(run: () => Promise<T>): Promise<T> {
  const { issuers } = money.services.providers;
  const real = issuers.SANDBOX;
  issuers.SANDBOX = testIssuer;
  return await run().finally(() => {
    issuers.SANDBOX = real;
  });
}

/** The cards that the issuer made for this customer: number, state and locks. */
async function cardsAtIssuer() {
  const { rows } = await database.pool.query<{
    number: string;
    status: string;
    locked: boolean;
    controls: { daily: number | null } | null;
  }>(
    `select c.number, c.status, c.locked_by_program as locked, c.controls from sandbox_issuer.cards c
     join sandbox_issuer.holders h on h.id = c.holder join cards k on k.id::text = c.reference
     where h.reference = $1 order by k.created_at, c.created_at`,
    [holder.customerId],
  );
  return rows;
}

describe("PUT /card/setup", () => {
  it("keeps the key sealed and shows it to nobody", async () => {
    const setup = {
      appId: "app-1",
      appKey: "the-secret-key-of-the-app",
      prepaidCardPrefix: "506066",
      loadingAccountName: "Ada Ventures",
      loadingAccountNumber: "0123456789",
      loadingAccountSortcode: "058",
    };
    const { status, body } = await money.call("PUT", "/card/setup", setup);
    expect([status, body.message]).toEqual([200, "Card setup information successfully updated."]);
    const { rows } = await database.pool.query<{ text: string }>(
      `select card_setups::text as text from card_setups union all
       select audit_log::text from audit_log where action = 'card_setup.update'`,
    );
    expect(rows).toHaveLength(2);
    expect(rows.map(({ text }) => text).join()).not.toContain(setup.appKey);
  });
});

describe("POST /card", () => {
  it("makes a virtual card that is active, without its number", async () => {
    const { status, body } = await issue({ label: "Fuel", controls: { daily: 500_000, channels: ["pos"] } });
    expect([status, body.message]).toEqual([200, "Card created successfully."]);
    const [made] = await cardsAtIssuer();
    expect(body.card).toMatchObject({
      customerId: holder.customerId,
      customerName: "Chidi Okafor",
      type: "VIRTUAL",
      source: "WALLET",
      status: "active",
      last4: made?.number.slice(-4),
      nameOnCard: "CHIDI OKAFOR",
      controls: { daily: 500_000, channels: ["pos"], perTransaction: null },
    });
    expect(JSON.stringify(body)).not.toContain(made?.number);
    expect(made?.number).toMatch(/^506066\d{10}$/);
  });

  it("answers the same card for the same Idempotency-Key, and refuses it for another customer", async () => {
    const headers = { "idempotency-key": `issue-${holder.customerId}` };
    const [first, second] = [await issue({}, headers), await issue({}, headers)];
    expect(second.body.card.id).toBe(first.body.card.id);
    expect(await cardsAtIssuer()).toHaveLength(1);
    const other = await issue({ customerId: (await createTestWallet(money.ctx)).customerId }, headers);
    expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
  });

  it("refuses an unknown customer", async () => {
    const { status, body } = await issue({ customerId: money.ctx.ids.next() });
    expect([status, body.code]).toEqual([400, "customer_not_found"]);
  });

  it("leaves an order without an answer open, repeats it, and makes one card", async () => {
    const headers = { "idempotency-key": `lost-${holder.customerId}` };
    const real = money.services.providers.issuers.SANDBOX;
    if (!real) throw new Error("no issuer");
    // The issuer makes the card, and its answer is lost on the way.
    money.services.providers.issuers.SANDBOX = {
      ...real,
      createCard: async (order) => {
        await real.createCard(order);
        return { outcome: "unknown", code: "timeout" };
      },
    };
    const lost = await issue({}, headers);
    expect([lost.status, lost.body.code]).toEqual([503, "card_order_open"]);
    const open = (await money.call("GET", `/card?customerId=${holder.customerId}`)).body;
    expect(open.cards).toMatchObject([{ status: "requested", last4: null }]);
    expect(open.counts).toMatchObject({ requested: 1, active: 0 });
    money.services.providers.issuers.SANDBOX = real;
    clock.advance(60_000);
    expect(await resolveOrders(money.services)).toBe(1);
    expect(await read(open.cards[0].id)).toMatchObject({ status: "active", last4: expect.stringMatching(/^\d{4}$/) });
    const repeated = await issue({}, headers);
    expect(repeated.body.card.id).toBe(open.cards[0].id);
    expect(await cardsAtIssuer()).toHaveLength(1);
  });

  it("publishes card.linked and each state", async () => {
    await database.pool.query("update tenant_settings set webhook_mode = 'BOTH' where tenant = $1", [
      money.ctx.tenant.id,
    ]);
    const hook = { url: "https://203.0.114.7/cards", events: ["card.linked", "card.status"] };
    expect((await money.call("POST", "/merchant/webhook/subscribe", hook)).status).toBe(201);
    const { card } = (await issue()).body;
    await step(card.id, "freeze", { reason: "Lost for a moment" });
    while ((await fanOutEvents(money.services)).records > 0);
    const { rows } = await database.pool.query<{ body: string }>(
      "select body from webhook_events where type like 'card.%' and body like $1 order by id",
      [`%${card.id}%`],
    );
    const events = rows.map(({ body }) => JSON.parse(body));
    expect(events.map(({ event, data }) => [event, data.status])).toEqual([
      ["card.linked", "frozen"],
      ["card.status", "active"],
      ["card.status", "frozen"],
    ]);
  });
});

describe("locks", () => {
  it("are separate: each side removes only its own", async () => {
    const { card } = (await issue()).body;
    expect((await step(card.id, "freeze", { reason: "Fraud report" })).body.card).toMatchObject({
      status: "frozen",
      locks: { merchant: true, customer: false, issuer: false },
    });
    expect((await cardsAtIssuer())[0]?.locked).toBe(true);
    expect(await step(card.id, "freeze", { reason: "Again" })).toMatchObject({ status: 409 });
    await step(card.id, "freeze", { reason: "Asked by phone", lock: "customer" });
    const still = await step(card.id, "unfreeze");
    expect(still.body.card).toMatchObject({ status: "frozen", locks: { merchant: false, customer: true } });
    expect((await cardsAtIssuer())[0]?.locked).toBe(true);
    expect((await step(card.id, "unfreeze")).body.code).toBe("card_lock_missing");
    const open = await step(card.id, "unfreeze", { lock: "customer" });
    expect(open.body.card).toMatchObject({ status: "active", locks: { customer: false } });
    expect((await cardsAtIssuer())[0]?.locked).toBe(false);
  });
});

describe("an issuer that does not answer", () => {
  it("hears of locks, limits and ends once it answers; ours count immediately", async () => {
    const [{ card }, { card: ended }] = [(await issue()).body, (await issue()).body];
    await withoutIssuer(async () => {
      expect((await step(card.id, "freeze", { reason: "Lost phone" })).body.card.status).toBe("frozen");
      expect((await money.call("PUT", `/card/${card.id}/controls`, { daily: 70_000 })).status).toBe(200);
      expect((await step(ended.id, "close", { reason: "Left" })).body.card.status).toBe("closed");
      const unlocked = await step(card.id, "unfreeze");
      expect([unlocked.status, unlocked.body.code]).toEqual([503, "card_issuer_unavailable"]);
      clock.advance(60_000);
      expect(await informIssuers(money.services)).toBe(0);
    });
    const untold = await cardsAtIssuer();
    expect(untold.map(({ status, locked, controls }) => [status, locked, controls])).toEqual([
      ["active", false, null],
      ["active", false, null],
    ]);
    // It is not asked again before its time.
    expect(await informIssuers(money.services)).toBe(0);
    clock.advance(60_000);
    const heard = await Promise.all([informIssuers(money.services), informIssuers(money.services)]);
    expect(heard[0] + heard[1]).toBe(2);
    expect(await cardsAtIssuer()).toMatchObject([
      { status: "active", locked: true, controls: { daily: 70_000 } },
      { status: "closed" },
    ]);
    const { rows } = await database.pool.query("select from issuer_notices");
    expect(rows).toHaveLength(0);
    expect((await step(card.id, "unfreeze")).body.card.status).toBe("active");
    expect((await cardsAtIssuer())[0]?.locked).toBe(false);
  });

  it("keeps nobody else waiting where a merchant has none any more: the lock counts, and is sent once there is one", async () => {
    const { card } = (await issue()).body;
    const { issuers } = money.services.providers;
    const real = issuers.SANDBOX;
    issuers.SANDBOX = null;
    try {
      expect((await step(card.id, "freeze", { reason: "Lost phone" })).body.card?.status).toBe("frozen");
      clock.advance(60_000);
      expect(await informIssuers(money.services)).toBe(0);
    } finally {
      issuers.SANDBOX = real;
    }
    clock.advance(60_000);
    expect(await informIssuers(money.services)).toBe(1);
    expect(await cardsAtIssuer()).toMatchObject([{ locked: true }]);
  });

  it("hears of a change that came while it heard the former one", async () => {
    const { card } = (await issue()).body;
    const { issuers } = money.services.providers;
    const real = issuers.SANDBOX;
    if (!real) throw new Error("no issuer");
    let controlled = Promise.resolve({ status: 0 });
    issuers.SANDBOX = {
      ...real,
      freeze: async (id) => {
        controlled = money.call("PUT", `/card/${card.id}/controls`, { daily: 80_000 });
        await controlled;
        return await real.freeze(id);
      },
    };
    await step(card.id, "freeze", { reason: "Lost phone" });
    issuers.SANDBOX = real;
    expect((await controlled).status).toBe(200);
    expect(await informIssuers(money.services)).toBe(1);
    expect(await cardsAtIssuer()).toMatchObject([{ locked: true, controls: { daily: 80_000 } }]);
  });
});

describe("POST /card/activate", () => {
  /** A delivered physical card, with its last six digits. */
  async function deliver(more: object = {}) {
    const { card } = (await issue({ type: "PHYSICAL", ...more })).body;
    for (const status of ["shipped", "pending_activation"]) {
      await money.call("POST", "/sandbox/card/ship", { cardId: card.id });
      expect(await read(card.id)).toMatchObject({ status });
    }
    return { id: card.id as string, last6: (await cardsAtIssuer())[0]?.number.slice(-6) };
  }
  const activate = (body: object, headers: Record<string, string> = {}) =>
    money.call("POST", "/card/activate", { customerId: holder.customerId, ...body }, headers);
  const balances = async () => {
    const { body } = await money.call("GET", `/card/balance?customerId=${holder.customerId}`);
    const { wallet } = (await money.call("GET", `/wallet/customer?customerId=${holder.customerId}`)).body;
    return [body.data.availableBalance, wallet.availableBalance];
  };

  it("funds a prepaid card by the amount, once for its key", async () => {
    const { id, last6 } = await deliver({ source: "CARD" });
    await money.call("POST", "/merchant/fund-wallet", { amount: 10_000 });
    await money.call("POST", "/wallet/credit", { customerId: holder.customerId, amount: 5_000 });
    expect(await activate({ last6, amount: 5_001 })).toMatchObject({ status: 400 });
    expect(await read(id)).toMatchObject({ status: "pending_activation" });
    const headers = { "idempotency-key": `activate-${id}` };
    const [first, again] = [
      await activate({ last6, amount: 3_000 }, headers),
      await activate({ last6, amount: 3_000 }, headers),
    ];
    expect(first).toMatchObject({
      status: 200,
      body: { message: "Card activated successfully.", card: { id, status: "active" } },
    });
    expect(again.body).toEqual(first.body);
    expect(await balances()).toEqual(["3000", 2_000]);
  });

  it("activates a card that pays from the wallet without an amount only", async () => {
    const { id, last6 } = await deliver();
    expect((await activate({ last6, amount: 1_000 })).body.code).toBe("card_without_account");
    expect((await activate({ last6: "000000" })).body.code).toBe("card_activation_refused");
    expect((await activate({ last6 })).body.card).toMatchObject({ id, status: "active" });
  });

  it("lets nobody guess the digits of a card on its way to its holder", async () => {
    const { last6 } = await deliver();
    const wrong = ["100000", "200000", "300000", "400000", "500000"].map((one) => (one === last6 ? "600000" : one));
    for (const guess of wrong) expect((await activate({ last6: guess })).body.code).toBe("card_activation_refused");
    const locked = await activate({ last6 });
    expect([locked.status, locked.body.code]).toEqual([429, "login_locked"]);
    clock.advance(16 * 60_000);
    expect((await activate({ last6 })).body.card).toMatchObject({ status: "active" });
  });

  it("needs the permission to fund, and another member's approval where funding needs it", async () => {
    const { id, last6 } = await deliver({ source: "CARD" });
    await money.call("POST", "/merchant/fund-wallet", { amount: 10_000 });
    await money.call("POST", "/wallet/credit", { customerId: holder.customerId, amount: 5_000 });
    const headersOf = async (role: "Operator" | "Admin") =>
      await bearerOf(money.services, (await testMember(money.services, money.merchant, role)).email, "dashboard");
    const refused = await activate({ last6, amount: 1_000 }, await headersOf("Operator"));
    expect([refused.status, refused.body.code]).toEqual([403, "permission_missing"]);
    expect(await read(id)).toMatchObject({ status: "pending_activation" });
    const admin = await headersOf("Admin");
    const submitted = await activate({ last6, amount: 1_000 }, admin);
    expect(submitted.body).toMatchObject({
      message: "Transaction successfully submitted for approval.",
      card: { id, status: "active" },
    });
    await money.call("POST", "/card/fund", { customerId: holder.customerId, amount: 700 }, admin);
    const { data } = (await money.call("GET", "/transaction/pending", undefined, admin)).body;
    const funding = data.find(({ amount }: { amount: number }) => amount === 700);
    expect(funding.metadata).toEqual({ customerId: holder.customerId, cardId: id, amount: 700 });
    expect(await balances()).toEqual(["0", 5_000]);
  });
});

describe("ending and replacing", () => {
  it("closes for good", async () => {
    const { card } = (await issue()).body;
    const closed = await step(card.id, "close", { reason: "Left the company" });
    expect(closed.body.card).toMatchObject({ status: "closed", reason: "Left the company" });
    expect(closed.body.card.closedAt).not.toBeNull();
    for (const [verb, body] of [
      ["freeze", { reason: "x" }],
      ["close", { reason: "x" }],
      ["reveal", {}],
      ["replace", { reason: "lost" }],
    ] as const) {
      expect((await step(card.id, verb, body)).body.code).toBe("card_closed");
    }
    expect((await cardsAtIssuer())[0]?.status).toBe("closed");
  });

  it("gives a lost card a new number, and keeps that of a damaged one", async () => {
    const { card } = (await issue({ controls: { monthly: 900_000 } })).body;
    clock.advance(1_000);
    const { card: second } = (await step(card.id, "replace", { reason: "lost" })).body;
    expect(second).toMatchObject({ status: "active", replaces: card.id, controls: { monthly: 900_000 } });
    expect(await read(card.id)).toMatchObject({ status: "replaced", replacedBy: second.id, reason: "lost" });
    clock.advance(1_000);
    const { card: third } = (await step(second.id, "replace", { reason: "damaged" })).body;
    expect(third.last4).toBe(second.last4);
    expect(await read(second.id)).toMatchObject({ status: "replaced", replacedBy: third.id });
    const [first, again, kept] = await cardsAtIssuer();
    expect(again?.number).not.toBe(first?.number);
    expect(kept?.number).toBe(again?.number);
    expect([first?.status, again?.status, kept?.status]).toEqual(["closed", "closed", "active"]);
  });

  it("replaces a damaged card again after its replacement was refused or closed", async () => {
    const { card } = (await issue({ type: "PHYSICAL" })).body;
    const replace = async () => (await step(card.id, "replace", { reason: "damaged" })).body;
    const { issuers } = money.services.providers;
    const real = issuers.SANDBOX;
    if (!real) throw new Error("no issuer");
    issuers.SANDBOX = { ...real, replace: async () => ({ outcome: "refused", code: "none", reason: "No plastic" }) };
    expect((await replace()).code).toBe("card_issuer_refused");
    issuers.SANDBOX = real;
    const { card: second } = await replace();
    expect((await replace()).code).toBe("card_replaced_already");
    await step(second.id, "close", { reason: "Lost on its way" });
    const { card: third } = await replace();
    expect(await read(card.id)).toMatchObject({ status: "in_production", replacedBy: third.id });
  });
});

describe("controls", () => {
  it("are replaced as a whole", async () => {
    const { card } = (await issue({ controls: { daily: 500_000 } })).body;
    const body = { perTransaction: 20_000, countries: ["NG", "NG"], categories: [] };
    const changed = await money.call("PUT", `/card/${card.id}/controls`, body);
    expect(changed.body.card.controls).toEqual({
      perTransaction: 20_000,
      daily: null,
      monthly: null,
      channels: null,
      categories: null,
      countries: ["NG"],
      merchants: null,
    });
  });
});

describe("roles", () => {
  it("let Support see, Operators issue and freeze, Admins change controls and close", async () => {
    const { card } = (await issue()).body;
    const answers = async (role: "Support" | "Operator" | "Admin") => {
      const { email } = await testMember(money.services, money.merchant, role);
      const headers = await bearerOf(money.services, email);
      const statuses = [];
      for (const [method, path, body] of [
        ["GET", `/card/${card.id}`, undefined],
        ["POST", `/card/${card.id}/freeze`, { reason: "Test", lock: "customer" }],
        ["POST", `/card/${card.id}/unfreeze`, { lock: "customer" }],
        ["PUT", `/card/${card.id}/controls`, {}],
      ] as const) {
        statuses.push((await money.call(method, path, body, headers)).status);
      }
      return statuses;
    };
    expect(await answers("Support")).toEqual([200, 403, 403, 403]);
    expect(await answers("Operator")).toEqual([200, 200, 200, 403]);
    expect(await answers("Admin")).toEqual([200, 200, 200, 200]);
  });
});

describe("the number of a card", () => {
  it("of a test card is shown from its delivery on, because nobody holds the plastic", async () => {
    const { card } = (await issue({ type: "PHYSICAL" })).body;
    const ship = () => money.call("POST", "/sandbox/card/ship", { cardId: card.id });
    await ship();
    expect((await step(card.id, "reveal")).body.code).toBe("card_not_active");
    expect((await ship()).body.card.status).toBe("pending_activation");
    expect((await step(card.id, "reveal")).status).toBe(200);
  });

  it("activates a delivered card by its last six digits, which are not kept", async () => {
    const { card } = (await issue({ type: "PHYSICAL" })).body;
    const [made] = await cardsAtIssuer();
    const last6 = made?.number.slice(-6) ?? "";
    const activate = (digits: string) =>
      money.call("POST", "/card/activate", { customerId: holder.customerId, last6: digits });
    expect((await activate(last6)).body.code).toBe("card_activation_refused");
    for (const _step of ["shipped", "delivered"]) await money.call("POST", "/sandbox/card/ship", { cardId: card.id });
    expect((await activate(last6 === "000000" ? "111111" : "000000")).body.code).toBe("card_activation_refused");
    const { body } = await activate(last6);
    expect([body.message, body.card.status]).toEqual(["Card activated successfully.", "active"]);
    expect(body.card.shipping.map(({ step: at }: { step: string }) => at)).toEqual([
      "in_production",
      "shipped",
      "pending_activation",
      "active",
    ]);
    const { rows } = await database.pool.query("select from cards c where c::text like $1", [`%${last6}%`]);
    expect(rows).toEqual([]);
  });

  it("is shown once by the issuer and stands nowhere in our database", async () => {
    const { card } = (await issue()).body;
    const { status, body } = await step(card.id, "reveal", { embedder: "https://dashboard.example/path" });
    expect(status).toBe(200);
    const page = await fetch(body.reveal.url);
    const html = await page.text();
    const [made] = await cardsAtIssuer();
    expect(html.replaceAll(" ", "")).toContain(made?.number);
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors https://dashboard.example;");
    expect(page.headers.get("cache-control")).toBe("no-store");
    const again = await (await fetch(body.reveal.url)).text();
    expect(again).toContain("The number is hidden");
    expect(again).not.toMatch(/\d{4} \d{4}/);
    expect(JSON.stringify(body)).not.toContain(made?.number);

    const late = (await step(card.id, "reveal")).body.reveal;
    clock.advance(61_000);
    expect(await (await fetch(late.url)).text()).toContain("The number is hidden");

    const { rows: tables } = await database.pool.query<{ name: string }>(
      "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    for (const { name } of tables) {
      const { rows } = await database.pool.query(`select 1 from ${name} t where t::text ~ $1 limit 1`, [made?.number]);
      expect([name, rows.length]).toEqual([name, 0]);
    }
    const { rows: audit } = await database.pool.query(
      "select from audit_log where action = 'card.reveal' and object_id = $1",
      [card.id],
    );
    expect(audit).toHaveLength(2);
  });
});
