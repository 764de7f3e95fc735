import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import { recordResults } from "../../../db/webhooks/record-results.ts";
import { insertDeliveries } from "../../../db/webhooks/webhook-deliveries.ts";
import { planByKeys, returnJobs, updateJobs } from "../../../db/webhooks/webhook-jobs.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestWallet } from "../../../testing/factories.ts";
import { countReadRows } from "../../../testing/read-rows.ts";
import { openWebhookHarness, type WebhookHarness } from "../../../testing/webhooks/webhook-harness.ts";
import { type Claim, claimDeliveries } from "./claim-deliveries.ts";
import { targetName } from "./decide-claim.ts";
import { createDeliverer, type Deliverer } from "./deliver-due-webhooks.ts";
import { createTargetPaces, type TargetPaces } from "./target-pace.ts";

const database = useTestDatabase();
let harness: WebhookHarness;
beforeEach(async () => {
  harness = await openWebhookHarness(database);
  await harness.setMode("LEGACY", "/callback");
  await createTestWallet(harness.ctx);
  await harness.fanOut();
});
afterEach(async () => {
  await harness.close();
  await database.pool.query("truncate webhook_jobs, webhook_targets");
});

/** Makes `count` callbacks due, all of the one event that there is. */
async function insertCallbacks(count: number): Promise<void> {
  const tenant = harness.ctx.tenant.id;
  const { rows } = await database.pool.query<{ id: string }>("select id from webhook_events where tenant = $1", [
    tenant,
  ]);
  const now = harness.clock.now();
  const callbacks = Array.from({ length: count }, () => ({
    tenant,
    id: harness.services.ids.next(),
    eventId: rows[0]?.id ?? "",
    kind: "callback" as const,
    subscriptionId: null,
    eventType: "customer.created",
    reference: null,
    replayOf: null,
    createdAt: now,
  }));
  await inTransaction(database.pool, (tx) => insertDeliveries(tx, callbacks, now));
}

