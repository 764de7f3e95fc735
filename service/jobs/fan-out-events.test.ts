import { afterAll, beforeAll, expect, it } from "vitest";
import { readQueue } from "../domain/webhooks/deliveries/read-queue.ts";
import { useTestDatabase } from "../testing/database.ts";
import { createTestWallet } from "../testing/factories.ts";
import { openWebhookHarness, type WebhookHarness } from "../testing/webhooks/webhook-harness.ts";
import { fanOut } from "./fan-out-events.ts";
import { createWakeUps } from "./wake-ups.ts";

const database = useTestDatabase();
let harness: WebhookHarness;
beforeAll(async () => {
  harness = await openWebhookHarness(database);
});
afterAll(() => harness.close());

it("the fan-out of a worker that stops ends after the group in hand", async () => {
  await harness.subscribe("/all");
  const { customerId } = await createTestWallet(harness.ctx);
  await database.pool.query(
    "insert into outbox (tenant, kind, object_id, at) select $1, 'customer.created', $2, now() from generate_series(1, 1099)",
    [harness.ctx.tenant.id, customerId],
  );
  const stopping = new AbortController();
  const deliveries = createWakeUps();
  deliveries.listen(() => stopping.abort());
  await fanOut(createWakeUps(), deliveries).run(harness.services, stopping.signal);
  expect((await readQueue(harness.services)).outboxPending).toBe(100);
});
