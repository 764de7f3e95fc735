import { afterEach, beforeEach, expect, it } from "vitest";
import { inTransaction } from "../../../db/pool.ts";
import { insertDeliveries } from "../../../db/webhooks/webhook-deliveries.ts";
import { insertEvents } from "../../../db/webhooks/webhook-events.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { openWebhookHarness, type WebhookHarness } from "../../../testing/webhooks/webhook-harness.ts";
import { replayDeliveries } from "../replays/replay-deliveries.ts";
import { runReplays } from "../replays/run-replays.ts";
import { getSubscription } from "../subscriptions/get-subscription.ts";
import { subscribe } from "../subscriptions/subscribe.ts";
import { updateSubscription } from "../subscriptions/update-subscription.ts";

const database = useTestDatabase();
let harness: WebhookHarness;
beforeEach(async () => {
  harness = await openWebhookHarness(database);
});
afterEach(() => harness.close());

async function subscribed(path: string, overflow: "fail" | "queue"): Promise<string> {
  const { ctx, receiver } = harness;
  return (await subscribe(ctx, { url: receiver.url(path), events: ["wallet.credit"], overflow })).data.id;
}

/** Numbered events, each due for one subscription and made at an instant. */
async function insertDue(subscriptionId: string, from: number, count: number, at = harness.clock.now()): Promise<void> {
  const { services, ctx } = harness;
  const numbered = Array.from({ length: count }, (_, n) => ({ n: from + n, id: services.ids.next() }));
  await inTransaction(database.pool, async (tx) => {
    const event = { tenant: ctx.tenant.id, type: "wallet.credit", reference: null, webhookMode: "BOTH", at } as const;
    await insertEvents(
      tx,
      numbered.map(({ id, n }) => ({
        ...event,
        id,
        fanout: [],
        body: JSON.stringify({ event: event.type, data: { n } }),
      })),
    );
    const delivery = { tenant: ctx.tenant.id, kind: "subscription", subscriptionId, eventType: event.type } as const;
    await insertDeliveries(
      tx,
      numbered.map(({ id }) => ({
        ...{ ...delivery, id: services.ids.next(), eventId: id },
        ...{ reference: null, replayOf: null, createdAt: at },
      })),
      at,
    );
  });
}

const numbersAt = (path: string) =>
  harness.receiver.received(path).map(({ body }) => (JSON.parse(body) as { data: { n: number } }).data.n);
const healthOf = async (id: string) => (await getSubscription(harness.ctx, { id })).health;

async function statusesOf(subscription: string) {
  const { rows } = await database.pool.query(
    `select status, error_code as code, count(*)::int as count from webhook_deliveries
     where subscription_id = $1 group by 1, 2 order by 1, 2`,
    [subscription],
  );
  return rows;
}

it("deliveries beyond the limit wait for the next free place in order, and delay no other subscription", async () => {
  const queued = await subscribed("/queued", "queue");
  const strict = await subscribed("/strict", "fail");
  await insertDue(queued, 0, 230);
  await insertDue(strict, 0, 130);
  await harness.pass(2_000);
  expect(numbersAt("/queued")).toHaveLength(100);
  expect(numbersAt("/strict")).toHaveLength(100);
  expect(await statusesOf(strict)).toEqual([
    { status: "failed", code: "rate_limited", count: 30 },
    { status: "success", code: null, count: 100 },
  ]);
  expect(await healthOf(queued)).toMatchObject({
    ...{ usedThisMinute: 100, waiting: 130 },
    waitingUntil: new Date(harness.clock.now().getTime() - 2_000 + 121_000).toISOString(),
  });
  expect(await healthOf(strict)).toMatchObject({ waiting: 0, waitingUntil: null });

  // A later delivery waits behind the others.
  await insertDue(queued, 900, 1);
  await harness.pass(58_000, 1_000);
  expect(numbersAt("/queued")).toHaveLength(100);
  await harness.pass(2_000);
  expect(numbersAt("/queued")).toHaveLength(200);
  await harness.pass(61_000, 500);
  const received = numbersAt("/queued");
  expect(received).toHaveLength(231);
  for (const [minute, [from, to]] of [
    [0, 100],
    [100, 200],
    [200, 231],
  ].entries()) {
    expect(Math.max(...received.slice(from, to).filter((n) => n < 900)), `minute ${minute}`).toBeLessThan(to ?? 0);
  }
  expect(await statusesOf(queued)).toEqual([{ status: "success", code: null, count: 231 }]);
});

it("what the worker sees only after two days is sent too, beyond the limit a minute later", async () => {
  const id = await subscribed("/overdue", "queue");
  await insertDue(id, 0, 103, new Date(harness.clock.now().getTime() - 2 * 86_400_000));
  await harness.pass(2_000);
  expect(await statusesOf(id)).toContainEqual({ status: "success", code: null, count: 100 });
  await harness.pass(61_000, 1_000);
  expect(await statusesOf(id)).toEqual([{ status: "success", code: null, count: 103 }]);
});

it("a subscription that stops gives its places back, so that it starts at once afterwards", async () => {
  const { ctx } = harness;
  const id = await subscribed("/stopped", "queue");
  await insertDue(id, 0, 300);
  await harness.pass(5_000);
  await updateSubscription(ctx, { id, active: false });
  await harness.pass(1_000);
  expect(await statusesOf(id)).toEqual([
    { status: "failed", code: "subscription_inactive", count: 200 },
    { status: "success", code: null, count: 100 },
  ]);
  await updateSubscription(ctx, { id, active: true });
  expect(await healthOf(id)).toMatchObject({ waiting: 0, waitingUntil: null });
  harness.clock.advance(60_000);
  await insertDue(id, 300, 1);
  await harness.pass(1_000);
  expect(numbersAt("/stopped").at(-1)).toBe(300);
});

it("a bulk replay makes no deliveries while the queue is longer than a minute, and the meter counts what is sent", async () => {
  const { ctx, services, clock } = harness;
  const id = await subscribed("/replayed", "fail");
  await insertDue(id, 0, 400);
  await harness.pass(2_000);
  await updateSubscription(ctx, { id, overflow: "queue" });
  clock.advance(61_000);
  await insertDue(id, 400, 1_000);
  await harness.pass(2_000);
  const { data } = await replayDeliveries(ctx, { dryRun: false, subscriptionId: id });
  expect(data).toMatchObject({ total: 300 });
  await harness.pass(65_000, 1_000);
  for (let n = 0; n < 3; n += 1) expect(await runReplays(services)).toBe(0);
  expect((await healthOf(id)).usedThisMinute).toBeGreaterThan(0);
});

it("a subscription that no longer queues rejects deliveries while its old queue holds a hundred", async () => {
  const { ctx, clock } = harness;
  const id = await subscribed("/switched", "queue");
  await insertDue(id, 0, 1_000);
  await harness.pass(2_000);
  await updateSubscription(ctx, { id, overflow: "fail" });
  clock.advance(130_000);
  await insertDue(id, 1_000, 300);
  await harness.pass(1_000);
  expect(await statusesOf(id)).toContainEqual({ status: "failed", code: "rate_limited", count: 300 });
});
