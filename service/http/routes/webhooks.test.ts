import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { webhookUrlTexts } from "../../../contract/texts/webhooks.ts";
import type { Context } from "../../domain/context.ts";
import type { CreatedMerchant } from "../../domain/merchant/sign-up/create-merchant.ts";
import { signPayload } from "../../domain/webhooks/deliveries/sign-payload.ts";
import { type MoneyApp, openMoneyApp } from "../../testing/apps/money-app.ts";
import { testClock } from "../../testing/clock.ts";
import { testContext } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, sandboxPrivateKey, testMember } from "../../testing/factories.ts";
import { bearerOf } from "../../testing/sign-in.ts";

type Headers = Record<string, string>;
type Received = { headers: Record<string, string | string[] | undefined>; body: string };

const database = useTestDatabase();
const clock = testClock();
let money: MoneyApp;
let merchant: CreatedMerchant;
let ctx: Context;
let key: Headers;
let receiver: Server;
let receiverUrl: string;
let received: Received[];
let nextResponse: { status: number; body: string };

beforeAll(async () => {
  money = await openMoneyApp(database, { clock });
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      response.writeHead(nextResponse.status, { "set-cookie": "session=1" }).end(nextResponse.body);
    });
  });
  await new Promise<void>((listening) => receiver.listen(0, "127.0.0.1", listening));
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
});
beforeEach(async () => {
  clock.advance(3_600_000);
  received = [];
  nextResponse = { status: 200, body: "thanks" };
  merchant = await createTestMerchant(money.services);
  ctx = testContext(money.services, { tenant: merchant.sandbox });
  key = { authorization: `Bearer ${await sandboxPrivateKey(money.services, merchant)}` };
});
afterAll(async () => {
  await money.close();
  await money.services.providers.webhooks.close();
  receiver.close();
});

async function call(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object, headers: Headers = key) {
  const reply = await money.app.inject({
    method,
    url: `/v1/merchant/webhook${path}`,
    headers,
    ...(body ? { payload: body } : {}),
  });
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
}

async function subscribed(body: object = {}): Promise<string> {
  const reply = await call("POST", "/subscribe", { url: receiverUrl, events: ["wallet.credit"], ...body });
  expect(reply.status).toBe(201);
  return reply.body.data.id;
}

async function audited(id: string) {
  const { rows } = await database.pool.query(
    "select action, before, after from audit_log where object_id = $1 order by at, id",
    [id],
  );
  return rows;
}

