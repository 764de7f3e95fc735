import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runReplays } from "../../domain/webhooks/replays/run-replays.ts";
import { openWebhookApp, type WebhookApp } from "../../testing/apps/webhook-app.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet } from "../../testing/factories.ts";

const database = useTestDatabase();
let api: WebhookApp;
let path: string;
let subscription: string;
let made = 0;

beforeAll(async () => {
  api = await openWebhookApp(database);
});
beforeEach(async () => {
  api.clock.advance(86_400_000);
  // Deactivate the subscriptions of earlier tests.
  await database.pool.query("update webhook_subscriptions set active = false where deleted_at is null");
  await api.setMode("BOTH");
  made += 1;
  path = `/hooks-${made}`;
  subscription = await api.subscribe(path);
});
afterAll(() => api.close());

async function list(query: string) {
  const { status, body } = await api.call("GET", `/deliveries?${query}`);
  expect([query, status]).toEqual([query, 200]);
  return body;
}

async function idsOf(query: string): Promise<string[]> {
  return (await list(`subscriptionId=${subscription}&${query}`)).data.map((row: { id: string }) => row.id);
}

describe("the list", () => {
  it("returns each delivery's current state, newest first", async () => {
    // A target that has not responded yet gets two deliveries at a time. The clock does not advance, so a third would
    // wait.
    await api.openWallets(2);
    await api.sendDue();
    const { data, metadata } = await list(`subscriptionId=${subscription}`);
    expect(metadata).toEqual({ page: 1, perPage: 20, totalRecords: 2, totalPages: 1 });
    const { rows } = await database.pool.query(
      `select d.*, e.body from webhook_deliveries d join webhook_events e on e.id = d.event_id
       where subscription_id = $1 order by d.id desc`,
      [subscription],
    );
    expect(data.map((row: { id: string }) => row.id)).toEqual(rows.map((row) => row.id));
    const [first] = rows;
    expect(data[0]).toEqual({
      id: first.id,
      eventId: first.event_id,
      subscriptionId: subscription,
      merchantId: api.merchant.sandbox.merchantId,
      eventType: "customer.created",
      status: "success",
      attempts: 1,
      maxAttempts: 3,
      httpStatusCode: 200,
      responseTimeMs: first.response_ms,
      response: "answer 200",
      errorCode: null,
      errorMessage: null,
      reference: null,
      payload: JSON.parse(first.body),
      isTest: false,
      replayOf: null,
      lastAttemptAt: first.last_attempt_at.toISOString(),
      nextRetryAt: null,
      deliveredAt: first.delivered_at.toISOString(),
      createdAt: first.created_at.toISOString(),
      subscription: { id: subscription, url: api.receiver.url(path), description: null, active: true, deleted: false },
    });
  });

  it("filters by state, type, reason, event, reference and test", async () => {
    const [failed = ""] = await api.fail(subscription, path);
    api.receiver.script(path, 200);
    await api.openWallets(2);
    await api.sendDue();
    const { deliveryId } = (await api.call("POST", `/test/${subscription}`)).body.data;
    const { eventId } = (await api.call("GET", `/delivery/${failed}`)).body.data;
    expect(await idsOf("status=failed")).toEqual([failed]);
    expect(await idsOf("errorCode=http_error")).toEqual([failed]);
    expect(await idsOf("errorCode=timeout")).toEqual([]);
    expect(await idsOf(`eventId=${eventId}`)).toEqual([failed]);
    expect(await idsOf("test=only")).toEqual([deliveryId]);
    expect(await idsOf("eventType=test.webhook")).toEqual([deliveryId]);
    expect(await idsOf("test=hide&status=success")).toHaveLength(2);
    expect(await idsOf("eventType=customer.created")).toHaveLength(3);
    expect(await idsOf("eventType=wallet.credit")).toEqual([]);
    expect(await idsOf("reference=REF-0000000001")).toEqual([]);
    await database.pool.query(
      `with event as (
         insert into webhook_events (tenant, id, type, reference, body, webhook_mode, fanout, at)
         values ($1, $2, 'wallet.credit', 'REF-0000000001', '{"event":"wallet.credit","data":{}}', 'BOTH', '[]', $4)
       )
       insert into webhook_deliveries (tenant, id, event_id, kind, subscription_id, event_type, reference, status,
         error_code, created_at)
       values ($1, $2, $2, 'subscription', $3, 'wallet.credit', 'REF-0000000001', 'failed', 'timeout', $4)`,
      [api.ctx.tenant.id, deliveryId.replace(/.{12}$/, "000000000000"), subscription, api.clock.now()],
    );
    expect(await idsOf("reference=REF-0000000001")).toEqual([deliveryId.replace(/.{12}$/, "000000000000")]);
    await database.pool.query("delete from webhook_deliveries where reference = 'REF-0000000001'");
    expect(await idsOf("")).toHaveLength(4);
    expect((await list(`subscriptionId=${api.ctx.ids.next()}`)).data).toEqual([]);
  });

  it("pages by perPage or limit", async () => {
    await api.openWallets(5);
    const all = await idsOf("");
    expect(await idsOf("limit=2")).toEqual(all.slice(0, 2));
    expect(await idsOf("perPage=2&page=3")).toEqual(all.slice(4));
    expect((await list(`subscriptionId=${subscription}&limit=2&page=9`)).metadata).toEqual({
      page: 9,
      perPage: 2,
      totalRecords: 5,
      totalPages: 3,
    });
  });

  it("filters by days in Lagos, both included, and by instants", async () => {
    const day = () => new Date(api.clock.now().getTime() + 3_600_000).toISOString().slice(0, 10);
    const startOfDay = (text: string) => api.clock.set(`${text}T00:00:00+01:00`);
    const tomorrow = new Date(api.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
    startOfDay(tomorrow);
    api.clock.advance(-1);
    const before = day();
    await api.openWallets();
    api.clock.advance(1);
    await api.openWallets();
    const [late, early] = await idsOf("");
    expect(await idsOf(`startDate=${before}&endDate=${before}`)).toEqual([early]);
    expect(await idsOf(`startDate=${tomorrow}&endDate=${tomorrow}`)).toEqual([late]);
    expect(await idsOf(`startDate=${before}`)).toEqual([late, early]);
    expect(await idsOf(`startDate=${api.clock.now().toISOString()}`)).toEqual([late]);
    expect(await idsOf(`endDate=${new Date(api.clock.now().getTime() - 1).toISOString()}`)).toEqual([early]);
    // Published after three days without a worker.
    await createTestWallet(api.ctx);
    api.clock.advance(3 * 86_400_000);
    await api.fanOut();
    expect(await idsOf(`startDate=${tomorrow}&endDate=${tomorrow}`)).toEqual([expect.any(String), late]);
    const { data } = (await api.call("GET", `/event-log?startDate=${tomorrow}&endDate=${tomorrow}`)).body;
    expect(data).toHaveLength(2);
  });

  it.each([
    ["status=done", "status must be one of pending, success, failed, retrying."],
    ["eventType=wallet.closed", expect.stringMatching(/^eventType must be one of transaction\.success/)],
    ["startDate=2026-03-02&endDate=2026-03-01", "startDate must not be after endDate."],
    [
      "startDate=yesterday",
      "startDate must be a date such as 2026-01-31 or an instant such as 2026-01-31T12:00:00.000Z.",
    ],
    ["subscriptionId=7", "subscriptionId must be a UUID."],
    ["page=0", expect.stringMatching(/^page /)],
  ])("refuses %s", async (query, message) => {
    expect(await api.call("GET", `/deliveries?${query}`)).toMatchObject({
      status: 400,
      body: { status: false, success: false, code: "validation_failed", message },
    });
  });

  it("caps the count at 50,000", async () => {
    await database.pool.query(
      `insert into webhook_deliveries (tenant, id, event_id, kind, subscription_id, event_type, status, error_code, created_at)
       select $1, gen_random_uuid(), gen_random_uuid(), 'subscription', $2, 'wallet.credit', 'failed', 'timeout', $3
       from generate_series(1, 50001)`,
      [api.ctx.tenant.id, subscription, api.clock.now()],
    );
    const { data, metadata } = await list(`subscriptionId=${subscription}&page=2500`);
    expect(metadata).toEqual({ page: 2500, perPage: 20, totalRecords: 50_000, totalPages: 2500, totalIsCapped: true });
    expect(data).toHaveLength(20);
    expect(data[0].payload).toBeNull();
    expect(await api.call("GET", `/deliveries?subscriptionId=${subscription}&page=2501`)).toMatchObject({
      status: 400,
      body: { message: "page is beyond the first 50000 rows; narrow the date range." },
    });
    await database.pool.query("delete from webhook_deliveries where subscription_id = $1", [subscription]);
  });

  it("excludes callbacks, and includes deliveries of a deleted subscription", async () => {
    await api.setMode("BOTH", "/callback");
    await api.openWallets();
    await api.sendDue();
    await api.call("DELETE", `/subscription/${subscription}`);
    const { data } = await list(`subscriptionId=${subscription}`);
    expect(data).toMatchObject([{ status: "success", subscription: { deleted: true } }]);
    const { rows } = await database.pool.query("select id from webhook_deliveries where kind = 'callback'");
    expect(rows).toHaveLength(1);
    const callback = { status: 404, body: { success: false, message: "Webhook delivery not found." } };
    expect(await api.call("GET", `/delivery/${rows[0]?.id}`)).toMatchObject(callback);
    expect(await api.call("POST", `/replay/${rows[0]?.id}`)).toMatchObject(callback);
    const all = await database.pool.query("select from webhook_deliveries where kind = 'subscription'");
    expect((await list("")).metadata.totalRecords).toBe(all.rows.length);
  });
});

describe("one delivery", () => {
  it("returns every attempt with its request and response", async () => {
    api.receiver.script(path, 500, 404, 200);
    await api.openWallets();
    await api.sendDue();
    api.clock.advance(63_000);
    await api.sendDue();
    api.clock.advance(303_000);
    await api.sendDue();
    const [id] = await idsOf("");
    const { data } = (await api.call("GET", `/delivery/${id}`)).body;
    expect(data).toMatchObject({ status: "success", attempts: 3, replays: [] });
    expect(data.payloadBytes).toBe(Buffer.byteLength(api.receiver.received(path)[0]?.body ?? ""));
    expect(data.attemptLog).toMatchObject([
      { n: 1, httpStatusCode: 500, errorCode: "http_error", responseBody: "answer 500", keyVersion: 1 },
      { n: 2, httpStatusCode: 404, errorCode: "http_error" },
      { n: 3, httpStatusCode: 200, errorCode: null, remoteAddress: "127.0.0.1", url: api.receiver.url(path) },
    ]);
    const sent = api.receiver.received(path).map(({ headers }) => headers["x-webhook-signature"]);
    expect(
      data.attemptLog.map(
        (one: { requestHeaders: Record<string, string> }) => one.requestHeaders["x-webhook-signature"],
      ),
    ).toEqual(sent);
    expect(data.attemptLog[0].responseHeaders).toMatchObject({ "content-type": "text/plain" });
  });
});

describe("replaying one delivery", () => {
  it("sends the same event and body as a new delivery; the failed one stays failed and lists it", async () => {
    const [failed = ""] = await api.fail(subscription, path);
    const reply = await api.call("POST", `/replay/${failed}`);
    expect(reply).toMatchObject({
      status: 201,
      body: { success: true, data: { status: "pending", attempts: 0, replayOf: failed, isTest: false } },
    });
    api.receiver.script(path, 200);
    await api.sendDue();
    const requests = api.receiver.received(path);
    const [first, last] = [requests[0], requests.at(-1)];
    expect(last?.body).toBe(first?.body);
    expect(last?.headers["x-webhook-event-id"]).toBe(first?.headers["x-webhook-event-id"]);
    expect(last?.headers["x-webhook-delivery-id"]).toBe(reply.body.data.id);
    expect(last?.headers["x-webhook-timestamp"]).not.toBe(first?.headers["x-webhook-timestamp"]);
    expect((await api.call("GET", `/delivery/${failed}`)).body.data).toMatchObject({
      status: "failed",
      replays: [{ id: reply.body.data.id, status: "success" }],
    });
    expect(await api.call("POST", `/replay/${reply.body.data.id}`)).toMatchObject({
      status: 400,
      body: { success: false, message: "Only failed deliveries can be replayed." },
    });
  });

  it("creates one delivery for concurrent requests, and another after that one ends", async () => {
    const [failed = ""] = await api.fail(subscription, path);
    const replies = await Promise.all(Array.from({ length: 5 }, () => api.call("POST", `/replay/${failed}`)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1);
    await api.pass(400_000, 2_000);
    expect(await api.call("POST", `/replay/${failed}`)).toMatchObject({ status: 201 });
    expect((await api.call("GET", `/delivery/${failed}`)).body.data.replays).toHaveLength(2);
  });

  it("answers a key with the open replay again after that replay ended", async () => {
    const [failed = ""] = await api.fail(subscription, path);
    const { data } = (await api.call("POST", `/replay/${failed}`)).body;
    const again = () => api.call("POST", `/replay/${failed}`, undefined, { "idempotency-key": `again-${failed}` });
    expect(await again()).toMatchObject({ status: 200, body: { data: { id: data.id } } });
    await api.pass(400_000, 2_000);
    expect(await again()).toMatchObject({ status: 200, body: { data: { id: data.id } } });
    expect((await api.call("GET", `/delivery/${failed}`)).body.data.replays).toHaveLength(1);
  });

  it("is refused if the subscription cannot receive it or the payload has expired", async () => {
    const [failed = ""] = await api.fail(subscription, path);
    const refused = (message: string) => ({ status: 400, body: { success: false, message } });
    await api.call("PUT", `/subscription/${subscription}`, { active: false });
    expect(await api.call("POST", `/replay/${failed}`)).toMatchObject(
      refused("The webhook subscription is inactive. Activate it first."),
    );
    await api.call("PUT", `/subscription/${subscription}`, { active: true });
    const client = await database.pool.connect();
    await client.query("set session_replication_role = replica");
    await client.query("delete from webhook_events where tenant = $1", [api.ctx.tenant.id]);
    client.release(true);
    expect(await api.call("POST", `/replay/${failed}`)).toMatchObject({
      status: 400,
      body: { code: "payload_expired" },
    });
    expect((await list(`subscriptionId=${subscription}`)).data[0].payload).toBeNull();
    await api.call("DELETE", `/subscription/${subscription}`);
    expect(await api.call("POST", `/replay/${failed}`)).toMatchObject(refused("The webhook subscription is deleted."));
  });
});

describe("bulk replay", () => {
  async function replayState(id: string) {
    return (await api.call("GET", `/replays/${id}`)).body.data;
  }

  it("counts first, then sends 90 deliveries at 80 a minute and reports progress", async () => {
    await api.fail(subscription, path, 90);
    const filter = { subscriptionId: subscription, errorCode: "http_error" };
    const dry = await api.call("POST", "/replays", { ...filter, dryRun: true });
    expect(dry).toEqual({ status: 200, body: { success: true, data: { count: 90, skipped: {}, etaSeconds: 120 } } });
    api.receiver.script(path, 200);
    const before = api.receiver.received(path).length;
    const reply = await api.call("POST", "/replays", filter);
    expect(reply).toMatchObject({
      status: 202,
      body: { data: { status: "running", total: 90, replayed: 0, skipped: {}, etaSeconds: 120, finishedAt: null } },
    });
    const { id } = reply.body.data;
    expect(await api.call("POST", "/replays", filter)).toMatchObject({ status: 409, body: { code: "replay_running" } });
    await runReplays(api.services);
    await runReplays(api.services);
    expect(await replayState(id)).toMatchObject({ status: "running", replayed: 80, etaSeconds: 60 });
    // Long enough for a machine that takes a second per response: the target gets eight deliveries at a time.
    await api.pass(20_000, 500);
    expect(api.receiver.received(path).length - before).toBe(80);
    api.clock.advance(61_000);
    await runReplays(api.services);
    await api.pass(20_000, 500);
    expect(await replayState(id)).toMatchObject({ status: "completed", replayed: 90, etaSeconds: null });
    expect(api.receiver.received(path).length - before).toBe(90);
    expect((await api.call("POST", "/replays", { ...filter, dryRun: true })).body.data).toEqual({
      count: 0,
      skipped: { delivered_since: 90 },
      etaSeconds: 0,
    });
    expect((await api.call("GET", "/replays")).body.data[0]).toMatchObject({ id, status: "completed" });
  });

  it("skips deliveries in progress and deliveries to inactive subscriptions", async () => {
    const [one = "", two = ""] = await api.fail(subscription, path, 3);
    await api.call("POST", `/replay/${one}`);
    expect((await api.call("POST", "/replays", { ids: [one, two], dryRun: true })).body.data).toEqual({
      count: 1,
      skipped: { under_way: 1 },
      etaSeconds: 60,
    });
    await api.call("PUT", `/subscription/${subscription}`, { active: false });
    const reply = await api.call("POST", "/replays", { subscriptionId: subscription });
    expect(reply).toMatchObject({
      status: 202,
      body: { data: { status: "completed", total: 0, finishedAt: api.clock.now().toISOString() } },
    });
    expect(reply.body.data.skipped).toMatchObject({ subscription_inactive: 3 });
  });

  it("can be cancelled once, and creates no deliveries afterwards", async () => {
    await api.fail(subscription, path, 3);
    const { id } = (await api.call("POST", "/replays", { subscriptionId: subscription })).body.data;
    expect((await api.call("DELETE", `/replays/${id}`)).body).toMatchObject({
      success: true,
      data: { status: "cancelled" },
    });
    await runReplays(api.services);
    expect(await replayState(id)).toMatchObject({ status: "cancelled", replayed: 0, total: 3 });
    expect(await api.call("DELETE", `/replays/${id}`)).toMatchObject({ status: 409, body: { code: "replay_ended" } });
    const missing = { status: 404, body: { success: false, message: "Bulk replay not found." } };
    expect(await api.call("GET", `/replays/${api.ctx.ids.next()}`)).toMatchObject(missing);
  });
});

describe("event log and statistics", () => {
  it("returns the outcome of each event for each target", async () => {
    await api.setMode("BOTH", "/callback");
    const unmatched = await api.subscribe("/silent", { events: ["wallet.debit"] });
    const inactive = await api.subscribe("/asleep", { active: false });
    await api.openWallets();
    await api.sendDue();
    const { body } = await api.call("GET", "/event-log?eventType=customer.created&perPage=1");
    const [event] = body.data;
    expect(event).toMatchObject({
      type: "customer.created",
      webhookMode: "BOTH",
      payload: { event: "customer.created", data: { phoneNumber: expect.stringMatching(/^0\d{10}$/) } },
    });
    const outcomeOf = (id: string | null) =>
      event.targets.find((one: { subscriptionId: string }) => one.subscriptionId === id);
    expect(outcomeOf(subscription)).toMatchObject({
      kind: "subscription",
      outcome: "success",
      reason: null,
      deliveryId: expect.any(String),
    });
    expect(outcomeOf(null)).toMatchObject({ kind: "callback", outcome: "success", deliveryId: null });
    expect(outcomeOf(unmatched)).toMatchObject({ outcome: "not_sent", reason: "no_match", deliveryId: null });
    expect(outcomeOf(inactive)).toMatchObject({ outcome: "not_sent", reason: "inactive" });
    expect((await api.call("GET", `/event-log/${event.id}`)).body).toEqual({ success: true, data: event });
    const other = await createTestMerchant(api.services);
    await createTestWallet({ ...api.ctx, tenant: other.sandbox });
    expect(await api.call("GET", `/event-log/${api.ctx.ids.next()}`)).toMatchObject({
      status: 404,
      body: { success: false, message: "Webhook event not found." },
    });
  });

  it("returns the reason of a failure, and counts it per hour", async () => {
    const [failed = ""] = await api.fail(subscription, path);
    const { eventId } = (await api.call("GET", `/delivery/${failed}`)).body.data;
    const { data } = (await api.call("GET", `/event-log/${eventId}`)).body;
    const target = data.targets.find((one: { subscriptionId: string }) => one.subscriptionId === subscription);
    expect(target).toMatchObject({ outcome: "failed", reason: "http_error", deliveryId: failed });
    const hour = new Date(Math.floor(api.clock.now().getTime() / 3_600_000) * 3_600_000);
    await database.pool.query(
      `insert into webhook_hours (tenant, subscription_id, hour, error_code, success, failed, retried, answers, total_ms, max_ms)
       values ($1, $2, $3, '', 3, 0, 0, 3, 30, 20), ($1, $2, $3, 'http_error', 0, 1, 2, 3, 60, 40)`,
      [api.ctx.tenant.id, subscription, hour],
    );
    const stats = await api.call("GET", `/stats?subscriptionId=${subscription}`);
    expect(stats.body.data).toEqual({
      hours: [
        {
          hour: hour.toISOString(),
          success: 3,
          failed: 1,
          retried: 2,
          errorCodes: { http_error: 3 },
          meanMs: 15,
          maxMs: 40,
        },
      ],
      usedThisMinute: 0,
    });
    expect((await api.call("GET", "/stats")).body.data.usedThisMinute).toBeNull();
    const health = (await api.call("GET", `/subscription/${subscription}`)).body.data.health;
    expect(health).toMatchObject({
      successRate24h: 0.75,
      usedThisMinute: 0,
      hours24h: [{ hour: hour.toISOString(), success: 3, failed: 1 }],
    });
    await api.openWallets(3);
    await api.sendDue();
    expect((await api.call("GET", `/stats?subscriptionId=${subscription}`)).body.data.usedThisMinute).toBe(3);
  });
});
