import { expect, it } from "vitest";
import { useTestDatabase } from "../../testing/database.ts";
import { openTestBooks } from "../../testing/ledger/books.ts";
import { countReadRows } from "../../testing/read-rows.ts";
import { inTransaction } from "../pool.ts";
import { foldActivityStep } from "./wallet-activity.ts";

const database = useTestDatabase();
const [WALLETS, OLD_JOURNALS] = [500, 2_000];
const at = new Date("2026-03-02T10:00:00Z");

it("adds journals that are newer than the statistics without comparing each wallet with each", async () => {
  const { tenant, wallets } = await openTestBooks(database.pool, { wallets: WALLETS });
  await database.pool.query(
    `with person as (
       insert into customers (tenant, id, first_name, last_name, email, phone_number, date_of_birth, created_at, updated_at)
       select $1, gen_random_uuid(), 'Ada', 'Obi', '', '+23480' || (10000000 + n), '1990-01-01', $3, $3
       from generate_series(1, $2::int) n returning id, phone_number
     )
     insert into wallets (tenant, id, account_id, customer_id, account_number, account_name, email, created_at, updated_at)
     select $1, gen_random_uuid(), account.id, person.id, right(person.phone_number, 10), 'Ada Obi', '', $3, $3
     from (select *, row_number() over () nth from person) person
     join unnest($4::bigint[]) with ordinality as account (id, nth) using (nth)`,
    [tenant, WALLETS, at, wallets],
  );
  // Journals of one transaction each, from one wallet to the next.
  const post = (journals: { from: number; to: number }) =>
    database.pool.query(
      `insert into transactions (tenant, id, journal, reference, kind, status, source, source_seq, destination, destination_seq,
         amount, actor, at)
       select $1, gen_random_uuid(), n, 'REF-' || n, 'transfer', 'success', ($2::bigint[])[n % $3::int + 1], n,
         ($2::bigint[])[(n + 1) % $3::int + 1], n, 100, 'job:test', $4 from generate_series($5::int, $6::int) n`,
      [tenant, wallets, WALLETS, at, journals.from, journals.to],
    );
  const last = OLD_JOURNALS + WALLETS;
  await database.pool.query("alter table transactions set (autovacuum_enabled = false)");
  await post({ from: 1, to: OLD_JOURNALS });
  await database.pool.query("analyze transactions");
  await post({ from: OLD_JOURNALS + 1, to: last });
  await database.pool.query("update activity_progress set journal = $1", [OLD_JOURNALS]);
  await database.pool.query("update rollup_progress set journal = $1", [last]);

  const read = await inTransaction(database.pool, (tx) =>
    countReadRows(tx, (db) => foldActivityStep(db, BigInt(last)), /^with posted/),
  );
  expect(read).toBeGreaterThan(WALLETS);
  expect(read).toBeLessThan(100 * WALLETS);
  const { rows } = await database.pool.query("select sum(new_wallets)::int as new from active_weeks");
  expect(rows).toEqual([{ new: WALLETS }]);
});
