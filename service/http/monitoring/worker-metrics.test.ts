import { afterAll, beforeAll, expect, it } from "vitest";
import { removeSubscription } from "../../domain/webhooks/subscriptions/remove-subscription.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestWallet } from "../../testing/factories.ts";
import { openWebhookHarness, type WebhookHarness } from "../../testing/webhooks/webhook-harness.ts";
import { createWorkerMetrics } from "./worker-metrics.ts";

const database = useTestDatabase();
const metrics = createWorkerMetrics();
let harness: WebhookHarness;
beforeAll(async () => {
  harness = await openWebhookHarness(database, { hooks: metrics.hooks });
  metrics.watch(harness.services, harness.deliverer);
});
afterAll(() => harness.close());

it("counts claims, deliveries and records, and shows the queue, without URLs", async () => {
  harness.receiver.script("/counted", 500);
  await harness.subscribe("/counted");
  await createTestWallet(harness.ctx);
  await harness.fanOut();
  harness.clock.advance(7_000);
  expect(await metrics.text()).toContain("webhook_oldest_due_seconds 7");
  await harness.sendDue();
  const text = await metrics.text();
  expect(text).toContain('webhook_send_duration_seconds_count{outcome="http_error",attempt="1"} 1');
  expect(text).toContain('webhook_claimed_total{verdict="sent"} 1');
  expect(text).toContain("webhook_flush_rows_count 1");
  expect(text).toMatch(/^webhook_due 0$/m);
  expect(text).toMatch(/^webhook_open 1$/m);
  expect(text).toMatch(/^webhook_slots_used 0$/m);
  expect(text).toMatch(/^webhook_outbox_quarantined 0$/m);
  expect(text).not.toContain("127.0.0.1");
});

it("counts unsent deliveries by reason", async () => {
  await harness.setMode("SUBSCRIPTIONS");
  const subscription = await harness.subscribe("/deleted");
  await createTestWallet(harness.ctx);
  await harness.fanOut();
  await removeSubscription(harness.ctx, { id: subscription });
  await harness.sendDue();
  expect(await metrics.text()).toContain('webhook_refused_total{reason="subscription_deleted"} 1');
});

it("counts the worker's ledger commits and connections like the service's", async () => {
  metrics.observeFlush({ postings: 3, milliseconds: 4 });
  const text = await metrics.text();
  expect(text).toContain("ledger_flush_postings_sum 3");
  expect(text).toMatch(/^ledger_postings_waiting 0$/m);
  expect(text).toMatch(/^database_connections\{state="open"\} [1-9]/m);
});

it("shows what can fail before it fails, so that the first failure is an increase", async () => {
  metrics.measured({ name: "daily", everySeconds: 86_400, run: async () => undefined });
  const text = await metrics.text();
  expect(text).toContain('job_duration_seconds_count{name="daily",outcome="failed"} 0');
  expect(text).toContain('job_duration_seconds_count{name="daily",outcome="done"} 0');
  for (const kind of ["lost", "busy", "failed"]) expect(text).toContain(`ledger_troubles_total{kind="${kind}"} 0`);
});

it("shows the clock of the database", async () => {
  expect(await metrics.text()).toContain("webhook_clock_gap_seconds");
});
