import { expect, it } from "vitest";
import { useTestDatabase } from "../../testing/database.ts";
import { openTestBooks } from "../../testing/ledger/books.ts";
import { countReadRows } from "../../testing/read-rows.ts";
import { findCustomersLike } from "./customers.ts";

const database = useTestDatabase();
const WALLETS = 200;
const at = new Date("2026-03-02T10:00:00Z");

it("customers like those of a file are looked up once for each row, however many wallets the merchant has", async () => {
  await database.pool.query("analyze customers, wallets");
  const { tenant, wallets } = await openTestBooks(database.pool, { wallets: WALLETS });
  await database.pool.query(
    `with person as (
       insert into customers (tenant, id, first_name, last_name, email, phone_number, date_of_birth, created_at, updated_at)
       select $1, gen_random_uuid(), 'Ada', 'Obi', 'ada' || n || '@test.example', '+23480' || (10000000 + n), '1990-01-01', $3, $3
       from generate_series(1, $2::int) n returning id, email, phone_number
     )
     insert into wallets (tenant, id, account_id, customer_id, account_number, account_name, email, created_at, updated_at)
     select $1, gen_random_uuid(), account.id, person.id, right(person.phone_number, 10), 'Ada Obi', person.email, $3, $3
     from (select *, row_number() over () nth from person) person
     join unnest($4::bigint[]) with ordinality as account (id, nth) using (nth)`,
    [tenant, WALLETS, at, wallets],
  );
  const wanted = Array.from({ length: 2 * WALLETS }, (_, n) => ({
    ...{ phoneNumber: `+23480${10_000_001 + n}`, bvnHash: null, ninHash: null, email: null },
  }));
  const found = await findCustomersLike(database.pool, tenant, wanted);
  expect(found.size).toBe(WALLETS);
  expect(found.get(0)).toMatchObject({ name: "Ada Obi", accountNumber: "8010000001", by: "phone_number" });

  // The table is small and read once for each of the four values of a row; turned around, for each wallet too.
  const read = await countReadRows(database.pool, (db) => findCustomersLike(db, tenant, wanted));
  expect(read).toBeLessThan(10 * WALLETS * wanted.length);
});
