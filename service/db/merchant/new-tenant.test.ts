import { beforeAll, expect, it } from "vitest";
import { testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { countDiscardedRows } from "../../testing/discarded-rows.ts";
import { createTestMerchant } from "../../testing/factories.ts";
import { findCustomerIdLike, findCustomers } from "../customers/customers.ts";
import type { Queryable } from "../pool.ts";
import { transactionByIdSql, transactionByReferenceSql } from "../transactions/transaction-details.ts";
import { countReferences } from "../transactions/transaction-search.ts";
import { findCustomerWallet } from "../wallets/wallets.ts";

const database = useTestDatabase();
const [KNOWN, NEW] = [20_000, 2_000];
const ID = "0190d8a0-0000-7000-8000-0000000000aa";
let tenant: number;

/** The statistics know every tenant except the newest. */
beforeAll(async () => {
  const services = testServices(database);
  const [known, joined] = [await createTestMerchant(services), await createTestMerchant(services)];
  await services.committer.close();
  tenant = joined.sandbox.id;
  await fill(known.sandbox.id, KNOWN);
  await database.pool.query("analyze accounts, customers, wallets, transactions");
  await fill(tenant, NEW);
});

async function fill(id: number, count: number): Promise<void> {
  await database.pool.query(
    `with made as (
       select i, gen_random_uuid() as customer, $1::bigint * 1000000 + i as account, (6000000000 + $1::bigint * 1000000 + i)::text as name
       from generate_series(1, $2::int) i
     ), opened as (
       insert into accounts (tenant, id, kind, tier) select $1, account, 'wallet', 1 from made
     ), known as (
       insert into customers (tenant, id, first_name, last_name, email, phone_number, date_of_birth, created_at, updated_at)
       select $1, customer, 'Ada', 'Obi', name || '@mail.example', '+234' || name, '1990-05-16', now(), now() from made
     ), moved as (
       insert into transactions (tenant, id, journal, reference, kind, status, failure, source, source_seq, destination,
         destination_seq, amount, actor, at)
       select $1, gen_random_uuid(), done, 'REF-' || name, 'credit', case when done > 0 then 'success' else 'failed' end, '',
         account, done, account - 1, done, 1, 'job:test', now()
       from made, lateral (select case when i % 2 = 0 then account end) as of_row (done)
     )
     insert into wallets (tenant, id, account_id, customer_id, account_number, account_name, email, created_at, updated_at)
     select $1, gen_random_uuid(), account, customer, name, 'Ada Obi', '', now(), now() from made`,
    [id, count],
  );
}

const nobody = { id: ID, phoneNumber: "+2348010000001", bvnHash: Buffer.of(1), ninHash: Buffer.of(2) };

it.each<[string, (db: Queryable) => Promise<unknown>]>([
  ["whether a customer exists", (db) => findCustomerIdLike(db, tenant, nobody)],
  ["a customer by ID", (db) => findCustomers(db, tenant, { ids: [ID] })],
  ["a customer by phone", (db) => findCustomers(db, tenant, { phoneNumber: "+2348010000001" })],
  ["a transaction by reference", async (db) => await db.query(transactionByReferenceSql, [tenant, "REF-X"])],
  ["references by prefix", (db) => countReferences(db, tenant, [{ first: "REF-X", last: "REF-Y" }])],
  ["a wallet by customer", (db) => findCustomerWallet(db, tenant, { customerId: ID }, new Date())],
  ["a wallet by number", (db) => findCustomerWallet(db, tenant, { accountNumber: "6000000001" }, new Date())],
  ["a transaction by ID", async (db) => await db.query(transactionByIdSql, [tenant, ID])],
])("looks up %s of a new tenant by the whole key", async (_what, ask) => {
  expect(await countDiscardedRows(database.pool, ask)).toBeLessThan(10);
});
