import { afterEach, beforeEach, expect, it } from "vitest";
import { claimDueAttempts } from "../../../db/payouts/payout-attempts.ts";
import { platformActor } from "../../../testing/context.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestWallet } from "../../../testing/factories.ts";
import { holdTestPayout, readTestPayout, sumsByKind } from "../../../testing/payouts.ts";
import { openWebhookHarness, type WebhookHarness } from "../../../testing/webhooks/webhook-harness.ts";
import { fundMerchantWallet } from "../../merchant/fund-merchant-wallet.ts";
import type { AttemptResult, OutcomeSource } from "../../payouts/decide-outcome.ts";
import { recordOutcome } from "../../payouts/record-outcome.ts";
import { resolvePayout } from "../../payouts/resolve-payout.ts";
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

it("a bulk replay that was running has ended, and makes no delivery", async () => {
  const id = harness.services.ids.next();
  await database.pool.query("insert into webhook_replays (tenant, id, total, created_at) values ($1, $2, 1, $3)", [
    harness.ctx.tenant.id,
    id,
    harness.clock.now(),
  ]);
  expect(await holdRestoredWork(operator())).toMatchObject({ replays: 1 });
  const { rows } = await database.pool.query("select status from webhook_replays where id = $1", [id]);
  expect(rows).toEqual([{ status: "cancelled" }]);
  expect(await auditedActions()).toContain("webhook.replay_cancel");
});

it("an unsent payout of a restored database is asked about and never sent", async () => {
  await fundMerchantWallet(harness.ctx, { amount: 10_000_000 });
  const { sessionId } = await holdTestPayout(harness.ctx, { rail: RAIL });
  expect(await holdRestoredWork(operator())).toMatchObject({ payouts: 1 });
  expect(await readTestPayout(harness.ctx, sessionId, RAIL)).toMatchObject({
    state: "submitting",
    attemptState: "sent",
  });
  expect(await claim()).toMatchObject([{ sessionId, action: "query" }]);
  expect(await auditedActions()).toContain("payout.ask_restored");
});

const NO_FLOAT: AttemptResult = { outcome: "retry_later", code: "51", reason: "The float is empty" };

it.each<[string, AttemptResult]>([
  ["finds the float empty", NO_FLOAT],
  ["was refused", { outcome: "failed", code: "05", final: true, reason: "Not honoured" }],
  ["is not known to the bank", { outcome: "not_found", code: "25" }],
])("a payout whose attempt %s is neither sent again nor returned: a lost attempt may have paid", async (_, result) => {
  await fundMerchantWallet(harness.ctx, { amount: 10_000_000 });
  const { reference, sessionId } = await holdTestPayout(harness.ctx, { rail: RAIL });
  const held = await sumsByKind(harness.ctx);
  await holdRestoredWork(operator());
  await record(sessionId, result, "query");
  harness.clock.advance(180_000);
  for (const source of ["query", "message"] as const) await record(sessionId, result, source);
  expect(await readTestPayout(harness.ctx, sessionId, RAIL)).toMatchObject({ state: "in_review", isLatest: true });
  expect(await sumsByKind(harness.ctx)).toMatchObject({ merchant: held.merchant, payout_review: held.payout_hold });
  await resolvePayout(harness.ctx, { reference, outcome: "failed", reason: "The bank's statement has no payment" });
  expect((await sumsByKind(harness.ctx)).merchant).toBe(10_000_000n);
});

it("a payout that was sent before the restored time is booked when paid, and gets no other attempt", async () => {
  await fundMerchantWallet(harness.ctx, { amount: 10_000_000 });
  const sessions = [];
  for (let n = 0; n < 2; n += 1) sessions.push((await holdTestPayout(harness.ctx, { rail: RAIL })).sessionId);
  const [paid = "", waiting = ""] = sessions;
  expect(await claim()).toMatchObject([{ action: "send" }, { action: "send" }]);
  await holdRestoredWork(operator());
  await record(waiting, NO_FLOAT, "query");
  for (const session of sessions) await record(session, { outcome: "succeeded", code: "00" }, "query");
  expect(await readTestPayout(harness.ctx, paid, RAIL)).toMatchObject({ state: "succeeded", caseCode: null });
  expect(await readTestPayout(harness.ctx, waiting, RAIL)).toMatchObject({ state: "succeeded", isLatest: true });
});

it("a number that was given out after the restored time is not given out again", async () => {
  const before = await createTestWallet(harness.ctx);
  expect(await holdRestoredWork(operator())).toMatchObject({ numbers: 100_000, isRangeUsedUp: false });
  const after = await createTestWallet(harness.ctx);
  expect(serialOf(after) - serialOf(before)).toBeGreaterThan(100_000);
});

// The last test here: it leaves no number for another wallet.
it("numbers are left out up to the end of the database's range", async () => {
  await database.pool.query(
    "select setval('account_serials', seqmax - 5) from pg_sequence where seqrelid = 'account_serials'::regclass",
  );
  expect(await holdRestoredWork(operator())).toMatchObject({ numbers: 5, isRangeUsedUp: true });
});

/** The number of a wallet without its check digit. */
function serialOf({ accountNumber }: { accountNumber: string }): number {
  return Number(accountNumber.slice(0, 9));
}

async function record(sessionId: string, result: AttemptResult, source: OutcomeSource): Promise<void> {
  const payout = await readTestPayout(harness.ctx, sessionId, RAIL);
  await recordOutcome(harness.services, payout, { result, source });
}

/** What the worker does next about the payouts. */
async function claim() {
  const now = harness.clock.now();
  const lease = { leasedUntil: new Date(now.getTime() + 60_000), lease: harness.services.ids.next() };
  return claimDueAttempts(database.pool, { rail: RAIL, now, ...lease, limit: 10, actorName: "Bank" });
}

async function auditedActions(): Promise<string[]> {
  const { rows } = await database.pool.query<{ action: string }>(
    `select action from audit_log where tenant = $1 and action ~ '^(webhook\\.|payout\\.ask)' order by action`,
    [harness.ctx.tenant.id],
  );
  return rows.map(({ action }) => action);
}
