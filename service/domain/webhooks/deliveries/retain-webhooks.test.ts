import { v7 } from "uuid";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { inTransaction } from "../../../db/pool.ts";
import { firstIdAt } from "../../../db/uuid-time.ts";
import { insertDeliveries } from "../../../db/webhooks/webhook-deliveries.ts";
import { findEventBodies } from "../../../db/webhooks/webhook-events.ts";
import { testClock } from "../../../testing/clock.ts";
import { testServices } from "../../../testing/context.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import type { Services } from "../../context.ts";
import { claimDeliveries } from "./claim-deliveries.ts";
import { retainWebhooks } from "./retain-webhooks.ts";
import { createTargetPaces } from "./target-pace.ts";

const DAY_MS = 86_400_000;
const TABLES = 3;
const today = Date.parse("2026-03-02T00:00:00Z");
const database = useTestDatabase();
const clock = testClock("2026-03-02T09:00:00Z");
let services: Services;
beforeAll(() => {
  services = testServices(database, { clock });
});
afterAll(() => services.committer.close());

/** An event written at an instant, with a delivery. */
async function insertHistory(at: number): Promise<string> {
  const id = v7({ msecs: at });
  await database.pool.query(
    `insert into webhook_events (tenant, id, type, body, webhook_mode, fanout, at)
     values (1, $1, 'wallet.credit', '{}', 'BOTH', '[]', $2)`,
    [id, new Date(at)],
  );
  await database.pool.query(
    `insert into webhook_deliveries (tenant, id, event_id, kind, subscription_id, event_type, status, error_code, created_at)
     values (1, $1, $1, 'subscription', $1, 'wallet.credit', 'failed', 'timeout', $2)`,
    [id, new Date(at)],
  );
  return id;
}

/** The same with a delivery that waits for its first attempt. */
async function insertOpen(at: number): Promise<string> {
  const id = v7({ msecs: at });
  const open = { tenant: 1, id, eventId: id, kind: "subscription" as const, subscriptionId: id };
  const rest = { eventType: "wallet.credit", reference: null, replayOf: null, createdAt: new Date(at) };
  await inTransaction(database.pool, (tx) => insertDeliveries(tx, [{ ...open, ...rest }], new Date(at)));
  return id;
}

async function placeOf(table: string, id: string): Promise<string | undefined> {
  const { rows } = await database.pool.query<{ place: string }>(
    `select tableoid::regclass::text as place from ${table} where id = $1`,
    [id],
  );
  return rows[0]?.place;
}

it("history is stored in daily partitions created ahead; older rows move in", async () => {
  const early = await insertHistory(today + 1);
  expect(await placeOf("webhook_events", early)).toBe("webhook_events_default");
  expect(await retainWebhooks(services)).toEqual({ opened: 5 * TABLES, dropped: 0, purged: 0 });
  expect(await placeOf("webhook_events", early)).toBe("webhook_events_20260302");
  expect(await placeOf("webhook_events", await insertHistory(today - 1))).toBe("webhook_events_20260301");
  expect(await placeOf("webhook_deliveries", await insertHistory(today + 3 * DAY_MS))).toBe(
    "webhook_deliveries_20260305",
  );
  expect(await retainWebhooks(services)).toEqual({ opened: 0, dropped: 0, purged: 0 });
});

it("the pages of a new day's deliveries have room for their results", async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    "select relname as name from pg_class where reloptions @> '{fillfactor=50}' and relname like 'webhook_deliveries%' order by 1",
  );
  expect(rows.map(({ name }) => name)).toEqual([
    ...[1, 2, 3, 4, 5].map((day) => `webhook_deliveries_2026030${day}`),
    "webhook_deliveries_default",
  ]);
});

it("a reader that arrives while rows move to their partition sees them", async () => {
  const day = new Date(today + 10 * DAY_MS);
  const id = await insertHistory(day.getTime() + 1);
  const mover = await database.pool.connect();
  try {
    await mover.query("begin");
    const bounds = [firstIdAt(day), firstIdAt(new Date(day.getTime() + DAY_MS))];
    await mover.query("select open_webhook_partition('webhook_events', '20260312', $1::uuid, $2::uuid)", bounds);
    const found = findEventBodies(database.pool, [id]);
    await vi.waitFor(async () => {
      const waiting = await database.pool.query("select from pg_locks where not granted and pid <> pg_backend_pid()");
      expect(waiting.rowCount).toBeGreaterThan(0);
    });
    await mover.query("commit");
    expect(await found).toMatchObject([{ id, body: "{}" }]);
  } finally {
    mover.release();
  }
});

it("of two concurrent runs one creates each partition", async () => {
  clock.advance(5 * DAY_MS);
  const done = await Promise.all([retainWebhooks(services), retainWebhooks(services)]);
  expect(done[0].opened + done[1].opened).toBe(5 * TABLES);
});

it("history is deleted after a month, an event a day after its deliveries", async () => {
  const id = await insertHistory(today + 1);
  clock.set("2026-04-02T00:00:00Z");
  await retainWebhooks(services);
  expect(await placeOf("webhook_deliveries", id)).toBeUndefined();
  expect(await placeOf("webhook_events", id)).toBe("webhook_events_20260302");
  clock.advance(DAY_MS);
  await retainWebhooks(services);
  expect(await placeOf("webhook_events", id)).toBeUndefined();
});

it("old rows outside partitions are deleted too", async () => {
  const id = await insertHistory(Date.parse("2026-01-01T00:00:00Z"));
  await retainWebhooks(services);
  expect(await placeOf("webhook_events", id)).toBeUndefined();
  expect(await placeOf("webhook_deliveries", id)).toBeUndefined();
});

it("a job is deleted with its pending delivery, and does not delay due ones", async () => {
  clock.set("2026-03-02T09:00:00Z");
  await retainWebhooks(services);
  const [old, fresh] = [await insertOpen(today + 1), await insertOpen(today + 30 * DAY_MS)];
  clock.set("2026-04-02T00:00:00Z");
  await retainWebhooks(services);
  expect(await placeOf("webhook_deliveries", old)).toBeUndefined();
  const claim = await claimDeliveries(services, { paces: createTargetPaces(), random: () => 0 });
  // Both lack a subscription, so a claim fails them; a job without its delivery would fail the claim.
  expect(claim).toMatchObject({ seen: 1, refused: ["subscription_deleted"] });
  const { rows } = await database.pool.query("select status from webhook_deliveries where id = $1", [fresh]);
  expect(rows).toEqual([{ status: "failed" }]);
});

it("a published outbox record is deleted after a month, a pending one never", async () => {
  await database.pool.query(
    `insert into outbox (kind, at, fanned_out_at) values ('journal', '2026-01-01', '2026-01-01'), ('journal', '2026-01-01', null)`,
  );
  await retainWebhooks(services);
  const { rows } = await database.pool.query(
    "select fanned_out_at from outbox where kind = 'journal' and journal is null",
  );
  expect(rows).toEqual([{ fanned_out_at: null }]);
  await expect(database.pool.query("delete from outbox where fanned_out_at is null")).rejects.toThrow("append-only");
  await expect(
    database.pool.query("update outbox set fanned_out_at = now(), at = now() where fanned_out_at is null"),
  ).rejects.toThrow("append-only");
});
