import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { findLedgerCheck } from "../../db/ledger/trial-balance.ts";
import { inTransaction } from "../../db/pool.ts";
import { testClock } from "../../testing/clock.ts";
import { testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { fundWallets, move, movement, openTestBooks, type TestBooks } from "../../testing/ledger/books.ts";
import type { Services } from "../context.ts";
import { readHealth } from "../read-health.ts";
import { sealBooks } from "./seals/seal-books.ts";
import { verifyLedger } from "./verify-ledger.ts";

const database = useTestDatabase();
const clock = testClock("2026-03-01T10:00:00Z");
let services: Services;
const merchants: TestBooks[] = [];

async function addMerchants(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const books = await openTestBooks(database.pool, { wallets: 2 });
    await fundWallets(services.committer, books, 1_000n);
    merchants.push(books);
  }
}

/** Verifies and seals until a round finds nothing new of any merchant. */
async function settle(): Promise<void> {
  clock.advance(1_000);
  const { rows } = await database.pool.query<{ last: bigint }>("select max(id) as last from journals");
  for (let isSealed = false; !isSealed; ) {
    await sealBooks(services);
    const sealed = await database.pool.query("select from book_seals where journals_through >= $1", [rows[0]?.last]);
    isSealed = sealed.rowCount !== 0;
  }
  for (let rounds = 0; (await verifyLedger(services)).tenants > 0; rounds += 1) expect(rounds).toBeLessThan(3);
}

/** The number of statements that a round sends. */
async function countStatements(): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  await verifyLedger(services);
  const count = query.mock.calls.length;
  query.mockRestore();
  return count;
}

/** Changes rows as an administrator of the database could. */
async function forge(...statements: [sql: string, values?: unknown[]][]): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query("set session_replication_role = replica");
    for (const [sql, values] of statements) await client.query(sql, values);
  } finally {
    client.release(true);
  }
}

const addToBalance = "update accounts set balance = balance + $3 where tenant = $1 and id = $2";
const forgeTransaction = `insert into transactions (tenant, id, journal, reference, kind, status, source, source_seq, destination,
    destination_seq, amount, actor, at)
  values ($1, gen_random_uuid(), $4, 'FORGED', 'transfer', 'success', $2, 888888, $3, 888888, 5, 'nobody', $5)`;

const walletsOf = ({ wallets: [from = 0n, to = 0n] }: TestBooks) => [from, to] as const;
const merchantAt = (index: number) => merchants.at(index) ?? expect.fail("no such merchant");

