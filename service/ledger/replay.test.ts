import { afterAll, beforeAll, expect, it } from "vitest";
import { testClock } from "../testing/clock.ts";
import { testSign } from "../testing/context.ts";
import { useTestDatabase } from "../testing/database.ts";
import { expectBooksToBalance } from "../testing/invariants.ts";
import { fundWallets, move, movement, openTestBooks, type TestBooks } from "../testing/ledger/books.ts";
import type { Account } from "./account.ts";
import { applyMovements } from "./apply-movements.ts";
import { createCommitter } from "./commit-movements.ts";
import type { Committer } from "./committer.ts";

const database = useTestDatabase();
const clock = testClock("2026-03-01T22:30:00Z");
let committers: Committer[];
let books: TestBooks;

beforeAll(async () => {
  committers = [0, 1].map(() => createCommitter({ databaseUrl: database.runtime.url, clock, sign: testSign }));
  books = await openTestBooks(database.pool, { wallets: 8, tier: 1 });
  await fundWallets(committerAt(0), books, 6_000_000n);
});
afterAll(() => Promise.all(committers.map((committer) => committer.close())));

function committerAt(index: number): Committer {
  const committer = committers[index % committers.length];
  if (!committer) throw new Error("no committer");
  return committer;
}

it("the committed order, replayed one by one, is allowed at every step and ends with the same balances", async () => {
  const before = await loadAccounts();
  const { rows: since } = await database.pool.query<{ last: bigint }>("select max(id) as last from journals");
  await Promise.all(
    Array.from({ length: 64 }, async (_, caller) => {
      for (let i = 0; i < 25; i += 1) {
        const from = wallet(caller + i);
        const to = wallet(caller * 3 + i * 5 + 1);
        const amount = BigInt(100_000 + ((caller * 7_919 + i * 104_729) % 900_000));
        await move(committerAt(caller), [movement(books, from, to, amount)]);
      }
    }),
  );
  const committed = await committedMovements(since[0]?.last ?? 0n);
  const tier = { dailyLimit: 5_000_000n, singleLimit: 2_000_000n, minBalance: 0n, maxBalance: 30_000_000n };
  const { outcomes, changed } = applyMovements(before, committed, {
    day: "2026-03-01",
    tiers: new Map([[books.tenant, { 1: tier, 2: tier, 3: tier }]]),
    feeAccounts: new Map(),
    usedReferences: new Set(),
    mergeMerchantEntries: false,
  });
  expect(committed.length).toBeGreaterThan(50);
  expect(committed.length).toBeLessThan(64 * 25);
  expect(outcomes.every((outcome) => outcome.posted)).toBe(true);
  const after = await loadAccounts();
  for (const account of changed) expect(after.get(account.id)).toEqual(account);
  await expectBooksToBalance(database.pool);
});

it("the daily limit restarts at midnight in Lagos", async () => {
  const spender = wallet(0);
  const other = wallet(1);
  await database.pool.query("update accounts set day = '2026-03-01', spent = 5000000 where id = $1", [spender]);
  const again = () => move(committerAt(0), [movement(books, spender, other, 1_000n)]);
  const refill = movement(books, books.funding, spender, 10_000n, { kind: "funding" });
  expect(await move(committerAt(0), [refill])).toMatchObject({ outcomes: [{ posted: true }] });
  expect(await again()).toMatchObject({ outcomes: [{ refusal: { code: "daily_limit_exceeded", spent: 5_000_000n } }] });
  clock.advance(31 * 60_000);
  expect(await again()).toMatchObject({ outcomes: [{ posted: true }] });
  const { rows } = await database.pool.query("select day, spent from accounts where id = $1", [spender]);
  expect(rows).toEqual([{ day: "2026-03-02", spent: 1_000n }]);
});

function wallet(index: number): bigint {
  const id = books.wallets[index % books.wallets.length];
  if (id === undefined) throw new Error("no wallet");
  return id;
}

async function loadAccounts(): Promise<Map<bigint, Account>> {
  const { rows } = await database.pool.query<Account>(
    `select tenant, id, kind, tier, frozen, post_no_credit as "postNoCredit", balance, seq, day, spent from accounts`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Conflicting groups take their journal number under the same locks, so its order is theirs; rows of a group lie in order. */
async function committedMovements(since: bigint) {
  const { rows } = await database.pool.query<{ id: string; source: bigint; destination: bigint; amount: bigint }>(
    "select id, source, destination, amount from transactions where journal > $1 order by journal, ctid",
    [since],
  );
  return rows.map(({ id, source, destination, amount }) =>
    movement(books, source, destination, amount, { id, reference: id }),
  );
}
