import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestMerchant, createTestWallet, sandboxPrivateKey } from "../../../testing/factories.ts";
import { expectEventsToMatchRecords } from "../../../testing/webhooks/event-invariants.ts";
import { openWebhookHarness, type WebhookHarness } from "../../../testing/webhooks/webhook-harness.ts";
import { removeSubscription } from "../subscriptions/remove-subscription.ts";
import { revealSecret } from "../subscriptions/reveal-secret.ts";
import { rollSecret } from "../subscriptions/roll-secret.ts";
import { subscribe } from "../subscriptions/subscribe.ts";
import { updateSubscription } from "../subscriptions/update-subscription.ts";
import { createDeliverer, type Deliverer } from "./deliver-due-webhooks.ts";
import { signPayload } from "./sign-payload.ts";

// Hundreds of deliveries and minutes on the test clock take seconds here, and longer on a busy machine.

const database = useTestDatabase();
let harness: WebhookHarness;
beforeEach(async () => {
  harness = await openWebhookHarness(database);
});
afterEach(async () => {
  await harness.close();
});

/** Makes `count` events due, each of a newly opened wallet. */
async function openWallets(count = 1): Promise<void> {
  for (let n = 0; n < count; n += 1) await createTestWallet(harness.ctx);
  await harness.fanOut();
}

async function deliveriesOf(subscription: string) {
  const { rows } = await database.pool.query(
    `select status, attempts, http_status as "httpStatus", error_code as "errorCode", next_retry_at as "nextRetryAt"
     from webhook_deliveries where subscription_id = $1 order by id`,
    [subscription],
  );
  return rows;
}

