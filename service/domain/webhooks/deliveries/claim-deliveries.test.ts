import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inTransaction } from "../../../db/pool.ts";
import { recordResults } from "../../../db/webhooks/record-results.ts";
import { insertDeliveries } from "../../../db/webhooks/webhook-deliveries.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestMerchant } from "../../../testing/factories.ts";
import { openWebhookHarness, type WebhookHarness } from "../../../testing/webhooks/webhook-harness.ts";
import { type Claim, claimDeliveries } from "./claim-deliveries.ts";
import { createTargetPaces } from "./target-pace.ts";

const database = useTestDatabase({ connections: 12 });
let harness: WebhookHarness;
beforeEach(async () => {
  harness = await openWebhookHarness(database);
});
afterEach(async () => {
  await harness.close();
  await database.pool.query("truncate webhook_jobs, webhook_targets");
});

/** Deliveries due for subscriptions, without events: nothing here sends them. */
async function insertWaiting(
  subscriptions: readonly string[],
  each: number,
  tenant = harness.ctx.tenant.id,
): Promise<void> {
  const now = harness.clock.now();
  const rows = subscriptions.flatMap((subscriptionId) =>
    Array.from({ length: each }, () => ({
      tenant,
      id: harness.services.ids.next(),
      eventId: harness.services.ids.next(),
      kind: "subscription" as const,
      subscriptionId,
      eventType: "wallet.credit",
      reference: null,
      replayOf: null,
      createdAt: now,
    })),
  );
  await inTransaction(database.pool, (tx) => insertDeliveries(tx, rows, now));
}

const idsOf = (claim: Claim) => claim.claimed.map(({ job }) => job.deliveryId);
const claimAsNewWorker = () => claimDeliveries(harness.services, { paces: createTargetPaces(), random: () => 0 });

async function finish(claim: Claim): Promise<number> {
  const rows = claim.claimed.map(({ job }) => ({
    deliveryId: job.deliveryId,
    lease: job.lease,
    status: "failed" as const,
    retryAt: null,
    attempt: null,
    errorCode: "internal",
    errorMessage: null,
  }));
  return await inTransaction(database.pool, (tx) => recordResults(tx, rows, harness.clock.now()));
}

async function subscribeMany(count: number): Promise<string[]> {
  return await Promise.all(Array.from({ length: count }, (_, n) => harness.subscribe(`/${n}`)));
}

describe("workers", () => {
  it("eight concurrently claim every row once", async () => {
    await insertWaiting(await subscribeMany(200), 2);
    const claims = await Promise.all(Array.from({ length: 8 }, claimAsNewWorker));
    const ids = claims.flatMap(idsOf);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(400);
  });

  it("take from tenants in turn: the backlog of one leaves each claim room for the others", async () => {
    await insertWaiting(await subscribeMany(100), 20);
    const { sandbox } = await createTestMerchant(harness.services);
    const other = await Promise.all([0, 1].map((n) => harness.subscribe(`/other/${n}`, { tenant: sandbox.id })));
    await insertWaiting(other, 2, sandbox.id);
    const claim = await claimAsNewWorker();
    expect(claim.claimed.filter(({ job }) => job.tenant === sandbox.id)).toHaveLength(4);
    expect(claim.seen).toBe(504);
    expect(claim.isMore).toBe(true);
  });

  it("claim nothing before it is due", async () => {
    await insertWaiting(await subscribeMany(1), 1);
    await database.pool.query("update webhook_jobs set due_at = $1", [new Date(harness.clock.now().getTime() + 1)]);
    expect((await claimAsNewWorker()).seen).toBe(0);
    harness.clock.advance(1);
    expect((await claimAsNewWorker()).claimed).toHaveLength(1);
  });

  it("claim a crashed worker's rows again when the lease expires, and count them once", async () => {
    const [subscription] = await subscribeMany(1);
    await insertWaiting([subscription ?? ""], 1);
    const first = await claimAsNewWorker();
    harness.clock.advance(59_999);
    expect((await claimAsNewWorker()).seen).toBe(0);
    harness.clock.advance(1);
    const second = await claimAsNewWorker();
    expect(idsOf(second)).toEqual(idsOf(first));
    const { rows } = await database.pool.query(
      "select cardinality(made) as made, cardinality(sent) as sent from webhook_targets",
    );
    expect(rows).toEqual([{ made: 1, sent: 1 }]);
  });

  it("record nothing under a lease that another worker holds by then", async () => {
    await insertWaiting(await subscribeMany(1), 1);
    const late = await claimAsNewWorker();
    harness.clock.advance(60_000);
    const current = await claimAsNewWorker();
    expect(await finish(late)).toBe(0);
    const { rows } = await database.pool.query("select status from webhook_deliveries where id = $1", [idsOf(late)[0]]);
    expect(rows).toEqual([{ status: "pending" }]);
    expect(await finish(current)).toBe(1);
    expect(await finish(current)).toBe(0);
  });

  it("fail a delivery after ten claims without a recorded attempt", async () => {
    await insertWaiting(await subscribeMany(1), 1);
    for (let n = 0; n < 10; n += 1) {
      expect((await claimAsNewWorker()).claimed).toHaveLength(1);
      harness.clock.advance(60_000);
    }
    expect(await claimAsNewWorker()).toMatchObject({ claimed: [], refused: ["internal"] });
  });
});

describe("the rate limit", () => {
  it("admits exactly a hundred of a thousand that eight workers claim concurrently", async () => {
    const subscriptions = await subscribeMany(1);
    await insertWaiting(subscriptions, 1_000);
    let admitted = 0;
    for (let round = 0; round < 100; round += 1) {
      const claims = await Promise.all(Array.from({ length: 8 }, claimAsNewWorker));
      for (const claim of claims) {
        admitted += claim.claimed.length;
        await finish(claim);
      }
      harness.clock.advance(100);
    }
    const { rows } = await database.pool.query(
      `select count(*) filter (where error_code = 'rate_limited')::int as refused from webhook_deliveries
       where subscription_id = $1`,
      [subscriptions[0]],
    );
    expect(admitted).toBe(100);
    expect(rows).toEqual([{ refused: 900 }]);
  });
});
