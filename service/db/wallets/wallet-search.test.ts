import { beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../../domain/context.ts";
import { listWallets } from "../../domain/wallets/list-wallets.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant } from "../../testing/factories.ts";
import { ofTenant } from "../pool.ts";
import type { WalletFilter } from "./wallet-filter.ts";
import { alikeWordsSql, nextWalletsSql, walletPageSql, walletSearchSql } from "./wallet-search.ts";

const database = useTestDatabase();
const CUSTOMERS = 60_000;
/** The number of rows that a busy machine inserts within the statement timeout. */
const AT_ONCE = 10_000;
let ctx: Context;

/**
 * Inserts more wallets than a list counts. Number N: Ada or Bisi alternately, every hundredth frozen, every thousandth
 * at TIER_3.
 */
beforeAll(async () => {
  const services = testServices(database);
  ctx = testContext(services, { tenant: (await createTestMerchant(services)).sandbox });
  await services.committer.close();
  for (let from = 1; from <= CUSTOMERS; from += AT_ONCE) await insertCustomers(from, from + AT_ONCE - 1);
  await database.pool.query("vacuum analyze accounts, customers, wallets, name_words");
});

async function insertCustomers(from: number, to: number): Promise<void> {
  await database.pool.query(
    `with made as (
       select i, gen_random_uuid() as customer, 1000000 + i as account,
         case when i % 2 = 0 then 'Ada' else 'Bisi' end as first_name, initcap(left(translate(md5(i::text), '0123456789', 'ghijklmnop'), 8)) as last_name
       from generate_series($2::int, $3::int) i
     ), opened as (
       insert into accounts (tenant, id, kind, tier, frozen)
       select $1, account, 'wallet', case when i % 1000 = 0 then 3 else 1 end, i % 100 = 0 from made
     ), known as (
       insert into customers (tenant, id, first_name, last_name, email, phone_number, date_of_birth, created_at, updated_at)
       select $1, customer, first_name, last_name, i || '@mail.example', '+234' || (7000000000 + i), '1990-05-16', now(), now()
       from made
     )
     insert into wallets (tenant, id, account_id, customer_id, account_number, account_name, email, created_at, updated_at)
     select $1, gen_random_uuid(), account, customer, (2000000000 + i)::text, first_name || ' ' || last_name, '', now(), now()
     from made`,
    [ctx.tenant.id, from, to],
  );
}

const list = (input: object = {}) => listWallets(ctx, { page: 1, perPage: 20, ...input });

describe("needs no sequential scan of a growing table:", () => {
  const anyState = [null, null, null, null];
  const frozen = [true, null, null, null];
  const ID = "0190d8a0-0000-7000-8000-0000000000aa";
  const page = (filter: WalletFilter): [string, unknown[]] => {
    const { sql, values } = walletPageSql(filter);
    return [sql, [20, 40_000, ...values]];
  };
  const next = (filter: WalletFilter): [string, unknown[]] => {
    const { sql, values } = nextWalletsSql(filter);
    return [sql, [40_000, 1_000, ...values]];
  };
  it.each<[string, [string, unknown[]]]>([
    ["the list", page({})],
    ["frozen wallets", page({ frozen: true })],
    ["wallets in three states", page({ frozen: false, tier: 3, postNoCredit: true })],
    ["by ID", [walletSearchSql.id, [...anyState, ID, 1_000]]],
    ["by phone", [walletSearchSql.phone, [...anyState, "+2347000000017", 1_000]]],
    ["by account number", [walletSearchSql.account, [...anyState, "2000000017", 1_000]]],
    ["by e-mail", [walletSearchSql.email, [...anyState, "17@", 1_000]]],
    ["by a rare name", [walletSearchSql.name, [...anyState, ["abc"], 1_000, [1]]]],
    ["by the name of half of the customers", [walletSearchSql.name, [...anyState, ["ada"], 1_000, [1]]]],
    ["by a name, frozen ones", [walletSearchSql.name, [...frozen, ["ada"], 5_000, [1]]]],
    ["by words of a name", [walletSearchSql.words, [...anyState, ["ada abcjeghi"], 1_000, [1]]]],
    ["by a tag or the words of a note", [walletSearchSql.labels, [...anyState, "vip", 1_000]]],
    ["the next wallets of a file", next({})],
    ["the next wallets with a tag", next({ tag: "vip", frozen: true })],
    ["wallets active in a month", page({ activeIn: { month: "2026-01-01" } })],
    ["new wallets active in a week", page({ activeIn: { week: "2026-01-05" }, createdFrom: "2026-01-05" })],
    ["wallets created in a month", page({ createdFrom: "2020-01-01", createdTo: "2020-01-31" })],
    ["words similar to one", [alikeWordsSql, [["abcjeghi"], 6]]],
  ])("%s", async (what, [sql, values]) => {
    const ofRequest = ofTenant(database.runtime.pool, { ...ctx.tenant, tenant: ctx.tenant.id, userId: null });
    // Searches run outside of the policies.
    const db = what === "the list" || what.includes("wallets") ? ofRequest : database.runtime.pool;
    const { rows } = await db.query<{ "QUERY PLAN": string }>(`explain ${sql}`, [ctx.tenant.id, ...values]);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("Index");
    expect(plan).not.toMatch(/Seq Scan on (accounts|customers|wallets|name_words|wallet_tags|wallet_notes)/);
  });
});

it("no index on accounts contains a column that postings change, so updates stay heap-only", async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select distinct a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
     where i.indrelid = 'accounts'::regclass`,
  );
  const indexed = rows.map(({ name }) => name);
  expect(indexed).toEqual(expect.arrayContaining(["tenant", "id", "frozen"]));
  for (const changing of ["balance", "seq", "day", "spent"]) expect(indexed).not.toContain(changing);
});

it("counts no further than the bound of a list, and returns no page after it", async () => {
  const capped = { totalRecords: 50_000, totalPages: 2_500, totalIsCapped: true };
  expect((await list()).metadata).toMatchObject(capped);
  const deepest = await list({ page: 2_500 });
  expect(deepest.wallets).toHaveLength(20);
  expect(deepest.metadata).toMatchObject(capped);
  await expect(list({ page: 2_501 })).rejects.toMatchObject({
    code: "validation_failed",
    message: "page is beyond the first 50000 wallets; search or filter for fewer.",
  });
});

it("counts exactly below the bound, on every page and after the last", async () => {
  for (const page of [1, 30, 31]) {
    const { wallets, metadata } = await list({ status: "FROZEN", page });
    expect(metadata).toEqual({ page, perPage: 20, totalRecords: 600, totalPages: 30 });
    expect(wallets).toHaveLength(page === 31 ? 0 : 20);
  }
  expect((await list({ tier: "TIER_3", status: "ACTIVE" })).metadata.totalRecords).toBe(0);
  expect((await list({ tier: "TIER_3", status: "FROZEN" })).metadata.totalRecords).toBe(60);
});

it("pages follow each other without gaps or repeats, newest first", async () => {
  const pages = await Promise.all([1, 2, 3].map((page) => list({ page, perPage: 100 })));
  const names = pages.flatMap(({ wallets }) => wallets.map((wallet) => Number(wallet.accountNumber) - 2_000_000_000));
  expect(names).toEqual(Array.from({ length: 300 }, (_, nth) => CUSTOMERS - nth));
});

it("a search with too many matches reports it", async () => {
  const { wallets, metadata } = await list({ search: "ada" });
  expect(wallets).toHaveLength(20);
  expect(metadata).toMatchObject({ totalRecords: 1_000, totalIsCapped: true });
  await expect(list({ search: "ada", page: 51 })).rejects.toMatchObject({ code: "validation_failed" });
  const one = await list({ search: `ada ${await lastNameOf(4712)}` });
  expect(one.metadata).toEqual({ page: 1, perPage: 20, totalRecords: 1, totalPages: 1 });
});

it("a search in a rare state reports that not all customers of the name were examined", async () => {
  const cut = await list({ search: "ada", status: "FROZEN", tier: "TIER_3" });
  expect(cut.metadata.totalIsCapped).toBe(true);
  const whole = await list({ search: `ada ${await lastNameOf(60_000)}`, status: "FROZEN", tier: "TIER_3" });
  expect(whole.metadata).toEqual({ page: 1, perPage: 20, totalRecords: 1, totalPages: 1 });
});

it("a misspelled name is found among all customers, the most similar first", async () => {
  const lastName = await lastNameOf(4711);
  const [a = "", b = "", c = "", ...rest] = lastName;
  for (const search of [
    `${a}${c}${b}${rest.join("")}`,
    `${lastName.slice(0, 5)}${lastName.slice(6)}`,
    `${lastName}xx bisi`,
    `bisi ${lastName.slice(0, 4)}q${lastName.slice(4)}`,
  ]) {
    const { wallets } = await list({ search });
    expect([search, wallets[0]?.lastName]).toEqual([search, lastName]);
  }
});

async function lastNameOf(nth: number): Promise<string> {
  const { rows } = await database.pool.query<{ name: string }>(
    "select last_name as name from customers where phone_number = '+234' || (7000000000 + $1::bigint)",
    [nth],
  );
  return rows[0]?.name ?? "";
}
