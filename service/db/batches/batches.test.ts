import { beforeAll, describe, expect, it } from "vitest";
import { useTestDatabase } from "../../testing/database.ts";
import { openTestBooks, type TestBooks } from "../../testing/ledger/books.ts";
import type { Queryable } from "../pool.ts";
import { findBatchItems, findItemsAfter, findPendingItems, findReferencesOfBatches } from "./batch-items.ts";
import { findBatchWallets } from "./batch-wallets.ts";
import { findBatch, findBatches } from "./batches.ts";
import { writeBatchStep } from "./batches-flush.ts";
import { claimBatch } from "./batches-queue.ts";
import { findAbandonedBatches } from "./batches-receiving.ts";

const database = useTestDatabase();
const BATCHES = 3_000;
const ITEMS = 60_000;
let books: TestBooks;
let large: string;

/** Inserts one batch with many items, one pending batch, and thousands of completed ones. */
beforeAll(async () => {
  books = await openTestBooks(database.pool, { wallets: 0 });
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into batches (tenant, id, reference, operation, origin, status, total, accepted, actor, created_at, served_at,
       touched_at)
     select $1, gen_random_uuid(), 'BATCH-' || i, 'credit', 'upload', case when i <= 2 then 'pending' else 'completed' end,
       $3::int, case when i <= 2 then 0 else $3::int end, 'job:test', timestamptz '2026-01-01Z' + i * interval '1 minute',
       case when i > 2 then timestamptz '2026-01-01Z' + i * interval '1 minute' end, now()
     from generate_series(1, $2::int) i returning id`,
    [books.tenant, BATCHES, ITEMS],
  );
  large = rows[0]?.id ?? "";
  await database.pool.query(
    `insert into batch_items (tenant, batch, row, id, status, customer_id, amount)
     select $1, $2, i, gen_random_uuid(), 'pending', gen_random_uuid(), 10 from generate_series(1, $3::int) i`,
    [books.tenant, large, ITEMS],
  );
  await database.pool.query(
    `insert into accounts (tenant, id, kind, tier) select $1, 900000 + i, 'wallet', 1 from generate_series(1, 5000) i`,
    [books.tenant],
  );
  await database.pool.query(
    `insert into wallets (tenant, id, account_id, customer_id, account_number, account_name, email, created_at, updated_at)
     select $1, gen_random_uuid(), 900000 + i, null, (6000000000 + i)::text, 'Name' || i, '', now(), now()
     from generate_series(1, 5000) i`,
    [books.tenant],
  );
  await database.pool.query("analyze");
});

/** Returns a connection that explains each query and keeps the plans. */
function explaining(plans: string[]): Queryable {
  const query = async (statement: string | { text: string; values: unknown[] }, values?: unknown[]) => {
    const text = typeof statement === "string" ? statement : statement.text;
    const bound = typeof statement === "string" ? values : statement.values;
    const { rows } = await database.pool.query<{ "QUERY PLAN": string }>(`explain ${text}`, bound);
    plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
    return { rows: [], rowCount: 0 };
  };
  return { query } as unknown as Queryable;
}

describe("needs no sequential scan of a growing table:", () => {
  const at = new Date();
  it.each<[string, (db: Queryable) => Promise<unknown>]>([
    ["claiming a chunk", (db) => claimBatch(db, at, at)],
    ["its items", (db) => findPendingItems(db, books.tenant, large, { fromRow: 30_000, limit: 1_500 })],
    [
      "the next rows of a download",
      (db) => findItemsAfter(db, books.tenant, { id: large, nextRow: 1 }, { after: 30_000, limit: 2_000 }),
    ],
    ["a page of items", (db) => findBatchItems(db, books.tenant, { id: large, nextRow: 1 }, { limit: 20, offset: 40 })],
    ["the references of a page of batches", (db) => findReferencesOfBatches(db, books.tenant, [large], 100)],
    ["a batch by its ID", (db) => findBatch(db, books.tenant, { id: large })],
    ["a batch by its reference", (db) => findBatch(db, books.tenant, { reference: "BATCH-77" })],
    ["abandoned uploads", (db) => findAbandonedBatches(db, at)],
    ["the wallets of customers", (db) => findBatchWallets(db, books.tenant, "customerId", [large])],
    ["wallets", (db) => findBatchWallets(db, books.tenant, "walletId", [large])],
    ["the wallets of accounts", (db) => findBatchWallets(db, books.tenant, "accountNumber", ["6000000001"])],
  ])("%s", async (_name, ask) => {
    const plans: string[] = [];
    await ask(explaining(plans));
    expect(plans.join("\n")).not.toMatch(/Seq Scan on (batches|batch_items|wallets)/);
    expect(plans.length).toBeGreaterThan(0);
  });

  it("a page of batches, newest first", async () => {
    const plans: string[] = [];
    await findBatches(explaining(plans), books.tenant, { operation: "credit" }, { limit: 20, offset: 0 });
    expect(plans.at(-1)).not.toMatch(/Seq Scan|Sort/);
  });

  const item = { customerId: "", walletId: "", amount: 10n, reference: "REF-0000000001", narration: null, note: null };
  const refused = { reason: "Reference already exist.", reasonCode: "reference_exists" };
  const statementsOf = (result: { reason: string | null; reasonCode: string | null }) => {
    const own = { ...item, ...result, customerId: large, walletId: large };
    const items = Array.from({ length: 5 }, (_, i) => ({ ...own, row: i + 1, id: large }));
    const rows = { fromRow: 1, toRow: 6, items, unwritten: items, created: null };
    return writeBatchStep({ tenant: books.tenant, id: large, operation: "credit", payer: null, ...rows }, at);
  };

  it("recording the results of a chunk", async () => {
    const plans: string[] = [];
    for (const { text, values } of statementsOf(refused)) await explaining(plans).query(text, values);
    expect(plans.join("\n")).toContain("Conflict Arbiter Indexes: batch_items_pkey");
    expect(plans.join("\n")).not.toMatch(/Seq Scan on (batches|batch_items)/);
  });

  it.each([
    ["an accepted item looks up no reference", { reason: null, reasonCode: null }, 0],
    ["a refused item looks up its reference", refused, 5],
  ])("%s", async (_name, result, lookups) => {
    const client = await database.pool.connect();
    try {
      await client.query("begin");
      await client.query("update batches set status = 'processing', next_row = 1 where id = $1", [large]);
      await client.query("set local plan_cache_mode = force_generic_plan");
      for (const statement of statementsOf(result)) await client.query(statement);
      const { rows } = await client.query<{ n: number }>(
        "select (idx_scan + seq_scan)::int as n from pg_stat_xact_user_tables where relname = 'transactions'",
      );
      expect(rows).toEqual([{ n: lookups }]);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });
});
