import { beforeAll, describe, expect, it } from "vitest";
import { useTestDatabase } from "../../testing/database.ts";
import { openTestBooks, type TestBooks } from "../../testing/ledger/books.ts";
import { findEntrySpan } from "../ledger/entry-span.ts";
import { ofAllTenants, ofTenant } from "../pool.ts";
import { customerPageSql } from "./customer-transactions.ts";
import { findMerchantTransactions, findNextMerchantTransactions, merchantPageSql } from "./merchant-transactions.ts";
import { transactionByIdSql, transactionByReferenceSql } from "./transaction-details.ts";
import { countReferencesSql, searchedAccountsSql } from "./transaction-search.ts";

const database = useTestDatabase();
const ROWS = 60_000;
const plain = { isOfKinds: false, isSearched: false };
let books: TestBooks;

/** Inserts more rows than the bound of a list. None is really posted; only the columns that lists read are real. */
beforeAll(async () => {
  books = await openTestBooks(database.pool, { wallets: 2 });
  const [from, to] = books.wallets;
  await database.pool.query("alter table entries disable trigger user");
  await database.pool.query(
    `insert into transactions (tenant, id, journal, reference, kind, status, failure, source, source_seq, destination,
       destination_seq, amount, actor, at)
     select $1, gen_random_uuid(), case when i % 10 > 0 then i end, 'REF-' || i, (array['credit', 'debit', 'transfer'])[1 + i % 3],
       case when i % 10 > 0 then 'success' else 'failed' end, '', $2, case when i % 10 > 0 then i end, $3,
       case when i % 10 > 0 then i end, 1, 'job:test', timestamptz '2026-01-01Z' + i / 9 * interval '1 second'
     from generate_series(1, ${ROWS}) i`,
    [books.tenant, from, to],
  );
  await database.pool.query(
    `insert into entries select tenant, source, source_seq, journal, id, -1, 0, at from transactions where status = 'success'`,
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

const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";
const all = ["{credit,debit,transfer,funding}", null, "1970-01-01Z", "9999-01-01Z", "infinity", LAST_ID];
const failed = ["{credit,debit,transfer,funding}", "failed", "1970-01-01Z", "9999-01-01Z", "infinity", LAST_ID];
const term = ["{REF-77}", "{REF-78}", "{2,3}", `{${LAST_ID}}`];
const ofWallet = [2, "1970-01-01Z", "9999-01-01Z", "{1,50000}", null, null, "{credit}", "infinity", LAST_ID];

describe("needs no sequential scan of a growing table:", () => {
  it.each([
    ["the merchant's list", merchantPageSql("all", { isCounted: true }), [...all, 20, 0]],
    ["amounts in it", merchantPageSql("all", { isCounted: true, isOfAmounts: true }), [...all, 20, 0, 500, 900]],
    [
      "amounts of its failed transactions",
      merchantPageSql("not posted", { isCounted: true, isOfAmounts: true }),
      [...failed, 20, 0, 500, 900],
    ],
    [
      "amounts in a search",
      merchantPageSql("found", { isCounted: true, isOfAmounts: true }),
      [...all, ...term, 50_001, 20, 0, 500, 900],
    ],
    [
      "amounts in a wallet's list",
      customerPageSql({ ...plain, isOfAmounts: true, isCounted: true }),
      [...ofWallet, 20, 0, 500, 900],
    ],
    ["its failed transactions", merchantPageSql("not posted", { isCounted: true }), [...failed, 20, 0]],
    ["a search in it", merchantPageSql("found", { isCounted: true }), [...all, ...term, 50_001, 20, 0]],
    ["the next rows of its download", merchantPageSql("all", { isCounted: false }), [...all, 1_000, 0]],
    ["a wallet's list", customerPageSql({ ...plain, isCounted: true }), [...ofWallet, 20, 0]],
    ["a category in it", customerPageSql({ ...plain, isOfKinds: true, isCounted: true }), [...ofWallet, 20, 0]],
    [
      "a search in a wallet's list",
      customerPageSql({ ...plain, isSearched: true, isCounted: true }),
      [...ofWallet, ...term, 20, 0],
    ],
    ["the next rows of a wallet's download", customerPageSql({ ...plain, isCounted: false }), [...ofWallet, 1_000, 0]],
    ["one by ID", transactionByIdSql, [LAST_ID]],
    ["one by reference", transactionByReferenceSql, ["REF-77"]],
    ["customers by search term", searchedAccountsSql, ["9900000001", LAST_ID, "name77:*", 1_001]],
    ["counting references", countReferencesSql, ["{REF-77}", "{REF-78}", 5_001]],
  ])("%s", async (_title, sql, values) => {
    const ofRequest = ofTenant(database.runtime.pool, { tenant: books.tenant, merchantId: LAST_ID, userId: null });
    // Outside of the policies, as `findSearchedAccounts` runs it.
    const db = sql === searchedAccountsSql ? ofAllTenants(ofRequest) : ofRequest;
    const { rows } = await db.query<{ "QUERY PLAN": string }>(`explain ${sql}`, [books.tenant, ...values]);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("Index");
    expect(plan).not.toMatch(/Seq Scan on (transactions|entries)/);
  });
});

const everything = {
  kinds: ["credit", "debit", "transfer", "funding"],
  status: null,
  from: new Date(0),
  to: new Date("9999-12-31"),
  amounts: null,
} as const;

it("finds the entries of a wallet in a period, up to a minute", async () => {
  await database.pool.query(
    `insert into entries select tenant, $2, row_number() over (order by at, id), 0, id, -1, 0, at from transactions
     where tenant = $1 and status = 'success'`,
    [books.tenant, 777],
  );
  await database.pool.query("insert into accounts (tenant, id, kind, tier, seq) values ($1, 777, 'wallet', 1, 54000)", [
    books.tenant,
  ]);
  const [from, to] = [new Date("2026-01-01T00:30:00Z"), new Date("2026-01-01T01:00:00Z")];
  const { rows } = await database.pool.query<{ first: bigint; last: bigint }>(
    "select min(seq) as first, max(seq) as last from entries where account = 777 and at >= $1 and at <= $2",
    [from, to],
  );
  const span = await findEntrySpan(database.pool, books.tenant, 777n, { from, to });
  const aMinute = 60n * 9n;
  expect(span.first).toBeLessThanOrEqual(rows[0]?.first ?? 0n);
  expect(span.first).toBeGreaterThanOrEqual((rows[0]?.first ?? 0n) - aMinute);
  expect(span.end).toBeGreaterThan(rows[0]?.last ?? 0n);
  expect(span.end).toBeLessThanOrEqual((rows[0]?.last ?? 0n) + aMinute);
  const whole = { from: new Date(0), to: new Date("9999-12-31T23:59:59.999Z") };
  expect(await findEntrySpan(database.pool, books.tenant, 777n, whole)).toEqual({ first: 1n, end: 54_001n });
  const never = { from: new Date("2027-01-01Z"), to: new Date("2027-01-02Z") };
  expect(await findEntrySpan(database.pool, books.tenant, 777n, never)).toEqual({ first: 54_001n, end: 54_001n });
});

it("counts up to one more than the bound", async () => {
  const { total, rows } = await findMerchantTransactions(database.pool, books.tenant, everything, {
    limit: 2,
    offset: 49_999,
  });
  expect([total, rows.length]).toEqual([50_001, 2]);
  const other = await findMerchantTransactions(
    database.pool,
    books.tenant,
    { ...everything, status: "failed" },
    { limit: 1, offset: 0 },
  );
  expect(other.total).toBe(ROWS / 10);
});

it("continues after a cursor without missing or repeating a row, also within one instant", async () => {
  const seen = new Set<string>();
  let cursor = null;
  for (let part = 0; part < 8; part += 1) {
    const rows = await findNextMerchantTransactions(database.pool, books.tenant, everything, { cursor, limit: 1_000 });
    for (const row of rows) seen.add(row.id);
    const last = rows.at(-1);
    cursor = last ? { at: last.at, id: last.id } : cursor;
  }
  expect(seen.size).toBe(8_000);
  const { rows } = await database.pool.query<{ id: string }>(
    "select id from transactions where tenant = $1 order by at desc, id desc limit 8000",
    [books.tenant],
  );
  expect([...seen]).toEqual(rows.map((row) => row.id));
});

it("searches the newest transactions of a list for an amount, and says when there are older ones", async () => {
  const page = { limit: 20, offset: 0 };
  const amounts = { from: 1n, to: 1n };
  const list = await findMerchantTransactions(database.pool, books.tenant, { ...everything, amounts }, page);
  expect({ ...list, rows: list.rows.length }).toEqual({ total: 50_001, isCut: true, rows: 20 });
  const none = { ...everything, amounts: { from: 2n, to: 9n } };
  expect(await findMerchantTransactions(database.pool, books.tenant, none, page)).toEqual({
    total: 0,
    isCut: true,
    rows: [],
  });
  const hour = { ...everything, amounts, from: new Date("2026-01-01T00:00:00Z"), to: new Date("2026-01-01T01:00:00Z") };
  const found = await findMerchantTransactions(database.pool, books.tenant, hour, page);
  expect(found).toMatchObject({ isCut: false });
  expect(found.total).toBeGreaterThan(30_000);
});
