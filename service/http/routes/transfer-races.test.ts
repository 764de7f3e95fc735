import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { createPartyCache } from "../../domain/transfers/party-cache.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestWallet } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { buildApp } from "../app.ts";

const database = useTestDatabase();
let money: MoneyApp;
let from: CreatedWallet;
let to: CreatedWallet;

beforeAll(async () => {
  money = await openMoneyApp(database);
});
beforeEach(async () => {
  from = await createTestWallet(money.ctx);
  to = await createTestWallet(money.ctx);
  await fundMerchantWallet(money.ctx, { amount: 2_000_000 });
  await creditWallet(money.ctx, { customerId: from.customerId, amount: 1_000_000 });
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => money.close());

const body = (amount: number) => ({ fromCustomerId: from.customerId, toCustomerId: to.customerId, amount });

async function posted(): Promise<number> {
  const { rows } = await database.pool.query("select count(*)::int as n from transactions where source = $1", [
    from.accountId,
  ]);
  return rows[0].n;
}

it("200 concurrent requests with one Idempotency-Key move money once; a repeat replays the first", async () => {
  const keyed = { "idempotency-key": "storm-0001" };
  const responses = await Promise.all(
    Array.from({ length: 200 }, () => money.call("POST", "/transfer/wallet", body(5_000), keyed)),
  );
  expect(await posted()).toBe(1);
  const done = responses.filter(({ status }) => status === 200);
  expect(done.length).toBeGreaterThan(0);
  expect(responses.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  const [first] = done;
  const replay = await money.call("POST", "/transfer/wallet", body(5_000), keyed);
  expect(replay).toMatchObject({ status: 200, body: first?.body, headers: { "idempotency-replayed": "true" } });
  const other = await money.call("POST", "/transfer/wallet", body(5_001), keyed);
  expect(other).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
  expect(await posted()).toBe(1);
});

it("concurrent requests with one Idempotency-Key on two processes move money once", async () => {
  // A second app on the same database does not see the requests in flight in the first.
  const other = buildApp(money.services);
  const headers = { authorization: money.authorization, "idempotency-key": "storm-0002" };
  const request = { method: "POST", url: "/v1/transfer/wallet", headers, payload: body(5_000) } as const;
  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? money.app : other).inject(request)),
  );
  await other.close();
  expect(await posted()).toBe(1);
  const references = new Set(
    responses.filter((response) => response.statusCode === 200).map((response) => response.json().data.reference),
  );
  expect(references.size).toBe(1);
  expect(responses.filter((response) => response.statusCode !== 200 && response.statusCode !== 409)).toEqual([]);
});

it("replays a refusal for its Idempotency-Key, even if the balance suffices later", async () => {
  const keyed = { "idempotency-key": "refused-0001" };
  const refused = await money.call("POST", "/transfer/wallet", body(1_000_000), keyed);
  expect(refused).toMatchObject({ status: 400, body: { code: "insufficient_balance" } });
  expect(refused.headers).not.toHaveProperty("idempotency-replayed");
  await creditWallet(money.ctx, { customerId: from.customerId, amount: 500_000 });
  const again = await money.call("POST", "/transfer/wallet", body(1_000_000), keyed);
  expect(again).toMatchObject({ status: 400, body: refused.body, headers: { "idempotency-replayed": "true" } });
  expect(await posted()).toBe(0);
});

it("exactly the concurrent transfers that the balance covers succeed", async () => {
  // 1,000,000 covers 24 times 40,000 + 1,000.
  const responses = await Promise.all(
    Array.from({ length: 100 }, () => money.call("POST", "/transfer/wallet", body(40_000))),
  );
  expect(responses.filter(({ status }) => status === 200).length).toBe(24);
  expect(responses.filter(({ body: { code } }) => code === "insufficient_balance").length).toBe(76);
});

it("nothing leaves a wallet after its freeze is confirmed", async () => {
  let isFrozen = false;
  let afterFreeze = 0;
  const load = Array.from({ length: 20 }, async () => {
    for (let i = 0; i < 15; i += 1) {
      const begunAfterFreeze = isFrozen;
      const { status } = await money.call("POST", "/transfer/wallet", body(10));
      if (begunAfterFreeze && status === 200) afterFreeze += 1;
    }
  });
  const freeze = { customerId: from.customerId, reason: "Reported stolen" };
  expect((await money.call("POST", "/wallet/close", freeze)).status).toBe(200);
  isFrozen = true;
  const postedAtFreeze = await posted();
  await Promise.all(load);
  expect(afterFreeze).toBe(0);
  expect(await posted()).toBe(postedAtFreeze);
  const late = await money.call("POST", "/transfer/wallet", body(10));
  expect(late).toMatchObject({ status: 400, body: { message: "Source wallet is not active." } });
});

it("the ledger sees a freeze immediately, even with cached parties and settings", async () => {
  const services = { ...money.services, parties: createPartyCache(money.services.clock, 60_000) };
  const cachingApp = buildApp(services);
  const headers = { authorization: money.authorization };
  const transfer = () => cachingApp.inject({ method: "POST", url: "/v1/transfer/wallet", headers, payload: body(10) });
  expect((await transfer()).statusCode).toBe(200);
  expect((await transfer()).statusCode).toBe(200);
  await money.call("POST", "/wallet/close", { customerId: to.customerId, reason: "Reported stolen" });
  expect((await transfer()).json().message).toBe("Destination wallet is not active.");
  await cachingApp.close();
});