describe("subscribing", () => {
  it("returns the specified fields, and lists the subscription with its health", async () => {
    const reply = await call("POST", "/subscribe", {
      url: "https://receiver.example/hooks",
      events: ["wallet.credit", "wallet.debit", "wallet.credit"],
      description: "Books",
    });
    const data = {
      id: expect.any(String),
      url: "https://receiver.example/hooks",
      events: ["wallet.credit", "wallet.debit"],
      description: "Books",
      active: true,
      createdAt: clock.now().toISOString(),
    };
    expect(reply).toMatchObject({ status: 201, body: { success: true, data } });
    expect(reply.body).toEqual({ success: true, data });
    const health = {
      ...{ successRate24h: null, failingSince: null, lastErrorCode: null, usedThisMinute: 0, hours24h: [] },
      ...{ waiting: 0, waitingUntil: null },
    };
    const shown = {
      ...data,
      verifyEndpoint: false,
      verifiedAt: null,
      overflow: "fail",
      hasSecret: true,
      previousSecretUntil: null,
      health,
    };
    expect((await call("GET", "/subscriptions")).body).toEqual({ success: true, data: [shown] });
    const { id } = reply.body.data;
    expect((await call("GET", `/subscription/${id}`)).body).toEqual({ success: true, data: shown });
    expect(await audited(id)).toMatchObject([{ action: "webhook.subscribe", after: { url: data.url } }]);
  });

  it("accepts * for all events and drops the others; the label is optional", async () => {
    const id = await subscribed({ events: ["wallet.credit", "*"] });
    expect((await call("GET", `/subscription/${id}`)).body.data).toMatchObject({ events: ["*"], description: null });
  });

  it.each([
    [["test.webhook"], "events[0] is no event that can be subscribed to: test.webhook."],
    [["wallet.credit", "wallet.closed"], "events[1] is no event that can be subscribed to: wallet.closed."],
    [[], "events must not be empty."],
  ])("refuses the events %j", async (events, message) => {
    const reply = await call("POST", "/subscribe", { url: receiverUrl, events });
    expect(reply).toMatchObject({
      status: 400,
      body: { status: false, success: false, code: "validation_failed", message },
    });
  });

  it.each([
    ["http://10.0.0.7/hooks", "blocked_address", `url ${webhookUrlTexts.notPublic} (blocked_address).`],
    ["https://localhost/hooks", "blocked_address", `url ${webhookUrlTexts.notPublic} (blocked_address).`],
    ["https://u:p@receiver.example/", "invalid_url", "url must not contain a user name or password (invalid_url)."],
    ["https://receiver.example:5432/", "blocked_address", "url uses a port that is not allowed (blocked_address)."],
  ])("refuses %s without revealing an address", async (url, reason, message) => {
    const reply = await call("POST", "/subscribe", { url, events: ["*"] });
    expect(reply).toMatchObject({
      status: 400,
      body: { code: "validation_failed", message, errors: [{ field: "url", reason }] },
    });
  });

  it("accepts http in sandbox only", async () => {
    const live = testContext(money.services, { tenant: merchant.production });
    await expect(call("POST", "/subscribe", { url: receiverUrl, events: ["*"] })).resolves.toMatchObject({
      status: 201,
    });
    expect(await live.providers.webhooks.findRefusal(receiverUrl, "PRODUCTION")).toEqual({
      errorCode: "invalid_url",
      message: "must be an https address in production",
    });
  });

  it("allows twenty subscriptions, also with concurrent requests, and another after one is deleted", async () => {
    const replies = await Promise.all(
      Array.from({ length: 24 }, () => call("POST", "/subscribe", { url: receiverUrl, events: ["*"] })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = replies.find(({ status }) => status !== 201);
    expect(refused).toMatchObject({
      status: 400,
      body: { code: "subscription_limit", message: "You have 20 webhook subscriptions. Delete one first." },
    });
    const { data } = (await call("GET", "/subscriptions")).body;
    expect(data).toHaveLength(20);
    await call("DELETE", `/subscription/${data[0].id}`);
    await subscribed();
  });

  it("subscribes once per Idempotency-Key", async () => {
    const headers = { ...key, "idempotency-key": "subscribe-once" };
    const body = { url: receiverUrl, events: ["*"] };
    const first = await call("POST", "/subscribe", body, headers);
    const again = await call("POST", "/subscribe", body, headers);
    expect(again.body).toEqual(first.body);
    expect((await call("GET", "/subscriptions")).body.data).toHaveLength(1);
  });
});

describe("changing", () => {
  it("changes events, label and activity, but never the URL", async () => {
    const id = await subscribed();
    const reply = await call("PUT", `/subscription/${id}`, {
      events: ["customer.created"],
      active: false,
      description: "X",
    });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: { events: ["customer.created"], active: false, description: "X", url: receiverUrl },
      },
    });
    expect(await call("PUT", `/subscription/${id}`, { url: "https://other.example" })).toMatchObject({
      status: 400,
      body: { message: "url cannot be changed; create a new subscription." },
    });
    expect(await call("PUT", `/subscription/${id}`, {})).toMatchObject({
      status: 400,
      body: { message: "body must have at least one of events, active, description, verifyEndpoint and overflow." },
    });
    expect((await audited(id)).at(-1)).toMatchObject({
      action: "webhook.update",
      before: { active: true, description: null },
      after: { active: false, description: "X" },
    });
  });

  it("forecasts which subscriptions a file would exceed: those that fail the rest, by the events of its rows", async () => {
    const forecast = async (query: string) => (await call("GET", `/forecast?${query}`)).body.data as object[];
    await database.pool.query("update webhook_subscriptions set deleted_at = now() where deleted_at is null");
    const all = await subscribed({ events: ["*"] });
    const credits = await subscribed({ events: ["wallet.credit", "batch.completed"] });
    await subscribed({ events: ["batch.completed"] });
    await subscribed({ events: ["*"], overflow: "queue" });
    expect(await forecast("kind=credit&rows=5000")).toEqual([
      expect.objectContaining({ subscriptionId: credits, deliveries: 5_001, beyondLimit: 4_901 }),
      expect.objectContaining({ subscriptionId: all, deliveries: 10_001, beyondLimit: 9_901 }),
    ]);
    expect(await forecast("kind=create&rows=100")).toEqual([
      expect.objectContaining({ subscriptionId: all, deliveries: 101, beyondLimit: 1 }),
    ]);
    expect(await forecast("kind=debit&rows=49")).toEqual([]);
    expect(await call("GET", "/forecast?kind=credit&rows=0")).toMatchObject({ status: 400 });
  });

  it("switches between failing and waiting beyond the limit", async () => {
    const id = await subscribed();
    expect((await call("GET", `/subscription/${id}`)).body.data).toMatchObject({ overflow: "fail" });
    const reply = await call("PUT", `/subscription/${id}`, { overflow: "queue" });
    expect(reply).toMatchObject({ status: 200, body: { data: { overflow: "queue", health: { waiting: 0 } } } });
    expect(await call("PUT", `/subscription/${id}`, { overflow: "drop" })).toMatchObject({ status: 400 });
    expect((await audited(id)).at(-1)).toMatchObject({ before: { overflow: "fail" }, after: { overflow: "queue" } });
    const queued = await subscribed({ overflow: "queue" });
    expect((await call("GET", `/subscription/${queued}`)).body.data).toMatchObject({ overflow: "queue" });
  });

  it("deletes a subscription once", async () => {
    const id = await subscribed();
    const reply = await call("DELETE", `/subscription/${id}`);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ success: true, message: "Webhook subscription successfully deleted." });
    const missing = {
      status: 404,
      body: { status: false, success: false, message: "Webhook subscription not found." },
    };
    expect(await call("DELETE", `/subscription/${id}`)).toMatchObject(missing);
    expect(await call("GET", `/subscription/${id}`)).toMatchObject(missing);
    expect(await call("PUT", `/subscription/${id}`, { active: true })).toMatchObject(missing);
    expect(await call("POST", `/test/${id}`)).toMatchObject(missing);
    expect((await call("GET", "/subscriptions")).body.data).toEqual([]);
  });

  it("stores mode and callback URL", async () => {
    expect((await call("GET", "/settings")).body).toEqual({
      success: true,
      data: { webhookMode: "BOTH", callbackURL: null },
    });
    const set = { webhookMode: "LEGACY", callbackURL: "https://receiver.example/legacy" };
    expect((await call("PUT", "/settings", set)).body).toEqual({ success: true, data: set });
    expect((await call("PUT", "/settings", { webhookMode: "BOTH" })).body.data).toEqual({
      ...set,
      webhookMode: "BOTH",
    });
    expect(
      (await call("PUT", "/settings", { webhookMode: "BOTH", callbackURL: null })).body.data.callbackURL,
    ).toBeNull();
    expect(await call("PUT", "/settings", { webhookMode: "NONE" })).toMatchObject({
      status: 400,
      body: { message: "webhookMode must be one of LEGACY, SUBSCRIPTIONS, BOTH." },
    });
    expect(await call("PUT", "/settings", { webhookMode: "BOTH", callbackURL: "https://192.168.1.1/" })).toMatchObject({
      status: 400,
      body: { message: `callbackURL ${webhookUrlTexts.notPublic} (blocked_address).` },
    });
    expect((await audited(merchant.sandbox.merchantId)).map(({ action }) => action)).toContain("webhook.settings");
  });

  it("lists the types and *, each type with an example", async () => {
    const { body } = await call("GET", "/events");
    expect(body).toMatchObject({ success: true, message: "Available event types" });
    expect(body.data).toHaveLength(18);
    expect(body.data.at(-1)).toMatchObject({ type: "*", example: null });
    expect(body.data[0]).toMatchObject({ type: "transaction.success", example: { event: "transaction.success" } });
  });
});

