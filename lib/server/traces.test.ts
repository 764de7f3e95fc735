import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { findFreePort } from "../../scripts/system/ports.ts";
import { creditWallet } from "../../service/domain/batches/single/credit-wallet.ts";
import { fundMerchantWallet } from "../../service/domain/merchant/fund-merchant-wallet.ts";
import { TEST_SECRETS_KEY, testContext, testServices } from "../../service/testing/context.ts";
import { useTestDatabase as testDatabase } from "../../service/testing/database.ts";
import { createTestMerchant, createTestWallet, testMember } from "../../service/testing/factories.ts";
import type {} from "../../service/testing/global-setup.ts";
import { startServiceProcess } from "../../service/testing/processes/service-process.ts";
import { startWorkerProcess } from "../../service/testing/processes/worker-process.ts";
import { bearerOf } from "../../service/testing/sign-in.ts";
import { openTraceCollector, textOfTrace } from "../../service/testing/trace-collector.ts";
import { openReceiver } from "../../service/testing/webhooks/receiver.ts";
import { forward } from "./proxy/session-proxy.ts";
import { cookieOf, pageRequest, testSession, testSettings, testToken } from "./testing/sessions.ts";
import { traced } from "./traces.ts";

/** A file for the trace as text; docs/operations.md shows one. */
const TRACE_FILE = process.env.TRACE_FILE;
/** Service and worker start, each of which takes 10 s or more on a busy machine. */
const PATIENCE = { timeout: 60_000 };

const database = testDatabase();
const started: { stop(): Promise<unknown> }[] = [];
let collector: Awaited<ReturnType<typeof openTraceCollector>>;
let receiver: Awaited<ReturnType<typeof openReceiver>>;

beforeAll(async () => {
  collector = await openTraceCollector();
  receiver = await openReceiver();
});
afterAll(async () => {
  await Promise.all(started.map((one) => one.stop()));
  collector.close();
  await receiver.close();
});

