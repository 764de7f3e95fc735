import { beforeAll, expect, it } from "vitest";
import { useTestDatabase } from "../../testing/database.ts";
import { openTestBooks, type TestBooks } from "../../testing/ledger/books.ts";
import { countReadRows } from "../../testing/read-rows.ts";
import type { Queryable } from "../pool.ts";
import { findBatchItems, findItemsAfter, type ItemStatus } from "./batch-items.ts";

const database = useTestDatabase();
const ROWS = 30_000;
const NEXT_ROW = 20_001;
const STATUSES: (ItemStatus | undefined)[] = [undefined, "pending", "accepted", "rejected"];
const batch = { id: "0190d8a0-0000-7000-8000-0000000000bb", nextRow: NEXT_ROW };
let books: TestBooks;

/**
 * Two thirds are decided. Some of these are rejected, a few hundred of them in a row. Some pending rows are unreadable.
 */
beforeAll(async () => {
  books = await openTestBooks(database.pool, { wallets: 0 });
  await database.pool.query(
    `insert into batch_items (tenant, batch, row, id, status, amount, reason)
     select $1, $2, i, gen_random_uuid(), case when bad then 'rejected' when i < $3 then 'accepted' else 'pending' end, 10,
       case when bad then 'Wallet not found.' end
     from generate_series(1, $4::int) i, lateral (select i % 100 = 3 or i between 500 and 900) of_row (bad)`,
    [books.tenant, batch.id, NEXT_ROW, ROWS],
  );
  await database.pool.query("vacuum analyze batch_items");
}, 60_000);

function page(status: ItemStatus | undefined, offset: number, db: Queryable = database.pool) {
  return findBatchItems(db, books.tenant, batch, { status, limit: 100, offset });
}

async function numbers(status: ItemStatus | undefined): Promise<number[]> {
  const { rows } = await database.pool.query<{ row: number }>(
    "select row from batch_items where batch = $1 and ($2::text is null or status = $2) order by row",
    [batch.id, status ?? null],
  );
  return rows.map(({ row }) => row);
}

it.each(STATUSES)("returns each page of %s items as in the whole list", async (status) => {
  const all = await numbers(status);
  for (const offset of [0, 100, 300, 500, 4_900, all.length - 70, all.length, ROWS, 1e11]) {
    const rows = (await page(status, offset)).map(({ row }) => row);
    expect(rows).toEqual(all.slice(offset, offset + 100));
  }
});

it.each(STATUSES)("reads for the last page of %s items only its rows and earlier rejected ones", async (status) => {
  const [all, rejected] = [await numbers(status), await numbers("rejected")];
  const read = await countReadRows(database.pool, (db) => page(status, all.length - 100, db));
  expect(read).toBeGreaterThanOrEqual(100);
  expect(read).toBeLessThanOrEqual(100 + 2 * rejected.length);
});

it("reads only the rejected rows for a file of rejected rows", async () => {
  const part = { status: "rejected", after: 1_000, limit: 100 } as const;
  const read = await countReadRows(database.pool, (db) => findItemsAfter(db, books.tenant, batch, part));
  expect(read).toBe(100);
});
