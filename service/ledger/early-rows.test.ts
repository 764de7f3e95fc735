import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testClock } from "../testing/clock.ts";
import { testSign } from "../testing/context.ts";
import { useTestDatabase } from "../testing/database.ts";
import { expectBooksToBalance } from "../testing/invariants.ts";
import { balanceOf, fundWallets, movement, openTestBooks, posting, type TestBooks } from "../testing/ledger/books.ts";
import { createCommitter } from "./commit-movements.ts";
import type { Committer, Posting, SideEffects } from "./committer.ts";

const database = useTestDatabase();
let committer: Committer;
let books: TestBooks;
/** What each attempt was told about its early rows. */
let told: boolean[] = [];

beforeAll(async () => {
  await database.pool.query("create table early_rows (n int primary key); grant all on early_rows to public");
  committer = createCommitter({
    databaseUrl: database.runtime.url,
    clock: testClock("2026-03-01T10:00:00Z"),
    sign: testSign,
    lanes: 1,
  });
  books = await openTestBooks(database.pool, { wallets: 2 });
  await fundWallets(committer, books, 1_000n);
});
beforeEach(async () => {
  told = [];
  await database.pool.query("truncate early_rows");
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => committer.close());

const insert = (n: number) => ({ name: "insert-early", text: "insert into early_rows values ($1)", values: [n] });
const answer = { status: 400, headers: {}, body: "kept" };

/** A posting of `amounts` with one early row and, unless it is refused, one later row. */
function withEarlyRow(amounts: readonly bigint[], effects: Partial<SideEffects> = {}, more: Partial<Posting> = {}) {
  const [from = 0n, to = 0n] = books.wallets;
  return posting(
    amounts.map((amount) => movement(books, from, to, amount)),
    {
      early: () => [insert(1)],
      buildSideEffects(_outcomes, _at, hasEarlyRows) {
        told.push(hasEarlyRows);
        const statements = effects.isRefused ? undefined : () => [insert(2)];
        return { answer: null, audit: [], statements, ...effects };
      },
      ...more,
    },
  );
}

async function rowsFound(): Promise<number[]> {
  const { rows } = await database.pool.query<{ n: number }>("select n from early_rows order by n");
  return rows.map(({ n }) => n);
}

describe("early rows", () => {
  it("commit with the money of a posting that is alone", async () => {
    const before = await balanceOf(database.pool, books.wallets[0] ?? 0n);
    await committer.submit(withEarlyRow([1n, 1n]));
    expect([told, await rowsFound()]).toEqual([[true], [1, 2]]);
    expect(await balanceOf(database.pool, books.wallets[0] ?? 0n)).toBe(before - 2n);
  });

  it("do not stay where the request is refused, and its answer is kept", async () => {
    const idempotency = { key: "refused", requestHash: Buffer.alloc(32) };
    const before = await balanceOf(database.pool, books.wallets[0] ?? 0n);
    await committer.submit(withEarlyRow([1n, 1n], { isRefused: true, answer }, { idempotency }));
    expect([told, await rowsFound()]).toEqual([[true, false], []]);
    expect(await balanceOf(database.pool, books.wallets[0] ?? 0n)).toBe(before);
    expect(await committer.submit(withEarlyRow([1n], {}, { idempotency }))).toMatchObject({
      kind: "answered_before",
      answer: { body: "kept" },
    });
    expect(await rowsFound()).toEqual([]);
  });

  it("do not stay where every movement is refused", async () => {
    await committer.submit(withEarlyRow([10n ** 9n], { isRefused: true }));
    expect([told, await rowsFound()]).toEqual([[true, false], []]);
  });

  it("that fail are the failure of the posting", async () => {
    const before = await balanceOf(database.pool, books.wallets[0] ?? 0n);
    const broken = { name: "broken-early", text: "select 1 / ($1::int - $1::int)", values: [1] };
    const failing = withEarlyRow([1n, 1n], {}, { early: () => [broken] });
    // Not 25P02, which the statements after it get.
    await expect(committer.submit(failing)).rejects.toMatchObject({ code: "22012" });
    expect(await rowsFound()).toEqual([]);
    expect(await balanceOf(database.pool, books.wallets[0] ?? 0n)).toBe(before);
  });

  it("that another transaction was first with are left to the later statements", async () => {
    await database.pool.query("insert into early_rows values (1)");
    expect(await committer.submit(withEarlyRow([1n, 1n]))).toMatchObject({ kind: "decided" });
    expect([told, await rowsFound()]).toEqual([
      [true, false],
      [1, 2],
    ]);
  });

  it("that fail do not change the refusal of a request", async () => {
    await database.pool.query("insert into early_rows values (1)");
    expect(await committer.submit(withEarlyRow([1n], { isRefused: true }))).toMatchObject({ kind: "decided" });
  });

  it("go with a later statement that fails", async () => {
    await database.pool.query("insert into early_rows values (2)");
    await expect(committer.submit(withEarlyRow([1n, 1n]))).rejects.toMatchObject({ constraint: "early_rows_pkey" });
    expect(await rowsFound()).toEqual([2]);
  });

  it("are left to the later statements where several postings share a commit", async () => {
    const others = [5, 6].map((n) => withEarlyRow([1n], { statements: () => [insert(n)] }));
    await Promise.all(others.map((one) => committer.submit(one)));
    expect([told, await rowsFound()]).toEqual([
      [false, false],
      [5, 6],
    ]);
  });
});
