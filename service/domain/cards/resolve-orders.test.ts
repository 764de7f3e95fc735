import { afterAll, beforeAll, expect, it } from "vitest";
import { findOpenOrders } from "../../db/cards/open-orders.ts";
import { createTestCard, testIssuer } from "../../testing/cards.ts";
import { testClock } from "../../testing/clock.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet } from "../../testing/factories.ts";
import type { Services } from "../context.ts";
import { resolveOrders } from "./resolve-orders.ts";

const database = useTestDatabase();
const clock = testClock();
let services: Services;

beforeAll(() => {
  services = testServices(database, { clock });
});
afterAll(() => services.committer.close());

/** Orders without an answer, of a new tenant. Returns the tenant. */
async function orderCards(count: number): Promise<number> {
  const ctx = testContext(services, { tenant: (await createTestMerchant(services)).sandbox });
  const { customerId } = await createTestWallet(ctx);
  for (let n = 0; n < count; n += 1) await createTestCard(ctx, { customerId });
  await database.pool.query("update cards set status = 'requested', issuer_card_id = null where tenant = $1", [
    ctx.tenant.id,
  ]);
  return ctx.tenant.id;
}

it("orders are repeated of the tenants in turn: many open ones of one delay no other tenant", async () => {
  const busy = await orderCards(5);
  clock.advance(1);
  const calm = await orderCards(1);
  clock.advance(1);
  const tenants = (await findOpenOrders(services.db, clock.now(), 3)).map(({ tenant }) => tenant);
  expect(tenants).toEqual([busy, calm, busy]);
});

it("an order that cannot be repeated keeps no other waiting, and stands behind them", async () => {
  const spoilt = await orderCards(1);
  await database.pool.query("update cards set address_sealed = '\\x00' where tenant = $1", [spoilt]);
  clock.advance(1);
  const healthy = await orderCards(1);
  clock.advance(60_000);
  const facts = { brand: "Verve", last4: "4242", last6: "424242", expiryMonth: 12, expiryYear: 2030 };
  services.providers.issuers.SANDBOX = {
    ...testIssuer,
    createHolder: async ({ reference: id }) => ({ outcome: "done", value: { id } }),
    createCard: async ({ reference: id }) => ({ outcome: "done", value: { ...facts, id, status: "active" } }),
  };
  await expect(resolveOrders(services)).rejects.toThrow("could not be repeated");
  const { rows } = await database.pool.query<{ tenant: number; status: string; updatedAt: Date }>(
    `select tenant, status, updated_at as "updatedAt" from cards where tenant = any($1) order by created_at`,
    [[spoilt, healthy]],
  );
  expect(rows).toMatchObject([
    { tenant: spoilt, status: "requested", updatedAt: clock.now() },
    { tenant: healthy, status: "active" },
  ]);
});
