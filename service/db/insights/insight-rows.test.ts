import { beforeAll, expect, it } from "vitest";
import { useTestDatabase } from "../../testing/database.ts";
import { openTestBooks } from "../../testing/ledger/books.ts";
import { countReadRows } from "../../testing/read-rows.ts";
import type { Queryable } from "../pool.ts";
import { findInsightRows, type RowSelection } from "./insight-rows.ts";

const database = useTestDatabase();
const [ROWS, BATCHES] = [2_000, 50];
const at = new Date("2026-03-02T10:00:00Z");
const page = { limit: 20, offset: 0, causes: { systemItems: [], customerPayouts: [] } };
let tenant: number;

/** The statistics know one merchant. Then another one pays by card and has payments rejected. */
beforeAll(async () => {
  const tables = ["card_authorizations", "card_events", "batches", "batch_items"];
  for (const table of tables) await database.pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
  const known = await openTestBooks(database.pool, { wallets: 0 });
  await payByCard(known.tenant);
  await rejectItems(known.tenant);
  await database.pool.query(`analyze ${tables.join(", ")}`);
  ({ tenant } = await openTestBooks(database.pool, { wallets: 0 }));
  await payByCard(tenant);
  await rejectItems(tenant);
});

async function payByCard(of: number): Promise<void> {
  await database.pool.query(
    `with card as (
       insert into cards (tenant, id, customer_id, wallet_account, issuer, type, source, name_on_card, status, actor, actor_name,
         created_at, updated_at)
       values ($1, gen_random_uuid(), gen_random_uuid(), 1, 'issuer', 'VIRTUAL', 'WALLET', 'Ada Obi', 'active', 'job:test', 'Test', $2, $2)
       returning tenant, id, issuer, created_at
     ), paid as (
       insert into card_authorizations (tenant, id, card, issuer, status, amount, stripe, decided_at, created_at)
       select tenant, gen_random_uuid(), id, issuer, 'cleared', 100, 0, created_at, created_at
       from card cross join generate_series(1, $3::int)
       returning tenant, id, card, issuer, amount, created_at
     )
     insert into card_events (tenant, authorization_id, n, card, issuer, kind, amount, transactions, at, received_at)
     select tenant, id, 1, card, issuer, 'clear', amount, '{}', created_at, created_at from paid`,
    [of, at, ROWS],
  );
}

async function rejectItems(of: number): Promise<void> {
  await database.pool.query(
    `with batch as (
       insert into batches (tenant, id, reference, operation, origin, status, total, rejected, actor, created_at, touched_at, finished_at)
       select $1, gen_random_uuid(), 'BATCH-' || n, 'credit', 'json', 'failed', $3::int / $4::int, $3::int / $4::int, 'job:test', $2, $2,
         $2 from generate_series(1, $4::int) n
       returning tenant, id, total
     )
     insert into batch_items (tenant, batch, row, id, status, amount, reason, reason_code)
     select tenant, id, nth, gen_random_uuid(), 'rejected', 100, 'Wallet not found.', 'wallet_not_found'
     from batch cross join lateral generate_series(1, total) nth`,
    [of, at, ROWS, BATCHES],
  );
}

it.each<[string, RowSelection]>([
  ["card payments", { card: { what: "cleared" } }],
  ["rejected items", { failed: { source: "batch" } }],
])("lists %s of a merchant that the statistics do not know without comparing each with each", async (_what, rows) => {
  const ask = (db: Queryable) => findInsightRows(db, tenant, { from: "2026-03-01", to: "2026-03-31" }, rows, page);
  expect(await ask(database.pool)).toMatchObject({ total: ROWS, sum: BigInt(100 * ROWS) });
  expect(await countReadRows(database.pool, ask)).toBeLessThan(20 * ROWS);
});
