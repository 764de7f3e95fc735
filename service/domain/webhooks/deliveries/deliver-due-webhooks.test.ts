import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestMerchant, createTestWallet, sandboxPrivateKey } from "../../../testing/factories.ts";
import { expectEventsToMatchRecords } from "../../../testing/webhooks/event-invariants.ts";
import { openWebhookHarness, type WebhookHarness } from "../../../testing/webhooks/webhook-harness.ts";
import { removeSubscription } from "../subscriptions/remove-subscription.ts";
import { updateSubscription } from "../subscriptions/update-subscription.ts";
import { createDeliverer, type Deliverer } from "./deliver-due-webhooks.ts";
import { signPayload } from "./sign-payload.ts";

// Hundreds of deliveries and minutes on the test clock take seconds here, and longer on a busy machine.

const database = useTestDatabase();
let rig: WebhookHarness;
beforeEach(async () => {
  rig = await openWebhookHarness(database);
});
afterEach(async () => {
  await rig.close();
});

/** Makes `count` events due, each of a newly opened wallet. */
async function openWallets(count = 1): Promise<void> {
  for (let n = 0; n < count; n += 1) await createTestWallet(rig.ctx);
  await rig.fanOut();
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
    const subscription = await rig.subscribe("/signed");
    await openWallets();
    await rig.sendDue();
    const [request] = rig.receiver.received("/signed");
    const { rows } = await database.pool.query("select id, body from webhook_events where tenant = $1", [
      rig.ctx.tenant.id,
    ]);
    expect(request?.body).toBe(rows[0]?.body);
    const key = await sandboxPrivateKey(rig.services, rig.merchant);
    const timestampSeconds = Math.floor(rig.clock.now().getTime() / 1000);
    expect(request?.headers).toMatchObject({
      ...signPayload({ key, body: rows[0]?.body, timestampSeconds }),
      "x-webhook-event-id": rows[0]?.id,
      "x-webhook-attempt": "1",
      "content-length": String(Buffer.byteLength(rows[0]?.body)),
    });
    expect(await deliveriesOf(subscription)).toMatchObject([{ status: "success", attempts: 1, httpStatus: 200 }]);
    await expectEventsToMatchRecords(database.pool, rig.ctx.tenant.id);
  });

  it("is retried after 60 and 300 seconds, never early, and succeeds on the third attempt", async () => {
    rig.receiver.script("/late", 500, 500, 200);
    const subscription = await rig.subscribe("/late");
    await openWallets();
    await rig.sendDue();
    expect(await deliveriesOf(subscription)).toMatchObject([{ status: "retrying", attempts: 1, httpStatus: 500 }]);
    rig.clock.advance(59_999);
    await rig.sendDue();
    expect(rig.receiver.received("/late")).toHaveLength(1);
    rig.clock.advance(3_001);
    await rig.sendDue();
    rig.clock.advance(299_999);
    await rig.sendDue();
    expect(rig.receiver.received("/late")).toHaveLength(2);
    rig.clock.advance(3_001);
    await rig.sendDue();
    const requests = rig.receiver.received("/late");
    expect(requests.map(({ headers }) => headers["x-webhook-attempt"])).toEqual(["1", "2", "3"]);
    expect(new Set(requests.map(({ headers }) => headers["x-webhook-timestamp"])).size).toBe(3);
    expect(new Set(requests.map(({ headers }) => headers["x-webhook-event-id"])).size).toBe(1);
    expect(await deliveriesOf(subscription)).toMatchObject([
      { status: "success", attempts: 3, httpStatus: 200, errorCode: null, nextRetryAt: null },
    ]);
  });

  it("fails permanently after three attempts", async () => {
    rig.receiver.script("/never", 500);
    const subscription = await rig.subscribe("/never");
    await openWallets();
    for (const seconds of [0, 63, 303, 3_600]) {
      rig.clock.advance(seconds * 1000);
      await rig.sendDue();
    }
    expect(rig.receiver.received("/never")).toHaveLength(3);
    expect(await deliveriesOf(subscription)).toMatchObject([
      { status: "failed", attempts: 3, errorCode: "http_error", nextRetryAt: null },
    ]);
    await expectEventsToMatchRecords(database.pool, rig.ctx.tenant.id);
  });

  it("does not follow redirects", async () => {
    rig.receiver.script("/moved", 302);
    const subscription = await rig.subscribe("/moved");
    await openWallets();
    await rig.sendDue();
    expect(await deliveriesOf(subscription)).toMatchObject([
      { status: "retrying", errorCode: "redirect_not_followed" },
    ]);
  });

  it("made together with 149 others is one of 100 that are sent; the others fail as rate-limited", async () => {
    const subscription = await rig.subscribe("/burst");
    await openWallets(150);
    await rig.pass(20_000, 500);
    expect(rig.receiver.received("/burst")).toHaveLength(100);
    const rows = await deliveriesOf(subscription);
    expect(rows.filter((row) => row.status === "success")).toHaveLength(100);
    expect(rows.filter((row) => row.errorCode === "rate_limited" && row.attempts === 0)).toHaveLength(50);
    await expectEventsToMatchRecords(database.pool, rig.ctx.tenant.id);
  });

  it("made while no worker ran is late, not lost: never more than 100 in a minute", async () => {
    const subscription = await rig.subscribe("/away");
    await openWallets(300);
    const now = rig.clock.now().getTime();
    await database.pool.query(
      `update webhook_jobs j set made_at = to_timestamp(($2 - n * 1000) / 1000.0)
       from (select delivery_id, row_number() over (order by delivery_id desc) as n from webhook_jobs where target_id = $1) o
       where o.delivery_id = j.delivery_id`,
      [subscription, now],
    );
    await rig.pass(200_000, 2_000);
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
    await rig.setMode(mode, "/callback");
    await rig.subscribe("/all");
    await rig.subscribe("/some", { events: ["wallet.credit", "customer.created"] });
    await rig.subscribe("/other", { events: ["wallet.credit"] });
    await rig.subscribe("/inactive", { active: false });
    await removeSubscription(rig.ctx, { id: await rig.subscribe("/deleted") });
    await openWallets();
    await rig.sendDue();
    expect(
      rig.receiver
        .received()
        .map(({ path }) => path)
        .sort(),
    ).toEqual(paths);
    await expectEventsToMatchRecords(database.pool, rig.ctx.tenant.id);
  });

  it("nowhere, and leaves no row, without a listener", async () => {
    await createTestWallet(rig.ctx);
    expect(await rig.fanOut()).toEqual({ events: 0, deliveries: 0 });
  });
});

