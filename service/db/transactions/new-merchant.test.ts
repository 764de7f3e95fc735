import { beforeAll, expect, it } from "vitest";
import { useTestDatabase } from "../../testing/database.ts";
import { openTestBooks } from "../../testing/ledger/books.ts";
import { countReadRows } from "../../testing/read-rows.ts";
import { ALL_ENTRIES } from "../ledger/entry-span.ts";
import type { Queryable } from "../pool.ts";
import { findWalletActivity } from "../wallets/wallet-activity.ts";
import { findStatementEntries } from "./account-statement.ts";
import { findNextCustomerTransactions } from "./customer-transactions.ts";
import { findNextMerchantTransactions } from "./merchant-transactions.ts";

const database = useTestDatabase();
const [ROWS, SHOWN] = [20_000, 100];
const CUSTOMER = "0190d8a0-0000-7000-8000-000000000001";
const at = new Date("2026-03-02T10:00:00Z");
const period = { from: new Date(0), to: new Date("2027-01-01T00:00:00Z") };
let [tenant, account] = [0, 0n];

/** The statistics know one merchant. Then another one pays for the first time, first to one wallet. */
beforeAll(async () => {
  const tables = ["transactions", "entries"];
  for (const table of tables) await database.pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
  const known = await openTestBooks(database.pool, { wallets: 1 });
  await pay(known.tenant, known.merchant, known.wallets[0] ?? 0n);
  await database.pool.query(`analyze ${tables.join(", ")}`);
  const books = await openTestBooks(database.pool, { wallets: 1 });
  [tenant, account] = [books.tenant, books.wallets[0] ?? 0n];
  await pay(tenant, books.merchant, account);
  await database.pool.query(
    `with person as (
       insert into customers (tenant, id, first_name, last_name, email, phone_number, date_of_birth, created_at, updated_at)
       values ($1, $2, 'Ada', 'Obi', '', '+2348010000001', '1990-01-01', $4, $4) returning tenant, id, created_at
     )
     insert into wallets (tenant, id, account_id, customer_id, account_number, account_name, email, created_at, updated_at)
     select tenant, gen_random_uuid(), $3, id, '8010000001', 'Ada Obi', '', created_at, created_at from person`,
    [tenant, CUSTOMER, account, at],
  );
});

async function pay(to: number, merchant: bigint, wallet: bigint): Promise<void> {
  await database.pool.query(
    `insert into transactions (tenant, id, journal, reference, kind, status, source, source_seq, destination, destination_seq, amount,
       actor, at)
     select $1, gen_random_uuid(), n, 'REF-' || n, 'credit', 'success', $2, n, case when n <= $4::int then $3::bigint else 900000 + n end,
       case when n <= $4::int then n else 1 end, 100, 'job:test', $5::timestamptz + n * interval '1 second'
     from generate_series(1, $6::int) n`,
    [to, merchant, wallet, SHOWN, at, ROWS],
  );
  await database.pool.query(
    `insert into entries (tenant, account, seq, journal, transaction, delta, balance_after, at)
     select t.tenant, side.account, side.seq, t.journal, t.id, side.delta, 0, t.at from transactions t
     cross join lateral (values (t.source, t.source_seq, -t.amount), (t.destination, t.destination_seq, t.amount))
       as side (account, seq, delta)
     where t.tenant = $1`,
    [to],
  );
}

const ofMerchant = { kinds: ["credit"], status: null, amounts: null, ...period } as const;
const ofWallet = { kinds: null, isPayer: null, status: null, amounts: null, entries: ALL_ENTRIES, ...period } as const;

it.each<[string, (db: Queryable) => Promise<readonly unknown[]>]>([
  ["the merchant's file", (db) => findNextMerchantTransactions(db, tenant, ofMerchant, { cursor: null, limit: SHOWN })],
  [
    "a wallet's file",
    async (db) => {
      const next = { cursor: { seq: null, notPosted: null }, limit: SHOWN };
      return (await findNextCustomerTransactions(db, tenant, { account, ...ofWallet }, next)).rows;
    },
  ],
  ["a statement", (db) => findStatementEntries(db, { tenant, account, first: 1n, last: BigInt(SHOWN), limit: SHOWN })],
  [
    "a wallet's activity",
    async (db) => (await findWalletActivity(db, tenant, CUSTOMER, { limit: SHOWN, offset: 0 }))?.rows ?? [],
  ],
])("looks up each row of %s by key, for a merchant that the statistics do not know", async (_what, ask) => {
  expect(await ask(database.pool)).toHaveLength(SHOWN);
  expect(await countReadRows(database.pool, ask)).toBeLessThan(ROWS / 4);
});
