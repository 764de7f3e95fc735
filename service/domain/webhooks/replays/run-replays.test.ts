import { afterAll, beforeAll, expect, it } from "vitest";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestMerchant, createTestWallet } from "../../../testing/factories.ts";
import { openWebhookHarness, type WebhookHarness } from "../../../testing/webhooks/webhook-harness.ts";
import { runReplays } from "./run-replays.ts";

const FAILURES = 200;
const LIVE_PER_MINUTE = 20;
// Hundreds of deliveries and minutes on the test clock take seconds here, and longer on a busy machine.

const database = useTestDatabase();
let harness: WebhookHarness;
beforeAll(async () => {
  harness = await openWebhookHarness(database);
});
afterAll(() => harness.close());

/** Failed deliveries of a subscription, and a bulk replay that queues them. */
async function failMany(subscription: string): Promise<void> {
  const tenant = harness.ctx.tenant.id;
  await createTestWallet(harness.ctx);
  await harness.fanOut();
  await harness.sendDue();
  await database.pool.query(
    `insert into webhook_deliveries (tenant, id, event_id, kind, subscription_id, event_type, status, error_code, created_at)
     select $1, id, (select id from webhook_events where tenant = $1 limit 1), 'subscription', $2, 'customer.created',
       'failed', 'rate_limited', $3 from unnest($4::uuid[]) id`,
    [tenant, subscription, harness.clock.now(), Array.from({ length: FAILURES }, () => harness.services.ids.next())],
  );
  const replay = harness.services.ids.next();
  await database.pool.query("insert into webhook_replays (tenant, id, total, created_at) values ($1, $2, $3, $4)", [
    tenant,
    replay,
    FAILURES,
    harness.clock.now(),
  ]);
  await database.pool.query(
    `insert into webhook_replay_items (replay, subscription_id, delivery_id)
     select $1, $2, id from webhook_deliveries where subscription_id = $2 and status = 'failed'`,
    [replay, subscription],
  );
}

it("a bulk replay sends eighty a minute, and rejects no live event at twenty a minute", async () => {
  const subscription = await harness.subscribe("/replayed");
  await failMany(subscription);
  harness.clock.advance(61_000);
  const madeByMinute: number[] = [];
  for (let minute = 0; minute < 4; minute += 1) {
    let made = 0;
    for (let n = 0; n < LIVE_PER_MINUTE; n += 1) {
      await createTestWallet(harness.ctx);
      await harness.fanOut();
      made += await runReplays(harness.services);
      await harness.pass(3_000, 1_500);
    }
    madeByMinute.push(made);
  }
  await harness.pass(60_000, 3_000);
  const { rows } = await database.pool.query<{ status: string; isReplay: boolean; count: number }>(
    `select status, replay_of is not null as "isReplay", count(*)::int as count from webhook_deliveries
     where subscription_id = $1
       and (replay_of is not null or error_code is null) group by 1, 2 order by 2, 1`,
    [subscription],
  );
  expect(madeByMinute.every((made) => made <= 80)).toBe(true);
  expect(rows).toEqual([
    { status: "success", isReplay: false, count: 1 + 4 * LIVE_PER_MINUTE },
    { status: "success", isReplay: true, count: FAILURES },
  ]);
  const { rows: replays } = await database.pool.query("select status, replayed, skipped from webhook_replays");
  expect(replays).toEqual([{ status: "completed", replayed: FAILURES, skipped: {} }]);
});

it("a bulk replay that fails delays no other", async () => {
  const startReplay = async (tenant: number) => {
    const id = harness.services.ids.next();
    await database.pool.query("insert into webhook_replays (tenant, id, total, created_at) values ($1, $2, 0, $3)", [
      tenant,
      id,
      harness.clock.now(),
    ]);
    return id;
  };
  const other = await createTestMerchant(harness.services);
  const broken = await startReplay(harness.ctx.tenant.id);
  const whole = await startReplay(other.sandbox.id);
  await database.pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin
       if new.id = '${broken}' then raise 'broken'; end if; return new; end $$;
     create trigger broken before update on webhook_replays for each row execute function refuse()`,
  );
  const statusOf = async (id: string) =>
    (await database.pool.query("select status from webhook_replays where id = $1", [id])).rows[0]?.status;
  await expect(runReplays(harness.services)).rejects.toThrow("broken");
  expect([await statusOf(broken), await statusOf(whole)]).toEqual(["running", "completed"]);
  await database.pool.query("drop trigger broken on webhook_replays");
  await runReplays(harness.services);
  expect(await statusOf(broken)).toBe("completed");
});
