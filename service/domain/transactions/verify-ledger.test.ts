import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkLedger } from "../../db/ledger/trial-balance.ts";
import { inTransaction, type Transaction } from "../../db/pool.ts";
import { createCommitter } from "../../ledger/commit-movements.ts";
import type { Committer } from "../../ledger/committer.ts";
import { testClock } from "../../testing/clock.ts";
import { testSign } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { fundWallets, move, movement, openTestBooks, type TestBooks } from "../../testing/ledger/books.ts";
import { verifyLedger, verifyTenant } from "./verify-ledger.ts";

const database = useTestDatabase();
const clock = testClock("2026-03-01T10:00:00Z");
let committer: Committer;
let books: TestBooks;
let source = 0n;
let destination = 0n;

beforeAll(async () => {
  committer = createCommitter({ databaseUrl: database.runtime.url, clock, sign: testSign });
  books = await openTestBooks(database.pool, { wallets: 4 });
  [source = 0n, destination = 0n] = books.wallets;
  await fundWallets(committer, books, 100_000n);
});
afterAll(() => committer.close());

function verify(options: { full?: boolean } = {}) {
  return verifyTenant({ db: database.pool, clock }, books.tenant, options);
}

describe("sound books", () => {
  it("are proven, and a second run reads only what is new", async () => {
    expect(await verify()).toMatchObject({ balanced: true, newEntries: 7n, entries: 7n, total: "0", problems: [] });
    await move(committer, [movement(books, source, destination, 100n, { baseFee: 7n, merchantFee: 3n })]);
    expect(await verify()).toMatchObject({ balanced: true, newEntries: 4n, entries: 11n });
    expect(await verify()).toMatchObject({ balanced: true, newEntries: 0n, entries: 11n });
    expect(await verify({ full: true })).toMatchObject({ balanced: true, newEntries: 11n, entries: 11n });
    await expectBooksToBalance(database.pool);
  });

  it("hold no movement back while they are checked", async () => {
    await inTransaction(database.pool, async (tx) => {
      await checkLedger(tx, books.tenant, { at: clock.now(), full: true });
      const { rows } = await tx.query<{ seq: bigint }>("select seq from accounts where id = $1", [source]);
      await move(committer, [movement(books, source, destination, 1n)]);
      const after = await tx.query<{ seq: bigint }>("select seq from accounts where id = $1", [source]);
      expect(after.rows[0]?.seq).toBe((rows[0]?.seq ?? 0n) + 1n);
    });
  });

  it("stay proven while money moves", async () => {
    let running = true;
    const load = Array.from({ length: 16 }, async () => {
      while (running) await move(committer, [movement(books, source, destination, 1n, { baseFee: 1n })]);
    });
    for (let i = 0; i < 10; i += 1) expect(await verify()).toMatchObject({ balanced: true });
    running = false;
    await Promise.all(load);
    expect(await verifyLedger({ db: database.pool, clock })).toEqual({ tenants: 1, wrong: [] });
  });
});

describe("a forged row is found by its rule:", () => {
  const entry = `insert into entries (tenant, account, seq, journal, transaction, delta, balance_after, at)`;
  it.each([
    ["a balance without entries", "balance_equals_entries", `update accounts set balance = balance + 5 where id = $1`],
    ["a seq that jumps", "seq_without_gaps", `update accounts set seq = seq + 1 where id = $1`],
    [
      "an entry without counterpart",
      "journal_sums_to_zero",
      `with moved as (update accounts set seq = seq + 1, balance = balance + 5 where id = $1 returning *)
       ${entry} select tenant, id, seq, 999999, null::uuid, 5, balance, now() from moved`,
    ],
    [
      "a balance that does not follow",
      "balance_after_follows",
      `with moved as (update accounts set seq = seq + 1, balance = balance + 5 where id = $1 returning *)
       ${entry} select tenant, id, seq, 999999, null::uuid, 5, 1, now() from moved`,
    ],
    [
      "entries without a transaction",
      "transactions_equal_entries",
      `with up as (update accounts set seq = seq + 1, balance = balance + 5 where id = $1 returning *),
       down as (update accounts set seq = seq + 1, balance = balance - 5 where id = $2 returning *)
       ${entry} select tenant, id, seq, 999999, null::uuid, 5, balance, now() from up
       union all select tenant, id, seq, 999999, null::uuid, -5, balance, now() from down`,
    ],
    ["books that do not sum to zero", "books_sum_to_zero", `update accounts set balance = balance - 5 where id = $1`],
  ])("%s", async (_title, rule, forgery) => {
    const tx = await database.pool.connect();
    try {
      await tx.query("begin");
      await tx.query("set local session_replication_role = replica");
      await tx.query(forgery, forgery.includes("$2") ? [source, destination] : [source]);
      const found = await checkInside(tx);
      expect(found.balanced).toBe(false);
      expect(found.problems.map((problem) => problem.rule)).toContain(rule);
      expect(rulesOf(await checkInside(tx, { full: true }))).toContain(rule);
    } finally {
      await tx.query("rollback");
      tx.release();
    }
    expect(await verify()).toMatchObject({ balanced: true });
  });
});