describe("testing", () => {
  it("sends one signed test, returns the response, and stores it", async () => {
    const id = await subscribed();
    await call("PUT", `/subscription/${id}`, { active: false });
    nextResponse = { status: 503, body: "later" };
    const reply = await call("POST", `/test/${id}`);
    expect(reply.status).toBe(200);
    const { data } = reply.body;
    expect(data).toEqual({
      deliveryId: expect.any(String),
      event: "test.webhook",
      delivered: false,
      httpStatusCode: 503,
      responseTimeMs: expect.any(Number),
      errorCode: "http_error",
      errorMessage: "The endpoint answered with status 503.",
    });
    expect(received).toHaveLength(1);
    const [{ headers, body } = { headers: {}, body: "" }] = received;
    const privateKey = await sandboxPrivateKey(money.services, merchant);
    const timestampSeconds = Math.floor(clock.now().getTime() / 1000);
    expect(headers).toMatchObject(signPayload({ key: privateKey, body, timestampSeconds }));
    expect(JSON.parse(body)).toEqual({
      event: "test.webhook",
      data: {
        message: "This is a test of your webhook.",
        timestamp: clock.now().toISOString(),
        subscriptionId: id,
        merchantId: merchant.sandbox.merchantId,
      },
    });
    const { data: stored } = (await call("GET", `/delivery/${data.deliveryId}`)).body;
    expect(stored).toMatchObject({
      status: "failed",
      isTest: true,
      attempts: 1,
      eventType: "test.webhook",
      httpStatusCode: 503,
      response: "later",
      payload: JSON.parse(body),
      payloadBytes: body.length,
      replays: [],
      subscription: { id, active: false, deleted: false },
      attemptLog: [
        {
          n: 1,
          url: receiverUrl,
          remoteAddress: "127.0.0.1",
          keyVersion: 1,
          responseHeaders: { "set-cookie": "redacted" },
          responseBody: "later",
          responseBytes: 5,
          truncated: false,
          errorCode: "http_error",
        },
      ],
    });
    expect(stored.attemptLog[0].requestHeaders).toMatchObject({ "x-webhook-delivery-id": data.deliveryId });
    expect(await call("POST", `/replay/${data.deliveryId}`)).toMatchObject({
      status: 400,
      body: { message: "A test cannot be replayed. Send another one." },
    });
  });

  it("returns no status for a host that refuses the connection", async () => {
    const id = await subscribed({ url: "http://127.0.0.1:1/" });
    expect((await call("POST", `/test/${id}`)).body.data).toMatchObject({
      delivered: false,
      httpStatusCode: null,
      errorCode: "connection_refused",
      errorMessage: "The endpoint refused the connection.",
    });
  });

  it("allows ten tests a minute per merchant", async () => {
    const id = await subscribed();
    const replies = await Promise.all(Array.from({ length: 12 }, () => call("POST", `/test/${id}`)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = replies.find(({ status }) => status === 429);
    expect(refused).toMatchObject({
      headers: { "retry-after": "60" },
      body: { success: false, message: "At most 10 webhook tests a minute. Try again shortly." },
    });
    expect(received).toHaveLength(10);
    clock.advance(60_001);
    expect(await call("POST", `/test/${id}`)).toMatchObject({ status: 200 });
  });
});

describe("permissions", () => {
  it("let Support read webhooks and change nothing", async () => {
    const id = await subscribed();
    const support = await testMember(money.services, merchant, "Support");
    const headers = await bearerOf(money.services, support.email, "dashboard");
    for (const path of [
      "/settings",
      "/subscriptions",
      `/subscription/${id}`,
      "/events",
      "/deliveries",
      "/replays",
      "/stats",
    ]) {
      expect([path, (await call("GET", path, undefined, headers)).status]).toEqual([path, 200]);
    }
    const refused = { status: 403, body: { success: false, code: "permission_missing" } };
    expect(await call("POST", "/subscribe", { url: receiverUrl, events: ["*"] }, headers)).toMatchObject(refused);
    expect(await call("DELETE", `/subscription/${id}`, undefined, headers)).toMatchObject(refused);
    expect(await call("POST", `/test/${id}`, undefined, headers)).toMatchObject(refused);
    expect(await call("POST", "/replays", { dryRun: true }, headers)).toMatchObject(refused);
  });

  it("hide another merchant's subscriptions, deliveries and events", async () => {
    const id = await subscribed();
    const { body } = await call("POST", `/test/${id}`);
    const other = await createTestMerchant(money.services);
    const headers = { authorization: `Bearer ${await sandboxPrivateKey(money.services, other)}` };
    for (const path of [`/subscription/${id}`, `/delivery/${body.data.deliveryId}`]) {
      expect([path, (await call("GET", path, undefined, headers)).status]).toEqual([path, 404]);
    }
    expect((await call("GET", "/deliveries", undefined, headers)).body.data).toEqual([]);
    expect((await call("GET", `/deliveries?subscriptionId=${id}`, undefined, headers)).body.data).toEqual([]);
    expect((await call("GET", "/event-log", undefined, headers)).body.data).toEqual([]);
    expect((await call("POST", `/test/${id}`, undefined, headers)).status).toBe(404);
    expect((await call("POST", `/replay/${body.data.deliveryId}`, undefined, headers)).status).toBe(404);
    expect(ctx.tenant.id).not.toBe(other.sandbox.id);
  });
});
