import { beforeAll, expect, it } from "vitest";
import { useTestDatabase } from "../../testing/database.ts";
import { openTestBooks } from "../../testing/ledger/books.ts";
import { countReadRows } from "../../testing/read-rows.ts";
import { inTransaction } from "../pool.ts";
import { takeCandidates } from "./replay-candidates.ts";
import { evaluateFailures } from "./webhook-replays.ts";

const database = useTestDatabase();
const [SENT, FAILED, QUEUED] = [2_000, 500, 5_000];
const SUBSCRIPTION = "0190d8a0-0000-7000-8000-000000000001";
const OLD_REPLAY = "0190d8a0-0000-7000-8000-000000000002";
const REPLAY = "0190d8a0-0000-7000-8000-000000000003";
const at = new Date("2026-03-02T10:00:00Z");
let tenant: number;

const idOf = (kind: string) => `('0190d8a0-000${kind}-7000-8000-' || lpad(n::text, 12, '0'))::uuid`;

/** Deliveries of `count` events. Those of one kind have higher IDs than those of a kind before it. */
async function deliver(kind: string, count: number, status: "success" | "failed"): Promise<void> {
  await database.pool.query(
    `insert into webhook_deliveries (tenant, id, event_id, kind, subscription_id, event_type, status, error_code, delivered_at,
       replay_of, created_at)
     select $1, ${idOf(kind)}, ${idOf("9")}, 'subscription', $2, 'customer.created', $3::text,
       case $3::text when 'failed' then 'timeout' end, case $3::text when 'success' then $4::timestamptz end,
       case '${kind}' when '2' then ${idOf("1")} end, $4 from generate_series(1, $5::int) n`,
    [tenant, SUBSCRIPTION, status, at, count],
  );
}

async function queue(replay: string): Promise<void> {
  await database.pool.query(
    `insert into webhook_replay_items (tenant, replay, subscription_id, delivery_id)
     select $1, $2, $3, ${idOf("3")} from generate_series(1, $4::int) n`,
    [tenant, replay, SUBSCRIPTION, QUEUED],
  );
}

/** The statistics know deliveries that succeeded and an old replay. Then everything fails, is replayed, and fails again. */
beforeAll(async () => {
  const tables = ["webhook_deliveries_default", "webhook_replay_items"];
  for (const table of tables) await database.pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
  ({ tenant } = await openTestBooks(database.pool, { wallets: 0 }));
  await database.pool.query(
    `insert into webhook_subscriptions (tenant, id, url, events, created_at, updated_at)
     values ($1, $2, 'https://receiver.example', '{*}', $3, $3)`,
    [tenant, SUBSCRIPTION, at],
  );
  await deliver("0", SENT, "success");
  await queue(OLD_REPLAY);
  await database.pool.query("analyze webhook_deliveries, webhook_replay_items");
  await database.pool.query(
    `insert into webhook_events (tenant, id, type, body, webhook_mode, fanout, at)
     select $1, ${idOf("9")}, 'customer.created', '{}', 'BOTH', '[]', $2 from generate_series(1, $3::int) n`,
    [tenant, at, FAILED],
  );
  await deliver("1", FAILED, "failed");
  await deliver("2", FAILED, "failed");
});

it("evaluates failures that the statistics do not know without comparing each with each replay", async () => {
  const read = await countReadRows(database.pool, (db) => evaluateFailures(db, tenant, {}));
  expect(read).toBeGreaterThan(FAILED);
  expect(read).toBeLessThan(100 * FAILED);
  const rows = await evaluateFailures(database.pool, tenant, {});
  const [first, last] = rows.sort((one, other) => (one.reason ?? "").localeCompare(other.reason ?? ""));
  expect([first, last]).toEqual([
    { subscriptionId: SUBSCRIPTION, reason: null, count: FAILED },
    { subscriptionId: SUBSCRIPTION, reason: "replayed_since", count: FAILED },
  ]);
});

it("reads the next failures of a replay once, also if the statistics do not know it", async () => {
  await database.pool.query("insert into webhook_replays (tenant, id, total, created_at) values ($1, $2, $3, $4)", [
    tenant,
    REPLAY,
    QUEUED,
    at,
  ]);
  await queue(REPLAY);
  const pace = { since: 0, limit: 80 };
  const read = await inTransaction(database.pool, (tx) => countReadRows(tx, (db) => takeCandidates(db, REPLAY, pace)));
  expect(read).toBeLessThan(6 * QUEUED);
  const queued = "select count(*)::int as left from webhook_replay_items where replay = $1";
  const { rows } = await database.pool.query(queued, [REPLAY]);
  expect(rows).toEqual([{ left: QUEUED - pace.limit }]);
});
