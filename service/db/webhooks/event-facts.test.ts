import { expect, it } from "vitest";
import { useTestDatabase } from "../../testing/database.ts";
import { openTestBooks } from "../../testing/ledger/books.ts";
import { countReadRows } from "../../testing/read-rows.ts";
import { findPostedFacts } from "./event-facts.ts";

const database = useTestDatabase();
const [ROWS, PER_JOURNAL] = [20_000, 10];

async function fill(tenant: number, journalsFrom: number): Promise<void> {
  await database.pool.query(
    `insert into transactions (tenant, id, journal, reference, kind, status, source, source_seq, destination, destination_seq, amount,
       actor, at)
     select $1, gen_random_uuid(), $2::bigint + (n - 1) / $3::int, 'REF-' || n, 'credit', 'success', 1, n, 2, n, 1, 'job:test', now()
     from generate_series(1, $4::int) n`,
    [tenant, journalsFrom, PER_JOURNAL, ROWS],
  );
  await database.pool.query(
    `insert into entries (tenant, account, seq, journal, transaction, delta, balance_after, at)
     select t.tenant, side.account, side.seq, t.journal, t.id, side.delta, 0, t.at from transactions t
     cross join lateral (values (t.source, t.source_seq, -1), (t.destination, t.destination_seq, 1)) as side (account, seq, delta)
     where t.tenant = $1`,
    [tenant],
  );
}

it("reads the transactions of its journals only, for a merchant that the statistics do not know", async () => {
  const known = await openTestBooks(database.pool, { wallets: 0 });
  const joined = await openTestBooks(database.pool, { wallets: 0 });
  await database.pool.query("alter table transactions set (autovacuum_enabled = false)");
  await fill(known.tenant, 1_000_000);
  await database.pool.query("analyze transactions, entries");
  await fill(joined.tenant, 2_000_000);
  const journals = Array.from({ length: 10 }, (_, n) => 2_000_000n + BigInt(n));
  const read = await countReadRows(database.pool, (db) => findPostedFacts(db, journals, [joined.tenant]));
  expect(read).toBeGreaterThanOrEqual(journals.length * PER_JOURNAL);
  expect(read).toBeLessThan(ROWS / 10);
});
