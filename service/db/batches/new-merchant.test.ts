import { beforeAll, expect, it } from "vitest";
import { useTestDatabase } from "../../testing/database.ts";
import { openTestBooks, type TestBooks } from "../../testing/ledger/books.ts";
import { countReadRows } from "../../testing/read-rows.ts";
import type { Queryable } from "../pool.ts";
import { findReversedBatches, findReversibleItems } from "../transactions/reversals.ts";
import { findPayingBatches } from "./batch-items.ts";
import { findPaidReferences, findRecentPayments, findRepeatedItems } from "./earlier-payments.ts";

const database = useTestDatabase();
const [ROWS, PAYMENTS] = [20_000, 30];
const KNOWN = "0190d8a0-0000-7000-8000-000000000001";
const PAID = "0190d8a0-0000-7000-8000-000000000002";
const PENDING = "0190d8a0-0000-7000-8000-000000000003";
const REJECTED = "0190d8a0-0000-7000-8000-000000000004";
const amount = 100n;
const since = new Date("2026-02-28T00:00:00Z");
let books: TestBooks;

/** The statistics know one merchant. Then another one pays a file for the first time, and sends its payments again. */
beforeAll(async () => {
  const known = await openTestBooks(database.pool, { wallets: 0 });
  books = await openTestBooks(database.pool, { wallets: PAYMENTS });
  const tables = ["batches", "batch_items", "transactions", "entries"];
  for (const table of tables) await database.pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
  await pay(known, { batch: KNOWN, rows: ROWS / 4, at: new Date("2026-01-10T10:00:00Z") });
  await database.pool.query(`analyze ${tables.join(", ")}`);
  await pay(books, { batch: PAID, rows: ROWS, at: new Date("2026-03-02T10:00:00Z") });
  await database.pool.query(
    `insert into wallets (tenant, id, account_id, account_number, account_name, email, created_at, updated_at)
     select $1, gen_random_uuid(), account, (7000000000 + n)::text, 'Ada Obi', '', now(), now()
     from unnest($2::bigint[]) with ordinality as wallet (account, n)`,
    [books.tenant, books.wallets],
  );
  await sendAgain(PENDING, null);
  await sendAgain(REJECTED, "already_paid");
});

/** A batch whose items are all paid, the first ones to the wallets. */
async function pay(
  { tenant, merchant, wallets }: TestBooks,
  { batch, rows, at }: { batch: string; rows: number; at: Date },
): Promise<void> {
  await database.pool.query(
    `insert into batches (tenant, id, reference, operation, origin, status, total, accepted, next_row, actor, created_at, touched_at)
     values ($1, $2, 'BATCH', 'credit', 'upload', 'completed', $3, $3, $3 + 1, 'job:test', $4, $4)`,
    [tenant, batch, rows, at],
  );
  await database.pool.query(
    `insert into batch_items (tenant, batch, row, id, status, amount, reference)
     select $1, $2, n, gen_random_uuid(), 'accepted', $3, 'PAID-' || n from generate_series(1, $4::int) n`,
    [tenant, batch, amount, rows],
  );
  await database.pool.query(
    `insert into transactions (tenant, id, journal, reference, kind, status, batch, source, source_seq, destination, destination_seq,
       amount, actor, at)
     select tenant, id, row, reference, 'credit', 'success', batch, $3, row, coalesce(($4::bigint[])[row], 900000 + row), 1,
       amount, 'job:test', $5 from batch_items where tenant = $1 and batch = $2`,
    [tenant, batch, merchant, wallets, at],
  );
  await database.pool.query(
    `insert into entries (tenant, account, seq, journal, transaction, delta, balance_after, at)
     select t.tenant, side.account, side.seq, t.journal, t.id, side.delta, 0, t.at from transactions t
     cross join lateral (values (t.source, t.source_seq, -t.amount), (t.destination, t.destination_seq, t.amount))
       as side (account, seq, delta)
     where t.tenant = $1`,
    [tenant],
  );
}

/** A batch with the first payments of the paid one, half of them under their references: pending, or rejected for a reason. */
async function sendAgain(batch: string, reason: string | null): Promise<void> {
  await database.pool.query(
    `insert into batches (tenant, id, reference, operation, origin, status, total, actor, created_at, touched_at)
     values ($1, $2, $3, 'credit', 'upload', 'awaiting_approval', $4, 'job:test', now(), now())`,
    [books.tenant, batch, `AGAIN ${reason}`, PAYMENTS],
  );
  await database.pool.query(
    `insert into batch_items (tenant, batch, row, id, status, account_number, amount, reference, reason, reason_code)
     select $1, $2, n, gen_random_uuid(), case when $3::text is null then 'pending' else 'rejected' end, (7000000000 + n)::text, $4,
       case n % 2 when 0 then 'PAID-' else 'NEW-' end || n, $3, $3
     from generate_series(1, $5::int) n`,
    [books.tenant, batch, reason, amount, PAYMENTS],
  );
}

const references = Array.from({ length: PAYMENTS }, (_, n) => `PAID-${n + 1}`);
const pending = { batch: PENDING, kind: "credit", rows: PAYMENTS, since } as const;

it.each<[string, number, (db: Queryable) => Promise<unknown[]>]>([
  ["payments by their references", PAYMENTS, (db) => findPaidReferences(db, books.tenant, references)],
  [
    "equal payments to wallets",
    PAYMENTS,
    async (db) => {
      const payments = books.wallets.map((account) => ({ account, amount }));
      return [...(await findRecentPayments(db, books.tenant, "credit", { payments, since }))];
    },
  ],
  ["items that were paid before", 2, (db) => findRepeatedItems(db, books.tenant, pending)],
  ["the batches that paid others", 1, (db) => findPayingBatches(db, books.tenant, [PENDING, REJECTED])],
  ["payments to take back", PAYMENTS, (db) => findReversibleItems(db, books.tenant, PAID, PAYMENTS)],
  [
    "batches that were taken back",
    0,
    async (db) => [...(await findReversedBatches(db, books.tenant, [PAID, PENDING, REJECTED]))],
  ],
])("looks up %s by key, for a merchant that the statistics do not know", async (_what, count, ask) => {
  expect(await ask(database.pool)).toHaveLength(count);
  expect(await countReadRows(database.pool, ask)).toBeLessThan(ROWS / 2);
});
