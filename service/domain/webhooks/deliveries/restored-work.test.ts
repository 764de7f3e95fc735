import { afterEach, beforeEach, expect, it } from "vitest";
import { claimDueAttempts } from "../../../db/payouts/payout-attempts.ts";
import { platformActor } from "../../../testing/context.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { holdTestPayout, readTestPayout } from "../../../testing/payouts.ts";
import { openWebhookHarness, type WebhookHarness } from "../../../testing/webhooks/webhook-harness.ts";
import { fundMerchantWallet } from "../../merchant/fund-merchant-wallet.ts";
import { countHeldDeliveries, failHeldDeliveries, holdRestoredWork, sendHeldDeliveries } from "./restored-work.ts";

const database = useTestDatabase();
let harness: WebhookHarness;
const operator = () => ({ services: harness.services, actor: platformActor });
beforeEach(async () => {
  harness = await openWebhookHarness(database);
  await database.pool.query("update outbox set fanned_out_at = now() where fanned_out_at is null");
  await harness.subscribe("/hook");
});
afterEach(() => harness.close());

const RAIL = "restored";
const DAY_MS = 86_400_000;

it("deliveries of a restored database are sent only after the operator's decision, with their event IDs", async () => {
  await fundMerchantWallet(harness.ctx, { amount: 100 });
  const { deliveries } = await holdRestoredWork(operator());
  expect(deliveries).toBeGreaterThan(0);
  expect(await holdRestoredWork(operator())).toMatchObject({ deliveries: 0 });
  await harness.pass(DAY_MS, DAY_MS / 4);
  expect(harness.receiver.received()).toEqual([]);

  await fundMerchantWallet(harness.ctx, { amount: 100 });
  await harness.fanOut();
  await harness.sendDue();
  const fresh = harness.receiver.received().length;
  expect(fresh).toBeGreaterThan(0);

  const { rows } = await database.pool.query<{ id: string }>(
    "select event_id as id from webhook_deliveries where tenant = $1 and status = 'pending'",
    [harness.ctx.tenant.id],
  );
  expect(await sendHeldDeliveries(operator())).toBe(deliveries);
  await harness.sendDue();
  const sent = harness.receiver.received().slice(fresh);
  expect(sent.map(({ headers }) => headers["x-webhook-event-id"]).sort()).toEqual(rows.map(({ id }) => id).sort());
  expect(await auditedActions()).toEqual(["webhook.hold", "webhook.release"]);
});

it("held deliveries that are dropped have failed unsent, with the reason", async () => {
  await fundMerchantWallet(harness.ctx, { amount: 100 });
  const { deliveries } = await holdRestoredWork(operator());
  expect(await failHeldDeliveries(operator())).toBe(deliveries);
  expect(await countHeldDeliveries(harness.services)).toBe(0);
  await harness.pass(DAY_MS, DAY_MS / 4);
  expect(harness.receiver.received()).toEqual([]);
  const { rows } = await database.pool.query(
    "select distinct status, error_code as code, attempts from webhook_deliveries where tenant = $1",
    [harness.ctx.tenant.id],
  );
  expect(rows).toEqual([{ status: "failed", code: "restored", attempts: 0 }]);
  expect(await auditedActions()).toEqual(["webhook.drop", "webhook.hold"]);
});

it("an unsent payout of a restored database is asked about and never sent", async () => {
  await fundMerchantWallet(harness.ctx, { amount: 10_000_000 });
  const { sessionId } = await holdTestPayout(harness.ctx, { rail: RAIL });
  expect(await holdRestoredWork(operator())).toMatchObject({ payouts: 1 });
  expect(await readTestPayout(harness.ctx, sessionId, RAIL)).toMatchObject({
    state: "submitting",
    attemptState: "sent",
  });
  const now = harness.clock.now();
  const lease = { leasedUntil: new Date(now.getTime() + 60_000), lease: harness.services.ids.next() };
  const [claimed] = await claimDueAttempts(database.pool, { rail: RAIL, now, ...lease, limit: 10, actorName: "Bank" });
  expect(claimed).toMatchObject({ sessionId, action: "query" });
  expect(await auditedActions()).toContain("payout.ask_restored");
});

async function auditedActions(): Promise<string[]> {
  const { rows } = await database.pool.query<{ action: string }>(
    `select action from audit_log where tenant = $1 and action ~ '^(webhook\\.|payout\\.ask)' order by action`,
    [harness.ctx.tenant.id],
  );
  return rows.map(({ action }) => action);
}