describe("a posted transaction without entries is found", () => {
  const forge = `with journal as (insert into journals (id, lane, kind, n, at) values (999999, 0, 'flush', 1, $2))
    insert into transactions (tenant, id, journal, reference, kind, status, source, source_seq, destination,
      destination_seq, amount, actor, at)
    values ($1, gen_random_uuid(), 999999, 'FORGED', 'transfer', 'success', $3, 888888, $4, 888888, 5, 'nobody', $2)`;

  it("when it is new, and stays found", async () => {
    await verify();
    await inVain(async (tx) => {
      await tx.query(forge, [books.tenant, clock.now(), source, destination]);
      for (const _run of [1, 2]) expect(rulesOf(await checkInside(tx))).toEqual(["transactions_have_entries"]);
      clock.advance(60_000);
      expect(rulesOf(await checkInside(tx))).toEqual(["transactions_have_entries"]);
    });
  });

  it("when it is old, by a whole check, and stays found", async () => {
    await verify();
    await inVain(async (tx) => {
      await tx.query(forge, [books.tenant, new Date("2020-01-01"), source, destination]);
      const rules = ["transactions_equal_entries", "transactions_have_entries"];
      expect(rulesOf(await checkInside(tx, { full: true }))).toEqual(rules);
      expect(rulesOf(await checkInside(tx))).toEqual(rules);
    });
  });

  it.each([
    [
      "when its entries belong to another",
      `update entries set transaction = gen_random_uuid()
       where tenant = $1 and account = $2 and seq = (select max(seq) from entries where tenant = $1 and account = $2)`,
    ],
    [
      "when it names another place in the history of an account",
      `update transactions set destination_seq = destination_seq + 100 where tenant = $1 and destination = $2
         and journal = (select max(journal) from transactions where tenant = $1 and destination = $2)`,
    ],
  ])("%s", async (_title, forgery) => {
    await verify();
    await move(
      committer,
      [1n, 2n].map((amount) => movement(books, source, destination, amount, { baseFee: 1n })),
    );
    await inVain(async (tx) => {
      await tx.query("set local session_replication_role = replica");
      await tx.query(forgery, [books.tenant, destination]);
      expect(rulesOf(await checkInside(tx))).toEqual(["transactions_have_entries"]);
      expect(rulesOf(await checkInside(tx, { full: true }))).toEqual(["transactions_have_entries"]);
    });
    expect(await verify()).toMatchObject({ balanced: true });
  });
});

async function inVain(forge: (tx: Transaction) => Promise<void>) {
  const tx = await database.pool.connect();
  try {
    await tx.query("begin");
    await forge(tx);
  } finally {
    await tx.query("rollback");
    tx.release();
  }
}

async function checkInside(tx: Transaction, { full = false } = {}) {
  return await checkLedger(tx, books.tenant, { at: clock.now(), full });
}

function rulesOf({ problems }: { problems: { rule: string }[] }) {
  return [...new Set(problems.map(({ rule }) => rule))].sort();
}
