import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestWallet } from "../../../testing/factories.ts";
import { openWebhookHarness, type WebhookHarness } from "../../../testing/webhooks/webhook-harness.ts";
import { foldStats } from "./fold-stats.ts";

const database = useTestDatabase();
let harness: WebhookHarness;
beforeEach(async () => {
  harness = await openWebhookHarness(database);
});
afterEach(async () => {
  await harness.close();
});

async function openWallets(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await createTestWallet(harness.ctx);
  await harness.fanOut();
}

async function healthOf(subscription: string) {
  const { rows } = await database.pool.query(
    `select failing_since as "failingSince", last_error_code as "lastErrorCode" from webhook_subscriptions where id = $1`,
    [subscription],
  );
  return rows[0];
}

describe("hourly statistics", () => {
  it("count every delivery once, however often and by whichever worker they are folded", async () => {
    harness.receiver.script("/counted", 500, 200);
    const subscription = await harness.subscribe("/counted");
    await openWallets(1);
    await harness.sendDue();
    harness.clock.advance(63_000);
    await openWallets(2);
    await harness.pass(1_000);
    await Promise.all([foldStats(harness.services), foldStats(harness.services), foldStats(harness.services)]);
    await foldStats(harness.services);
    const { rows } = await database.pool.query(
      `select hour, error_code, success, failed, retried, answers from webhook_hours where subscription_id = $1 order by 2`,
      [subscription],
    );
    const hour = new Date("2026-03-02T09:00:00Z");
    expect(rows).toEqual([
      { hour, error_code: "", success: 3, failed: 0, retried: 0, answers: 3 },
      { hour, error_code: "http_error", success: 0, failed: 0, retried: 1, answers: 1 },
    ]);
  });

  it("do not count callbacks", async () => {
    await harness.setMode("LEGACY", "/callback");
    await openWallets(1);
    await harness.sendDue();
    const { rows } = await database.pool.query("select from webhook_stat_deltas where tenant = $1", [
      harness.ctx.tenant.id,
    ]);
    expect(rows).toEqual([]);
  });
});

describe("a subscription", () => {
  it("is failing from its first exhausted delivery until the next success, and each change is audited once", async () => {
    harness.receiver.script("/down", 503);
    const subscription = await harness.subscribe("/down");
    const since = harness.clock.now();
    await openWallets(1);
    for (const seconds of [0, 63, 303]) {
      harness.clock.advance(seconds * 1000);
      await harness.sendDue();
    }
    const both = await Promise.all([foldStats(harness.services), foldStats(harness.services)]);
    expect(both.flatMap(({ failing }) => failing)).toEqual([subscription]);
    expect(await healthOf(subscription)).toEqual({ failingSince: since, lastErrorCode: "http_error" });
    expect(await foldStats(harness.services)).toEqual({ failing: [], recovered: [] });

    harness.receiver.script("/down", 200);
    await openWallets(1);
    await harness.sendDue();
    expect(await foldStats(harness.services)).toEqual({ failing: [], recovered: [subscription] });
    expect(await healthOf(subscription)).toEqual({ failingSince: null, lastErrorCode: "http_error" });
    const { rows } = await database.pool.query(
      "select action from audit_log where object_id = $1 and action in ('webhook.fail', 'webhook.recover') order by id",
      [subscription],
    );
    expect(rows).toEqual([{ action: "webhook.fail" }, { action: "webhook.recover" }]);
  });

  it("does not fail because of deliveries that were never sent", async () => {
    const subscription = await harness.subscribe("/limited");
    await openWallets(101);
    await harness.pass(5_000);
    await foldStats(harness.services);
    expect(await healthOf(subscription)).toMatchObject({ failingSince: null, lastErrorCode: null });
  });
});