describe("a pending delivery", () => {
  it.each([
    ["subscription_inactive", (id: string) => updateSubscription(rig.ctx, { id, active: false })],
    ["subscription_deleted", (id: string) => removeSubscription(rig.ctx, { id })],
  ])("fails unsent as %s", async (errorCode, end) => {
    rig.receiver.script("/ends", 500);
    const subscription = await rig.subscribe("/ends");
    await openWallets();
    await rig.sendDue();
    await end(subscription);
    await rig.sendDue();
    expect(rig.receiver.received("/ends")).toHaveLength(1);
    expect(await deliveriesOf(subscription)).toMatchObject([{ status: "failed", attempts: 1, errorCode }]);
  });

  it("to a plain http URL fails unsent in production", async () => {
    const production = { ...rig.ctx, tenant: rig.merchant.production };
    const subscription = await rig.subscribe("/plain", { tenant: production.tenant.id });
    await createTestWallet(production);
    await rig.fanOut();
    await rig.sendDue();
    expect(rig.receiver.received("/plain")).toHaveLength(0);
    expect(await deliveriesOf(subscription)).toMatchObject([
      { status: "failed", attempts: 0, errorCode: "invalid_url" },
    ]);
  });
});

describe("an unresponsive endpoint", () => {
  it("does not delay the others", async () => {
    rig.receiver.script("/dead", "hang");
    await rig.subscribe("/dead");
    await rig.subscribe("/alive");
    await openWallets(60);
    // Shorter than the time-out of the unresponsive endpoint's first requests: all this happens while they hang.
    const end = Date.now() + 9_000;
    while (rig.receiver.received("/alive").length < 60 && Date.now() < end) {
      await rig.deliverer.deliver();
      await new Promise((resolve) => setTimeout(resolve, 10));
      rig.clock.advance(10);
    }
    expect(rig.receiver.received("/alive")).toHaveLength(60);
    expect(rig.receiver.received("/dead").length).toBeLessThanOrEqual(2);
    expect(rig.deliverer.open()).toBeGreaterThanOrEqual(1);
  });
});

describe("a worker without a free slot", () => {
  it("continues when a slot becomes free, without another wake-up", async () => {
    for (const path of ["/one", "/two", "/three", "/four"]) {
      rig.receiver.script(path, { status: 200, afterMs: 20 });
      await rig.subscribe(path);
    }
    await openWallets();
    const deliverer: Deliverer = createDeliverer(rig.services, {
      slots: 1,
      hooks: { ready: () => void deliverer.deliver() },
    });
    await deliverer.deliver();
    await vi.waitFor(() => expect(rig.receiver.received()).toHaveLength(4), 10_000);
    await deliverer.drain(10_000);
  });
});

describe("a key that cannot be opened", () => {
  it("delays only its own merchant's deliveries until it can be opened", async () => {
    const subscription = await rig.subscribe("/sealed");
    const other = await createTestMerchant(rig.services);
    await rig.subscribe("/open", { tenant: other.sandbox.id });
    const { rows } = await database.pool.query(
      "select private_key_sealed as sealed from merchant_keys where tenant = $1",
      [rig.ctx.tenant.id],
    );
    const seal = (sealed: Buffer) =>
      database.pool.query("update merchant_keys set private_key_sealed = $2 where tenant = $1", [
        rig.ctx.tenant.id,
        sealed,
      ]);
    await seal(Buffer.alloc(64, 1));
    await createTestWallet({ ...rig.ctx, tenant: other.sandbox });
    await openWallets();
    await rig.sendDue();
    expect(rig.receiver.received().map(({ path }) => path)).toEqual(["/open"]);
    expect(await deliveriesOf(subscription)).toMatchObject([{ status: "pending", attempts: 0 }]);
    await seal(rows[0]?.sealed);
    rig.clock.advance(60_000);
    await rig.sendDue();
    expect(await deliveriesOf(subscription)).toMatchObject([{ status: "success", attempts: 1 }]);
  });
});