beforeAll(async () => {
  services = testServices(database, { clock });
  await addMerchants(3);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => services.committer.close());

describe("a round of the verifier", () => {
  it("asks the same few questions, however many merchants have nothing new", async () => {
    await settle();
    const ofThree = await countStatements();
    await addMerchants(20);
    await settle();
    expect(await countStatements()).toBe(ofThree);
    expect(ofThree).toBeLessThan(12);
  });

  it("verifies only merchants with new journals, until these are sealed and considered", async () => {
    await settle();
    const books = merchantAt(1);
    await move(services.committer, [movement(books, ...walletsOf(books), 5n)]);
    // The comparison is at other merchants.
    expect(await verifyLedger(services, { accountsPerRound: 1 })).toEqual({ tenants: 1, wrong: [] });
    expect(await findLedgerCheck(database.pool, books.tenant)).toMatchObject({ newEntries: 2n, balanced: true });
    await settle();
    expect(await verifyLedger(services)).toEqual({ tenants: 0, wrong: [] });
  });

  it("verifies many merchants with new journals in as few statements as one, and names the wrong one", async () => {
    await settle();
    const pay = (some: readonly TestBooks[]) =>
      Promise.all(some.map((books) => move(services.committer, [movement(books, ...walletsOf(books), 5n)])));
    await pay(merchants.slice(0, 1));
    const ofOne = await countStatements();
    await settle();
    await pay(merchants);
    const { tenant, wallets } = merchantAt(4);
    await forge([addToBalance, [tenant, wallets[0], 9n]]);
    const query = vi.spyOn(pg.Client.prototype, "query");
    const { tenants, wrong } = await verifyLedger(services);
    expect(query.mock.calls).toHaveLength(ofOne);
    expect(tenants).toBe(merchants.length);
    expect(wrong.map(({ tenantId }) => tenantId)).toEqual([tenant]);
    const rules = ["balance_equals_entries", "books_sum_to_zero"];
    expect(wrong[0]?.problems.map(({ rule }) => rule).sort()).toEqual(rules);
    expect(await findLedgerCheck(database.pool, merchantAt(5).tenant)).toMatchObject({ newEntries: 2n, total: "0" });
    await forge([addToBalance, [tenant, wallets[0], -9n]]);
    expect((await verifyLedger(services)).wrong).toEqual([]);
  });

  it("confirms the books of merchants with nothing new, and so do the metrics", async () => {
    await settle();
    clock.advance(60_000);
    expect((await readHealth(services)).verifiedAge).toBe(60);
    await verifyLedger(services);
    expect(await findLedgerCheck(database.pool, merchantAt(0).tenant)).toMatchObject({
      checkedAt: clock.now(),
      newEntries: 0n,
    });
    expect(await readHealth(services)).toMatchObject({ verifiedAge: 0, comparedAge: 0 });
  });

  it("goes on with the comparison of all accounts, whose age is that of its first round", async () => {
    await settle();
    await verifyLedger(services);
    clock.advance(100_000);
    await verifyLedger(services, { accountsPerRound: 40 });
    expect((await readHealth(services)).comparedAge).toBe(100);
    clock.advance(50_000);
    await verifyLedger(services);
    expect((await readHealth(services)).comparedAge).toBe(50);
  });

  it("verifies all others while another check reads a merchant, and looks for this one again", async () => {
    await settle();
    const [busy, other] = [merchantAt(0), merchantAt(1)];
    for (const books of [busy, other]) await move(services.committer, [movement(books, ...walletsOf(books), 5n)]);
    clock.advance(30_000);
    await inTransaction(database.pool, async (tx) => {
      await tx.query("select pg_advisory_xact_lock(7107, $1)", [busy.tenant]);
      expect(await verifyLedger(services)).toEqual({ tenants: 1, wrong: [] });
    });
    const verified = await findLedgerCheck(database.pool, other.tenant);
    expect(verified).toMatchObject({ checkedAt: clock.now(), newEntries: 2n });
    expect((await readHealth(services)).verifiedAge).toBe(30);
    expect(await verifyLedger(services)).toEqual({ tenants: 2, wrong: [] });
    expect((await readHealth(services)).verifiedAge).toBe(0);
  });

  it("that fails confirms nothing, and the next one looks for the same journals", async () => {
    await settle();
    const books = merchantAt(2);
    await move(services.committer, [movement(books, ...walletsOf(books), 5n)]);
    clock.advance(30_000);
    await database.pool.query(
      "alter table ledger_checks add constraint breaks check (checked_at < $1) not valid".replace(
        "$1",
        `'${clock.now().toISOString()}'`,
      ),
    );
    await expect(verifyLedger(services)).rejects.toThrow("breaks");
    await database.pool.query("alter table ledger_checks drop constraint breaks");
    expect((await readHealth(services)).verifiedAge).toBe(30);
    expect(await verifyLedger(services)).toEqual({ tenants: 1, wrong: [] });
  });
});

describe("in the books of a merchant with nothing new, a round finds", () => {
  const wrongOf = async (options = {}) =>
    (await verifyLedger(services, options)).wrong.flatMap(({ tenantId, problems }) =>
      problems.map(({ rule }) => `${tenantId} ${rule}`),
    );

  it("a changed balance, also where the sum stays the same, and reports it until it is repaired", async () => {
    await settle();
    const { tenant, wallets } = merchantAt(-1);
    const [from, to] = wallets;
    await forge([addToBalance, [tenant, from, -5n]], [addToBalance, [tenant, to, 5n]]);
    const expected = [`${tenant} balance_equals_entries`, `${tenant} balance_equals_entries`];
    expect(await wrongOf()).toEqual(expected);
    clock.advance(10_000);
    expect(await wrongOf()).toEqual(expected);
    expect(await findLedgerCheck(database.pool, tenant)).toMatchObject({ balanced: false, checkedAt: clock.now() });
    await forge([addToBalance, [tenant, from, 5n]], [addToBalance, [tenant, to, -5n]]);
    expect(await wrongOf()).toEqual([]);
  });

  it("an account that is gone", async () => {
    await settle();
    const { tenant, wallets } = merchantAt(-2);
    const { rows } = await database.pool.query("select * from accounts where tenant = $1 and id = $2", [
      tenant,
      wallets[0],
    ]);
    await forge(["delete from accounts where tenant = $1 and id = $2", [tenant, wallets[0]]]);
    const rules = ["balance_equals_entries", "books_sum_to_zero", "seq_without_gaps"];
    expect((await wrongOf()).toSorted()).toEqual(rules.map((rule) => `${tenant} ${rule}`));
    const columns = Object.keys(rows[0]);
    await forge([
      `insert into accounts (${columns.join(", ")}) values (${columns.map((_, n) => `$${n + 1}`).join(", ")})`,
      Object.values(rows[0]),
    ]);
    expect(await wrongOf()).toEqual([]);
  });

  it.each([
    ["a new number", "(select max(id) + 1000000 from journals)"],
    ["an old number", "(select min(id) from journals)"],
  ])("a new transaction without entries, of a journal with %s", async (_title, journal) => {
    await settle();
    const { tenant, wallets } = merchantAt(-3);
    clock.advance(1_000);
    await forge([forgeTransaction.replace("$4", journal).replace("$5", "$4"), [tenant, ...wallets, clock.now()]]);
    expect(await wrongOf()).toEqual([`${tenant} transactions_have_entries`]);
    await forge(["delete from transactions where reference = 'FORGED'"]);
    expect(await wrongOf()).toEqual([]);
  });

  it("a changed balance within the rounds that compare all accounts", async () => {
    await settle();
    const { rows } = await database.pool.query<{ n: number }>("select count(*)::int as n from accounts");
    const rounds = Math.ceil((rows[0]?.n ?? 0) / 40) + 1;
    expect(rounds).toBeGreaterThan(3);
    for (const index of [0, -1]) {
      const { tenant, wallets } = merchantAt(index);
      await forge([addToBalance, [tenant, wallets[1], 5n]]);
      const found: string[][] = [];
      for (let n = 0; n < rounds; n += 1) found.push(await wrongOf({ accountsPerRound: 40 }));
      expect(found.at(-1)).toContain(`${tenant} balance_equals_entries`);
      await forge([addToBalance, [tenant, wallets[1], -5n]]);
      expect(await wrongOf()).toEqual([]);
    }
  });
});