describe("a delivery", () => {
  it("carries the event's bytes, signed with the merchant's key", async () => {
    const subscription = await harness.subscribe("/signed");
    await openWallets();
    await harness.sendDue();
    const [request] = harness.receiver.received("/signed");
    const { rows } = await database.pool.query("select id, body from webhook_events where tenant = $1", [
      harness.ctx.tenant.id,
    ]);
    expect(request?.body).toBe(rows[0]?.body);
    const key = await sandboxPrivateKey(harness.services, harness.merchant);
    const timestampSeconds = Math.floor(harness.clock.now().getTime() / 1000);
    expect(request?.headers).toMatchObject({
      ...signPayload({ key, body: rows[0]?.body, timestampSeconds }),
      "x-webhook-event-id": rows[0]?.id,
      "x-webhook-attempt": "1",
      "content-length": String(Buffer.byteLength(rows[0]?.body)),
    });
    expect(await deliveriesOf(subscription)).toMatchObject([{ status: "success", attempts: 1, httpStatus: 200 }]);
    await expectEventsToMatchRecords(database.pool, harness.ctx.tenant.id);
  });

  it("is signed with the subscription's secrets too, and a callback is not", async () => {
    const { ctx, receiver, services } = harness;
    await harness.setMode("BOTH", "/callback");
    const { data } = await subscribe(ctx, { url: receiver.url("/own-secret"), events: ["*"] });
    const { secret: former } = await revealSecret(ctx, data);
    const { secret } = await rollSecret(ctx, { ...data, overlapHours: 1 });
    await openWallets();
    await harness.sendDue();
    const [request] = receiver.received("/own-secret");
    const timestampSeconds = Math.floor(services.clock.now().getTime() / 1000);
    const digests = [secret, former].map(
      (key) => signPayload({ key, body: request?.body ?? "", timestampSeconds })["x-webhook-signature"],
    );
    expect(request?.headers["x-subscription-signature"]).toBe(digests.join(","));
    expect(receiver.received("/callback")[0]?.headers).not.toHaveProperty("x-subscription-signature");
  });

  it("goes to no endpoint that has not answered the challenge, not even one that was already made", async () => {
    const { ctx, receiver } = harness;
    const { data } = await subscribe(ctx, { url: receiver.url("/unproven"), events: ["*"] });
    await openWallets();
    await updateSubscription(ctx, { id: data.id, verifyEndpoint: true });
    await harness.sendDue();
    await openWallets();
    await harness.sendDue();
    expect(receiver.received("/unproven")).toEqual([]);
    expect(await deliveriesOf(data.id)).toMatchObject([{ status: "failed", errorCode: "subscription_unverified" }]);
    await database.pool.query("update webhook_subscriptions set verified_at = now() where id = $1", [data.id]);
    await openWallets();
    await harness.sendDue();
    expect(receiver.received("/unproven")).toHaveLength(1);
  });

  it("is retried after 60 and 300 seconds, never early, and succeeds on the third attempt", async () => {
    harness.receiver.script("/late", 500, 500, 200);
    const subscription = await harness.subscribe("/late");
    await openWallets();
    await harness.sendDue();
    expect(await deliveriesOf(subscription)).toMatchObject([{ status: "retrying", attempts: 1, httpStatus: 500 }]);
    harness.clock.advance(59_999);
    await harness.sendDue();
    expect(harness.receiver.received("/late")).toHaveLength(1);
    harness.clock.advance(3_001);
    await harness.sendDue();
    harness.clock.advance(299_999);
    await harness.sendDue();
    expect(harness.receiver.received("/late")).toHaveLength(2);
    harness.clock.advance(3_001);
    await harness.sendDue();
    const requests = harness.receiver.received("/late");
    expect(requests.map(({ headers }) => headers["x-webhook-attempt"])).toEqual(["1", "2", "3"]);
    expect(new Set(requests.map(({ headers }) => headers["x-webhook-timestamp"])).size).toBe(3);
    expect(new Set(requests.map(({ headers }) => headers["x-webhook-event-id"])).size).toBe(1);
    expect(await deliveriesOf(subscription)).toMatchObject([
      { status: "success", attempts: 3, httpStatus: 200, errorCode: null, nextRetryAt: null },
    ]);
  });

  it("fails permanently after three attempts", async () => {
    harness.receiver.script("/never", 500);
    const subscription = await harness.subscribe("/never");
    await openWallets();
    for (const seconds of [0, 63, 303, 3_600]) {
      harness.clock.advance(seconds * 1000);
      await harness.sendDue();
    }
    expect(harness.receiver.received("/never")).toHaveLength(3);
    expect(await deliveriesOf(subscription)).toMatchObject([
      { status: "failed", attempts: 3, errorCode: "http_error", nextRetryAt: null },
    ]);
    await expectEventsToMatchRecords(database.pool, harness.ctx.tenant.id);
  });

  it("does not follow redirects", async () => {
    harness.receiver.script("/moved", 302);
    const subscription = await harness.subscribe("/moved");
    await openWallets();
    await harness.sendDue();
    expect(await deliveriesOf(subscription)).toMatchObject([
      { status: "retrying", errorCode: "redirect_not_followed" },
    ]);
  });

  it("made together with 149 others is one of 100 that are sent; the others fail as rate-limited", async () => {
    const subscription = await harness.subscribe("/burst");
    await openWallets(150);
    await harness.pass(20_000, 500);
    expect(harness.receiver.received("/burst")).toHaveLength(100);
    const rows = await deliveriesOf(subscription);
    expect(rows.filter((row) => row.status === "success")).toHaveLength(100);
    expect(rows.filter((row) => row.errorCode === "rate_limited" && row.attempts === 0)).toHaveLength(50);
    await expectEventsToMatchRecords(database.pool, harness.ctx.tenant.id);
  });

  it("made while no worker ran is late, not lost: never more than 100 in a minute", async () => {
    const subscription = await harness.subscribe("/away");
    await openWallets(300);
    const now = harness.clock.now().getTime();
    await database.pool.query(
      `update webhook_jobs j set made_at = to_timestamp(($2 - n * 1000) / 1000.0)
       from (select delivery_id, row_number() over (order by delivery_id desc) as n from webhook_jobs where target_id = $1) o
       where o.delivery_id = j.delivery_id`,
      [subscription, now],
    );
    await harness.pass(200_000, 2_000);
    const { rows } = await database.pool.query<{ at: Date }>(
      "select started_at as at from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id where d.subscription_id = $1 order by 1",
      [subscription],
    );
    const times = rows.map((row) => row.at.getTime());
    expect(times).toHaveLength(300);
    expect(times.every((time, n) => n < 100 || time - (times[n - 100] ?? 0) >= 60_000)).toBe(true);
  });
});

describe("an event is sent", () => {
  it.each([
    ["LEGACY", ["/callback"]],
    ["SUBSCRIPTIONS", ["/all", "/some"]],
    ["BOTH", ["/all", "/callback", "/some"]],
  ] as const)("in mode %s to %j", async (mode, paths) => {
    await harness.setMode(mode, "/callback");
    await harness.subscribe("/all");
    await harness.subscribe("/some", { events: ["wallet.credit", "customer.created"] });
    await harness.subscribe("/other", { events: ["wallet.credit"] });
    await harness.subscribe("/inactive", { active: false });
    await removeSubscription(harness.ctx, { id: await harness.subscribe("/deleted") });
    await openWallets();
    await harness.sendDue();
    expect(
      harness.receiver
        .received()
        .map(({ path }) => path)
        .sort(),
    ).toEqual(paths);
    await expectEventsToMatchRecords(database.pool, harness.ctx.tenant.id);
  });

  it("nowhere, and leaves no row, without a listener", async () => {
    await createTestWallet(harness.ctx);
    expect(await harness.fanOut()).toEqual({ events: 0, deliveries: 0 });
  });
});

