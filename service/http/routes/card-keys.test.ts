import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Services } from "../../domain/context.ts";
import { expireStoredAnswers } from "../../domain/stored-answers.ts";
import { freezeWallet } from "../../domain/wallets/controls/freeze-wallet.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { LedgerUnavailable } from "../../ledger/committer.ts";
import type { Issuer } from "../../providers/issuers/issuer.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { testClock } from "../../testing/clock.ts";
import { testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestWallet } from "../../testing/factories.ts";
import { openTestBank, type TestBank } from "../../testing/sandbox-bank.ts";
import { buildApp } from "../app.ts";

// What the same Idempotency-Key means for cards: after a crash, on two processes, and after it was forgotten.

const HOUR_MS = 3_600_000;
const database = useTestDatabase();
const clock = testClock();
let money: MoneyApp;
let bank: TestBank;
let other: Services;
let elsewhere: FastifyInstance;
let holder: CreatedWallet;

beforeAll(async () => {
  bank = await openTestBank(database, { clock });
  const { providers } = testServices(database, { clock });
  money = await openMoneyApp(database, { clock, providers: { ...providers, ...bank.providers } });
  bank.connect(money.app);
  other = testServices(database, { clock, providers: money.services.providers });
  elsewhere = buildApp(other);
});
beforeEach(async () => {
  holder = await createTestWallet(money.ctx);
});
afterAll(async () => {
  await elsewhere.close();
  await other.committer.close();
  await money.close();
  await bank.close();
});

/** Sends a request under a key, to this process or to another one. */
async function post(path: string, body: object, key: string, app: FastifyInstance = money.app) {
  const headers = { authorization: money.authorization, "idempotency-key": key };
  const reply = await app.inject({ method: "POST", url: `/v1${path}`, headers, payload: body });
  return { status: reply.statusCode, body: reply.json() };
}

const order = () => ({ customerId: holder.customerId, address1: "12 Marina Road" });

/** Runs with an issuer that does some things in its own way. */
async function withIssuer<T>(change: (real: Issuer) => Partial<Issuer>, run: () => Promise<T>): Promise<T> {
  const { issuers } = money.services.providers;
  const real = issuers.SANDBOX;
  if (!real) throw new Error("no issuer");
  issuers.SANDBOX = { ...real, ...change(real) };
  return await run().finally(() => {
    issuers.SANDBOX = real;
  });
}

/** The number of cards that the issuer made for this customer. */
async function madeAtIssuer(): Promise<number | undefined> {
  const { rows } = await database.pool.query<{ made: number }>(
    `select count(*)::int as made from sandbox_issuer.cards c join sandbox_issuer.holders h on h.id = c.holder
     where h.reference = $1`,
    [holder.customerId],
  );
  return rows[0]?.made;
}

describe("the same new key on two processes", () => {
  async function blocked(): Promise<number> {
    const { rows } = await database.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.length;
  }

  /** Both find nothing under the key before one of them writes, and the issuer answers after the first reply. */
  async function race(path: string, body: object, key: string) {
    const replied = Promise.withResolvers<void>();
    const late = (real: Issuer): Partial<Issuer> => ({
      async createHolder(wanted) {
        await replied.promise;
        return await real.createHolder(wanted);
      },
      async replace(id, wanted) {
        await replied.promise;
        return await real.replace(id, wanted);
      },
    });
    return await withIssuer(late, async () => {
      const lock = await database.pool.connect();
      await lock.query("begin; lock table cards in share mode");
      const replies = [post(path, body, key), post(path, body, key, elsewhere)];
      try {
        await expect.poll(blocked).toBe(2);
      } finally {
        // The lock ends with its connection.
        lock.release(true);
      }
      const first = await Promise.race(replies);
      replied.resolve();
      return { first, both: await Promise.all(replies) };
    });
  }

  it("orders one card; the slower one is in flight", async () => {
    const key = `two-${holder.customerId}`;
    const { first, both } = await race("/card", order(), key);
    expect([first.status, first.body.code]).toEqual([409, "idempotency_in_flight"]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const again = await post("/card", order(), key, elsewhere);
    expect(again.body.card.id).toBe(both.find(({ status }) => status === 200)?.body.card.id);
    expect(await madeAtIssuer()).toBe(1);
  });

  it("orders one replacement; the slower one is in flight", async () => {
    const { card } = (await post("/card", order(), `lost-${holder.customerId}`)).body;
    const { first, both } = await race(`/card/${card.id}/replace`, { reason: "lost" }, `two-${holder.customerId}`);
    expect([first.status, first.body.code]).toEqual([409, "idempotency_in_flight"]);
    expect(both.find(({ status }) => status === 200)?.body.card).toMatchObject({ replaces: card.id });
    expect(await madeAtIssuer()).toBe(2);
  });
});

describe("a key that was forgotten", () => {
  const forget = async () => {
    clock.advance(49 * HOUR_MS);
    await expireStoredAnswers(money.services);
  };

  it("orders another card, which the same key continues", async () => {
    const key = `again-${holder.customerId}`;
    const first = await post("/card", order(), key);
    await forget();
    const second = await post("/card", order(), key);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.card.id).not.toBe(first.body.card.id);
    // As after a crash before the answer was kept.
    await database.pool.query("delete from idempotency_keys where key = $1", [key]);
    expect((await post("/card", order(), key)).body.card.id).toBe(second.body.card.id);
    expect(await madeAtIssuer()).toBe(2);
  });

  it("continues an order that the issuer has not answered", async () => {
    const key = `open-${holder.customerId}`;
    const lost = (): Partial<Issuer> => ({ createCard: async () => ({ outcome: "unknown", code: "timeout" }) });
    expect((await withIssuer(lost, () => post("/card", order(), key))).body.code).toBe("card_order_open");
    await forget();
    expect((await post("/card", order(), key)).body.card).toMatchObject({ status: "active" });
    const { cards } = (await money.call("GET", `/card?customerId=${holder.customerId}`)).body;
    expect(cards).toHaveLength(1);
    expect(await madeAtIssuer()).toBe(1);
  });
});

