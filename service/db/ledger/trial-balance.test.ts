import { beforeAll, expect, it } from "vitest";
import { useTestDatabase } from "../../testing/database.ts";
import { openTestBooks, type TestBooks } from "../../testing/ledger/books.ts";
import { countReadRows } from "../../testing/read-rows.ts";
import { inTransaction, type Transaction } from "../pool.ts";
import { checkLedger, checkNewRows } from "./trial-balance.ts";

const database = useTestDatabase();
const OLD = 20_000;
const NEW = 5;
const PROVEN = new Date("2026-03-01T10:00:00Z");
const NOW = new Date("2026-03-01T10:00:10Z");
let books: TestBooks;

/** Nearly all transactions are of one merchant, and old. The planner expects a third of them to be new, as it cannot know better. */
beforeAll(async () => {
  books = await openTestBooks(database.pool, { wallets: 2 });
  await inTransaction(database.pool, async (tx) => {
    await tx.query("set local session_replication_role = replica");
    await addTransactions(tx, OLD, new Date("2026-02-01T10:00:00Z"));
    await addTransactions(tx, NEW, new Date("2026-03-01T10:00:05Z"));
  });
  await database.pool.query("vacuum analyze transactions, entries, accounts");
  await inTransaction(database.pool, (tx) => checkLedger(tx, books.tenant, { at: PROVEN, full: true }));
  await database.pool.query("update ledger_checks set proven_at = $1", [PROVEN]);
});

/** Without entries: the check counts them among what is new, and looks for their entries. */
async function addTransactions(tx: Transaction, count: number, at: Date): Promise<void> {
  await tx.query(
    `insert into transactions (tenant, id, journal, reference, kind, status, source, source_seq, destination, destination_seq,
       amount, actor, at)
     select $1, id, n, id::text, 'transfer', 'success', $2, n, $3, n, 10, 'job:test', $4
     from generate_series(1, $5::int) n, lateral (select md5($4::timestamptz::text || n)::uuid as id) one`,
    [books.tenant, ...books.wallets, at, count],
  );
}

it("reads the new transactions, however many old ones there are, and plans what follows as usual", async () => {
  const setting = await inTransaction(database.pool, async (tx) => {
    const read = await countReadRows(tx, (db) => checkNewRows(db, [books.tenant], NOW), /asked as materialized/);
    expect(read).toBeGreaterThanOrEqual(NEW);
    expect(read).toBeLessThan(OLD / 10);
    return await tx.query("show enable_seqscan");
  });
  expect(setting.rows).toEqual([{ enable_seqscan: "on" }]);
});
