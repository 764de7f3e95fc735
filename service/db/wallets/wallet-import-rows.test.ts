import { expect, it } from "vitest";
import { useTestDatabase } from "../../testing/database.ts";
import { openTestBooks } from "../../testing/ledger/books.ts";
import { countReadRows } from "../../testing/read-rows.ts";
import { inTransaction } from "../pool.ts";
import { importResultStatements } from "./wallet-import-rows.ts";

const database = useTestDatabase();
const ROWS = 5_000;

it("results of an import that the statistics do not know read its rows by key", async () => {
  const { tenant } = await openTestBooks(database.pool, { wallets: 0 });
  const at = new Date("2026-03-02T10:00:00Z");
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into wallet_imports (tenant, id, status, columns, total, creator_name, request_id, created_at)
     values ($1, gen_random_uuid(), 'processing', '{}', $2, 'Test', 'test', $3) returning id`,
    [tenant, ROWS, at],
  );
  const id = rows[0]?.id ?? "";
  await database.pool.query("analyze wallet_import_rows");
  await database.pool.query(
    `insert into wallet_import_rows (tenant, import, row, cells_sealed, name, phone_number, customer)
     select $1, $2, n, '\\x00', 'Ada', '', gen_random_uuid() from generate_series(1, $3::int) n`,
    [tenant, id, ROWS],
  );
  const results = Array.from({ length: 100 }, (_, n) => ({
    ...{ row: n + 1, status: "created" as const, wallet: null, existingCustomer: null, reason: null },
  }));
  const lease = { lease: "0190a000-0000-7000-8000-000000000001", until: at };
  const statements = importResultStatements({ tenant, id }, results, lease);
  const read = await inTransaction(database.pool, (tx) =>
    countReadRows(
      tx,
      async (db) => {
        for (const statement of statements) await db.query(statement);
      },
      /wallet_import_rows/,
    ),
  );
  expect(read).toBeGreaterThanOrEqual(results.length);
  expect(read).toBeLessThan(ROWS);
});