describe("an activation with an amount", () => {
  let card: { id: string; last6: string | undefined };
  const activate = (key: string, app?: FastifyInstance) =>
    post("/card/activate", { customerId: holder.customerId, last6: card.last6, amount: 3_000 }, key, app);
  const statusOfCard = async () => (await money.call("GET", `/card/${card.id}`)).body.card.status;
  const moneyOnCard = async () =>
    (await money.call("GET", `/card/balance?customerId=${holder.customerId}`)).body.data.availableBalance;

  // A delivered prepaid card, and money in the wallet for more than one funding.
  beforeEach(async () => {
    const { customerId } = holder;
    await money.call("POST", "/merchant/fund-wallet", { amount: 20_000 });
    await money.call("POST", "/wallet/credit", { customerId, amount: 10_000 });
    const made = await money.call("POST", "/card", { ...order(), type: "PHYSICAL", source: "CARD" });
    const { id } = made.body.card;
    for (const _step of ["shipped", "delivered"]) await money.call("POST", "/sandbox/card/ship", { cardId: id });
    const { rows } = await database.pool.query<{ last6: string }>(
      "select right(number, 6) as last6 from sandbox_issuer.cards where reference = $1",
      [id],
    );
    card = { id, last6: rows[0]?.last6 };
  });

  it("that ended before its funding continues with it, once and for its own key only", async () => {
    const key = `crash-${card.id}`;
    vi.spyOn(money.services.committer, "submit").mockRejectedValueOnce(new LedgerUnavailable("away"));
    expect((await activate(key)).body.code).toBe("unavailable");
    expect([await statusOfCard(), await moneyOnCard()]).toEqual(["active", "0"]);
    expect((await activate(`other-${card.id}`)).body.code).toBe("card_activation_refused");
    const continued = await activate(key, elsewhere);
    expect(continued).toMatchObject({
      status: 200,
      body: {
        message: "Card activated successfully.",
        card: { id: card.id, status: "active" },
        reference: expect.any(String),
      },
    });
    expect((await activate(key)).body).toEqual(continued.body);
    expect(JSON.stringify(continued.body)).not.toContain('"request"');
    clock.advance(49 * HOUR_MS);
    await expireStoredAnswers(money.services);
    expect((await activate(key)).body.code).toBe("card_activation_refused");
    expect(await moneyOnCard()).toBe("3000");
  });

  it("is funded once where two processes have the same key, and both answer so", async () => {
    const both = Promise.withResolvers<void>();
    let asked = 0;
    const together = (real: Issuer): Partial<Issuer> => ({
      async activate(id) {
        asked += 1;
        if (asked === 2) both.resolve();
        await both.promise;
        return await real.activate(id);
      },
    });
    const key = `two-${card.id}`;
    const [here, there] = await withIssuer(together, () => Promise.all([activate(key), activate(key, elsewhere)]));
    expect([here.status, there.status]).toEqual([200, 200]);
    expect(there.body).toEqual(here.body);
    expect(await moneyOnCard()).toBe("3000");
  });

  it("keeps the answer of a funding that was refused after the issuer had activated the card", async () => {
    const key = `frozen-${card.id}`;
    const freezing = (real: Issuer): Partial<Issuer> => ({
      async activate(id) {
        await freezeWallet(money.ctx, { customerId: holder.customerId, reason: "Fraud report" });
        return await real.activate(id);
      },
    });
    const refused = await withIssuer(freezing, () => activate(key));
    expect([refused.status, refused.body.code]).toEqual([400, "source_inactive"]);
    expect([await statusOfCard(), await moneyOnCard()]).toEqual(["active", "0"]);
    expect((await activate(key)).body).toEqual(refused.body);
  });
});
