import { afterAll, beforeAll, expect, it } from "vitest";
import { inTransaction } from "../../../db/pool.ts";
import { insertDeliveries, type NewDelivery } from "../../../db/webhooks/webhook-deliveries.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { openWebhookHarness, type WebhookHarness } from "../../../testing/webhooks/webhook-harness.ts";
import { claimDeliveries } from "./claim-deliveries.ts";
import { createResultRecorder } from "./result-recorder.ts";
import { createTargetPaces } from "./target-pace.ts";

const TARGETS = 20;
const database = useTestDatabase();
let harness: WebhookHarness;
beforeAll(async () => {
  harness = await openWebhookHarness(database);
});
afterAll(() => harness.close());

it("a result that cannot be recorded delays no other", async () => {
  const now = harness.clock.now();
  const rows: NewDelivery[] = [];
  for (let n = 0; n < TARGETS; n += 1) {
    const subscriptionId = await harness.subscribe(`/${n}`);
    const [id, eventId] = [harness.services.ids.next(), harness.services.ids.next()];
    const what = { kind: "subscription" as const, subscriptionId, eventType: "wallet.credit", reference: null };
    rows.push({ tenant: harness.ctx.tenant.id, id, eventId, ...what, replayOf: null, createdAt: now });
  }
  await inTransaction(database.pool, (tx) => insertDeliveries(tx, rows, now));
  const { claimed } = await claimDeliveries(harness.services, { paces: createTargetPaces(), random: () => 0 });
  const lost = claimed[7]?.job.deliveryId ?? "";
  await database.pool.query("delete from webhook_deliveries where id = $1", [lost]);

  const failures: unknown[] = [];
  const queue = createResultRecorder(harness.services, { failed: (error) => failures.push(error) });
  const recorded = claimed.map(({ job }) => {
    const row = { deliveryId: job.deliveryId, lease: job.lease, retryAt: null, attempt: null };
    return queue.add({ ...row, status: "failed" as const, errorCode: "internal", errorMessage: null });
  });
  await Promise.all(recorded.filter((_, n) => n !== 7));
  await queue.idle();

  const { rows: open } = await database.pool.query("select id from webhook_deliveries where status = 'pending'");
  expect(open).toEqual([]);
  const { rows: jobs } = await database.pool.query("select delivery_id as id from webhook_jobs");
  expect(jobs).toEqual([{ id: lost }]);
  expect(failures).not.toEqual([]);

  // It is retried on its own; without its job nothing is left to record.
  await database.pool.query("delete from webhook_jobs");
  await recorded[7];
});