describe("a pending delivery", () => {
  it.each([
    ["subscription_inactive", (id: string) => updateSubscription(harness.ctx, { id, active: false })],
    ["subscription_deleted", (id: string) => removeSubscription(harness.ctx, { id })],
  ])("fails unsent as %s", async (errorCode, end) => {
    harness.receiver.script("/ends", 500);
    const subscription = await harness.subscribe("/ends");
    await openWallets();
    await harness.sendDue();
    await end(subscription);
    await harness.sendDue();
    expect(harness.receiver.received("/ends")).toHaveLength(1);
    expect(await deliveriesOf(subscription)).toMatchObject([{ status: "failed", attempts: 1, errorCode }]);
  });

  it("to a plain http URL fails unsent in production", async () => {
    const production = { ...harness.ctx, tenant: harness.merchant.production };
    const subscription = await harness.subscribe("/plain", { tenant: production.tenant.id });
    await createTestWallet(production);
    await harness.fanOut();
    await harness.sendDue();
    expect(harness.receiver.received("/plain")).toHaveLength(0);
    expect(await deliveriesOf(subscription)).toMatchObject([
      { status: "failed", attempts: 0, errorCode: "invalid_url" },
    ]);
  });
});

describe("an unresponsive endpoint", () => {
  it("does not delay the others", async () => {
    harness.receiver.script("/dead", "hang");
    await harness.subscribe("/dead");
    await harness.subscribe("/alive");
    await openWallets(60);
    // Shorter than the time-out of the unresponsive endpoint's first requests: all this happens while they hang.
    const end = Date.now() + 9_000;
    while (harness.receiver.received("/alive").length < 60 && Date.now() < end) {
      await harness.deliverer.deliver();
      await new Promise((resolve) => setTimeout(resolve, 10));
      harness.clock.advance(10);
    }
    expect(harness.receiver.received("/alive")).toHaveLength(60);
    expect(harness.receiver.received("/dead").length).toBeLessThanOrEqual(2);
    expect(harness.deliverer.open()).toBeGreaterThanOrEqual(1);
  });
});

describe("a worker without a free slot", () => {
  it("continues when a slot becomes free, without another wake-up", async () => {
    for (const path of ["/one", "/two", "/three", "/four"]) {
      harness.receiver.script(path, { status: 200, afterMs: 20 });
      await harness.subscribe(path);
    }
    await openWallets();
    const deliverer: Deliverer = createDeliverer(harness.services, {
      slots: 1,
      hooks: { ready: () => void deliverer.deliver() },
    });
    await deliverer.deliver();
    await vi.waitFor(() => expect(harness.receiver.received()).toHaveLength(4), 10_000);
    await deliverer.drain(10_000);
  });
});

describe("a key that cannot be opened", () => {
  it("delays only its own merchant's deliveries until it can be opened", async () => {
    const subscription = await harness.subscribe("/sealed");
    const other = await createTestMerchant(harness.services);
    await harness.subscribe("/open", { tenant: other.sandbox.id });
    const { rows } = await database.pool.query(
      "select private_key_sealed as sealed from merchant_keys where tenant = $1",
      [harness.ctx.tenant.id],
    );
    const seal = (sealed: Buffer) =>
      database.pool.query("update merchant_keys set private_key_sealed = $2 where tenant = $1", [
        harness.ctx.tenant.id,
        sealed,
      ]);
    await seal(Buffer.alloc(64, 1));
    await createTestWallet({ ...harness.ctx, tenant: other.sandbox });
    await openWallets();
    await harness.sendDue();
    expect(harness.receiver.received().map(({ path }) => path)).toEqual(["/open"]);
    expect(await deliveriesOf(subscription)).toMatchObject([{ status: "pending", attempts: 0 }]);
    await seal(rows[0]?.sealed);
    harness.clock.advance(60_000);
    await harness.sendDue();
    expect(await deliveriesOf(subscription)).toMatchObject([{ status: "success", attempts: 1 }]);
  });
});