async function countJobs(condition = "true"): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*)::int as n from webhook_jobs where ${condition}`,
  );
  return rows[0]?.n ?? 0;
}

/** Answers everything that a claim took, each after `durationMs`. */
async function answer(claim: Claim, paces: TargetPaces, durationMs: number): Promise<void> {
  const now = harness.clock.now().getTime();
  for (const { job } of claim.claimed) {
    paces.begin(targetName(job), now);
    paces.ended(targetName(job), now, { answered: true, durationMs });
  }
  const results = claim.claimed.map(({ job }) => ({
    deliveryId: job.deliveryId,
    lease: job.lease,
    status: "failed" as const,
    retryAt: null,
    attempt: null,
    errorCode: "internal",
    errorMessage: null,
  }));
  await inTransaction(database.pool, (tx) => recordResults(tx, results, harness.clock.now()));
}

describe("with statistics from before the backlog", () => {
  /** Runs statements as the first ones of a connection, which are planned for their values, and returns their plans. */
  async function plansOf(work: (tx: Transaction) => Promise<unknown>): Promise<string> {
    const plans: string[] = [];
    await inTransaction(database.pool, async (tx) => {
      await tx.query("set local plan_cache_mode = force_custom_plan");
      await planByKeys(tx);
      const explaining = {
        async query({ text, values }: { text: string; values: unknown[] }) {
          const { rows } = await tx.query<{ "QUERY PLAN": string }>(`explain (analyze, timing off) ${text}`, values);
          plans.push(...rows.map((row) => row["QUERY PLAN"]));
          return { rows: [] };
        },
      };
      await work(explaining as unknown as Transaction);
    });
    return plans.join("\n");
  }

  /** A queue of 1,000 deliveries after 10,000 that were sent; returns 200 of the queue. */
  async function backlog(): Promise<string[]> {
    await insertCallbacks(10_000);
    await database.pool.query(`update webhook_deliveries set status = 'success', error_code = null, delivered_at = now();
      delete from webhook_jobs; analyze webhook_deliveries; analyze webhook_jobs`);
    await insertCallbacks(1_000);
    const { rows } = await database.pool.query<{ id: string }>("select delivery_id as id from webhook_jobs limit 200");
    return rows.map(({ id }) => id);
  }

  it("results find their jobs and deliveries by key", async () => {
    const results = (await backlog()).map((deliveryId) => ({
      ...{ deliveryId, lease: null, status: "failed" as const, retryAt: null },
      ...{ attempt: null, errorCode: "internal", errorMessage: null },
    }));
    const plan = await plansOf((tx) => recordResults(tx, results, harness.clock.now()));
    expect(plan).toMatch(/Delete on webhook_jobs .*rows=200/);
    expect(plan).toMatch(/Update on webhook_deliveries d .*rows=200/);
    expect(plan).not.toContain("Rows Removed by Join Filter");
  });

  it("claims find their jobs by key", async () => {
    const dueAt = harness.clock.now();
    const updates = (await backlog()).map((deliveryId) => ({ deliveryId, dueAt, gate: 0, lease: null, claims: 1 }));
    const plan = await plansOf((tx) => updateJobs(tx, updates));
    expect(plan).toMatch(/CTE Scan on found f .*rows=200/);
    expect(plan).not.toContain("Rows Removed by Join Filter");
  });

  it("jobs that are given back are found by key, also without settings for it", async () => {
    const lease = harness.services.ids.next();
    const jobs = (await backlog()).map((deliveryId) => ({ deliveryId, lease }));
    await database.pool.query("update webhook_jobs set lease = $1", [lease]);
    const read = await countReadRows(database.pool, (db) => returnJobs(db, jobs, harness.clock.now()));
    expect(read).toBeGreaterThanOrEqual(200);
    expect(read).toBeLessThan(1_000);
    expect(await countJobs("lease is null")).toBe(200);
  });
});

describe("first sends to a subscription", () => {
  it("never wait in memory, because its limit counts them when they start", async () => {
    await harness.setMode("SUBSCRIPTIONS");
    const id = await harness.subscribe("/subscribed");
    const { services, clock, ctx } = harness;
    const eventId = services.ids.next();
    const of = { tenant: ctx.tenant.id, eventId, kind: "subscription" as const, subscriptionId: id };
    const rest = { eventType: "customer.created", reference: null, replayOf: null, createdAt: clock.now() };
    const rows = Array.from({ length: 60 }, () => ({ ...of, ...rest, id: services.ids.next() }));
    await database.pool.query("truncate webhook_jobs");
    await inTransaction(database.pool, (tx) => insertDeliveries(tx, rows, clock.now()));
    const paces = createTargetPaces();
    for (let n = 0; n < 10; n += 1) {
      paces.taken(id);
      paces.begin(id, 0);
      paces.ended(id, 0, { answered: true, durationMs: 1 });
    }
    expect((await claimDeliveries(services, { paces, random: () => 0 })).claimed).toHaveLength(8);
  });
});

describe("a backlog of callbacks to one endpoint", () => {
  it("is sent in few claims, each of which postpones few", async () => {
    await insertCallbacks(1_999);
    const paces = createTargetPaces();
    let [claims, seen] = [0, 0];
    while ((await countJobs()) > 0) {
      const claim = await claimDeliveries(harness.services, { paces, random: () => 0 });
      await answer(claim, paces, 5);
      claims += 1;
      seen += claim.seen;
      // The worker's next look, with a receiver that could have answered 400 requests since the last one.
      if (!claim.isMore) harness.clock.advance(250);
      expect(claims).toBeLessThan(200);
    }
    expect(claims).toBeLessThanOrEqual(12);
    expect(seen).toBeLessThanOrEqual(5_000);
  });

  it("is claimed no further once the worker stops", async () => {
    await insertCallbacks(1_499);
    // Without an address they are refused, so no request holds a slot.
    await harness.setMode("LEGACY");
    const stopping = new AbortController();
    const deliverer = createDeliverer(harness.services, { hooks: { claimed: () => stopping.abort() } });
    await deliverer.deliver(stopping.signal);
    expect(await countJobs()).toBe(500);
    await deliverer.drain(1_000);
  });

  it("is sent without waiting for a time, each once", async () => {
    await insertCallbacks(399);
    const deliverer: Deliverer = createDeliverer(harness.services, {
      hooks: { ready: () => void deliverer.deliver().catch(() => undefined) },
    });
    await deliverer.deliver();
    // The test clock does not advance, so no postponed row is ever due.
    await vi.waitFor(() => expect(harness.receiver.received("/callback")).toHaveLength(400), 60_000);
    await deliverer.drain(10_000);
    const ids = harness.receiver.received("/callback").map(({ headers }) => headers["x-webhook-delivery-id"]);
    expect(new Set(ids).size).toBe(400);
    expect(await countJobs()).toBe(0);
  });

  it("is given back when the endpoint stops answering, and not counted as tried", async () => {
    harness.receiver.script("/callback", ...Array.from({ length: 12 }, () => 200 as const), "hang");
    await insertCallbacks(99);
    const { deliverer, clock, receiver } = harness;
    const isHanging = () => receiver.received("/callback").length === 20;
    for (let n = 0; n < 500 && !isHanging(); n += 1) {
      await deliverer.deliver();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await vi.waitFor(() => expect(isHanging()).toBe(true), 10_000);
    expect(await countJobs("lease is not null")).toBeGreaterThan(30);
    clock.advance(2_001);
    await deliverer.deliver();
    // The eight open requests, and what a receiver this slow may have in hand: a few more where the machine is busy.
    expect(await countJobs("lease is not null")).toBeLessThanOrEqual(16);
    expect(await countJobs("lease is null and claims <> 0")).toBe(0);
    expect(receiver.received("/callback")).toHaveLength(20);
  });
});