it("one trace leads from the click through proxy, service and flush to the receiver of the webhook, without personal data", async () => {
  const services = testServices(database, { clock: { now: () => new Date() } });
  const merchant = await createTestMerchant(services);
  const ctx = testContext(services, { tenant: merchant.sandbox });
  const member = await testMember(services, merchant, "Admin", { firstName: "Ngozi", lastName: "Eze" });
  const from = await createTestWallet(ctx, { firstName: "Chidi", lastName: "Okafor" });
  const to = await createTestWallet(ctx, { firstName: "Bola", lastName: "Ade" });
  await fundMerchantWallet(ctx, { amount: 900_000 });
  await creditWallet(ctx, { customerId: from.customerId, amount: 800_000 });
  await database.pool.query("update tenant_settings set no_approval_below = 1000000");
  await database.pool.query(
    `insert into webhook_subscriptions (tenant, id, url, events, active, created_at, updated_at)
     values ($1, $2, $3, '{transfer.completed}', true, now(), now())`,
    [ctx.tenant.id, services.ids.next(), receiver.url("/hook-of-secret-path")],
  );
  await database.pool.query("update tenant_settings set webhook_mode = 'SUBSCRIPTIONS'");
  const { authorization } = await bearerOf(services, member.email, "dashboard");
  await services.committer.close();

  // What goes wrong in another process is in the output of the test.
  const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_LEVEL: "error" };
  const env = { ...tracing, SECRETS_KEY: TEST_SECRETS_KEY };
  const service = await startServiceProcess(database.runtime.url, await findFreePort(), { env });
  started.push(service, startWorkerProcess(database.runtime.url, tracing));
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
  const settings = { ...testSettings(`${service.address}/v1`), tracing: { sampleRatio: 1 } };
  const token = testToken({ session: testSession(), accessToken: authorization.slice("Bearer ".length) });
  const path = "/transfer/wallet";
  const request = pageRequest({
    method: "POST",
    path,
    cookie: await cookieOf(token, settings),
    headers: { "Idempotency-Key": "key-of-the-click" },
    body: JSON.stringify({ fromCustomerId: from.customerId, toCustomerId: to.customerId, amount: 123_457 }),
  });
  const response = await forward(request, path.slice(1).split("/"), settings);
  expect([response.status, await response.json()]).toMatchObject([200, { data: { amount: 123_457 } }]);

  await expect.poll(() => receiver.received().length, PATIENCE).toBe(1);
  const [, traceId, deliverySpan] = (receiver.received()[0]?.headers.traceparent ?? "").split("-");
  const inTrace = () => collector.spans.filter((span) => span.traceId === traceId);
  // Four events are published, of which the endpoint wants one. The publication is repeated when its transaction fails.
  await expect.poll(() => inTrace().length, PATIENCE).toBeGreaterThanOrEqual(8);
  const spans = Map.groupBy(inTrace(), ({ name }) => name);
  const one = (name: string) => spans.get(name)?.[0];
  const proxy = one("proxy POST /transfer/wallet");
  const call = one("POST /v1/transfer/wallet");
  const post = one("post");
  const deliver = one("deliver webhook");
  const publish = inTrace().find(({ spanId }) => spanId === deliver?.parentSpanId);
  expect(proxy).toMatchObject({ process: "wallet-dashboard", attributes: { "http.response.status_code": 200 } });
  expect(proxy?.parentSpanId).toBeUndefined();
  expect(call).toMatchObject({ process: "wallet-service", parentSpanId: proxy?.spanId });
  expect(post).toMatchObject({ process: "wallet-service", parentSpanId: call?.spanId });
  expect(publish).toMatchObject({
    name: "publish transfer.completed",
    process: "wallet-worker",
    parentSpanId: post?.spanId,
  });
  expect(deliver).toMatchObject({ process: "wallet-worker", parentSpanId: publish?.spanId, spanId: deliverySpan });
  const flush = collector.spans.find(({ name }) => name === "flush");
  expect(post?.links).toMatchObject([{ traceId: flush?.traceId, spanId: flush?.spanId }]);
  expect(flush?.links).toMatchObject([{ traceId, spanId: post?.spanId }]);
  const text = textOfTrace(collector.spans, traceId ?? "");
  expect(text).toMatch(/^ .* post .*\n.* by link wallet-service: flush /m);
  if (TRACE_FILE) writeFileSync(TRACE_FILE, `${text}\n`);

  const private_ = [from.customerId, from.accountNumber, to.customerId, "Chidi", member.email, authorization.slice(7)];
  for (const text of [...private_, "key-of-the-click", "123457", "secret-path", receiver.url()]) {
    expect(collector.text()).not.toContain(text);
  }
  const { rows } = await database.pool.query("select traces from outbox where journal is not null order by id");
  const kept = { all: `00-${traceId}-${post?.spanId}-01` };
  expect(rows).toEqual([{ traces: null }, { traces: null }, { traces: kept }]);
  const metrics = await fetch(`${service.address}/metrics`);
  expect(metrics.headers.get("content-type")).toContain("application/openmetrics-text");
  expect(await metrics.text()).toContain(`# {trace_id="${traceId}"}`);
});

it("a call that throws ends its span, with the name of the error alone", async () => {
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
  const call = { method: "POST", endpoint: "/lost", settings: { tracing: { sampleRatio: 1 } } };
  const fail = () => Promise.reject(new TypeError("+2348012345678"));
  await expect(traced(call, fail, () => 200)).rejects.toThrow(TypeError);
  const ended = () => collector.spans.find(({ name }) => name === "proxy POST /lost");
  await expect.poll(ended, PATIENCE).toMatchObject({ attributes: { "error.type": "TypeError" } });
  expect(collector.text()).not.toContain("2348012345678");
});

it("a stranger's trace is linked and not continued", async () => {
  const services = testServices(database, { clock: { now: () => new Date() } });
  await services.committer.close();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRUSTED_PROXIES: "192.0.2.1" };
  const service = await startServiceProcess(database.runtime.url, await findFreePort(), { env });
  started.push(service);
  const strangers = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  await fetch(`${service.address}/v1`, { headers: { traceparent: strangers } });
  const linked = () => collector.spans.find(({ name }) => name === "GET /v1");
  await expect.poll(linked, PATIENCE).toBeDefined();
  expect(linked()?.traceId).not.toBe(strangers.split("-")[1]);
  expect(linked()?.links).toMatchObject([{ traceId: strangers.split("-")[1], spanId: strangers.split("-")[2] }]);
});
