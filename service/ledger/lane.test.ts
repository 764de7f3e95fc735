import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testClock } from "../testing/clock.ts";
import { testSign } from "../testing/context.ts";
import { useTestDatabase } from "../testing/database.ts";
import { expectBooksToBalance } from "../testing/invariants.ts";
import {
  balanceOf,
  codesOf,
  fundWallets,
  move,
  movement,
  openTestBooks,
  posting,
  type TestBooks,
  walletAt,
} from "../testing/ledger/books.ts";
import { createCommitter } from "./commit-movements.ts";
import type { Committer, Decision, Posting } from "./committer.ts";

const database = useTestDatabase();
const clock = testClock("2026-03-01T10:00:00Z");
let committer: Committer;
let books: TestBooks;

beforeAll(async () => {
  committer = createCommitter({ databaseUrl: database.runtime.url, clock, sign: testSign });
  books = await openTestBooks(database.pool, { wallets: 12 });
  await fundWallets(committer, books, 1_000_000n);
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => committer.close());

const wallet = (index: number) => walletAt(books, index);

describe("a group that begins behind the commit of its lane", () => {
  const FOLLOWERS = 20;
  let one: Committer;
  let flushes: number[];
  let troubled: number[];

  beforeEach(() => {
    flushes = [];
    troubled = [];
    const hooks = {
      committed: ({ postings }: { postings: number }) => void flushes.push(postings),
      troubled: ({ postings }: { postings: number }) => void troubled.push(postings),
    };
    one = createCommitter({ databaseUrl: database.runtime.url, clock, sign: testSign, lanes: 1, hooks });
  });
  afterEach(() => one.close());

  /** Submits `first` and, after its facts were read and before its commit leaves, the followers. */
  async function submitWithFollowers(first: Posting, follower: () => Promise<Decision>, ended = () => {}) {
    let followers: Promise<PromiseSettledResult<Decision>[]> | undefined;
    const leading = one.submit({
      ...first,
      buildSideEffects(...decided) {
        followers ??= Promise.allSettled(Array.from({ length: FOLLOWERS }, follower));
        return first.buildSideEffects(...decided);
      },
    });
    const [result] = await Promise.allSettled([leading.finally(ended)]);
    return { result, followers: (await followers) ?? [] };
  }

  function codesOfAll(results: PromiseSettledResult<Decision>[]): string[] {
    return results.flatMap((result) => (result.status === "fulfilled" ? codesOf(result.value) : ["rejected"]));
  }

  it("sees what that commit wrote", async () => {
    const own = await openTestBooks(database.pool, { wallets: 2 });
    await fundWallets(committer, own, 1_000n);
    const [from = 0n, to = 0n] = own.wallets;
    const { followers } = await submitWithFollowers(posting([movement(own, from, to, 1_000n)]), () =>
      move(one, [movement(own, to, from, 200n)]),
    );
    expect(codesOfAll(followers).sort()).toEqual([
      ...Array.from({ length: 10 }, () => "balance_too_low"),
      ...Array.from({ length: 10 }, () => "posted"),
    ]);
    expect(flushes).toEqual([1, FOLLOWERS]);
  });

  it("gets the answer that was stored under its key", async () => {
    const keyed = (body: string) =>
      posting([movement(books, wallet(8), wallet(9), 1n)], {
        idempotency: { key: "follower-key", requestHash: Buffer.from("r") },
        buildSideEffects: () => ({ answer: { status: 200, headers: {}, body }, audit: [] }),
      });
    const { followers } = await submitWithFollowers(keyed("first"), () => one.submit(keyed("later")));
    for (const follower of followers)
      expect(follower).toMatchObject({ value: { kind: "answered_before", answer: { body: "first" } } });
  });

  it("is posted once when that commit fails", async () => {
    const before = await balanceOf(database.pool, wallet(8));
    const broken = { name: "test-broken", text: "select 1 / ($1::int - $1::int)", values: [1] };
    const failing = posting([movement(books, wallet(8), wallet(9), 1n)], {
      buildSideEffects: () => ({ answer: null, audit: [], statements: () => [broken] }),
    });
    const { result, followers } = await submitWithFollowers(failing, () =>
      move(one, [movement(books, wallet(8), wallet(9), 1n)]),
    );
    expect(result).toMatchObject({ status: "rejected", reason: { code: "22012" } });
    expect(codesOfAll(followers)).toEqual(followers.map(() => "posted"));
    expect(troubled).toEqual([1]);
    expect(await balanceOf(database.pool, wallet(8))).toBe(before - BigInt(FOLLOWERS));
  });

  it("does not wait for the repetition of that commit: another lane takes it", async () => {
    await one.close();
    one = createCommitter({ databaseUrl: database.runtime.url, clock, sign: testSign });
    const order: string[] = [];
    let attempts = 0;
    // Contended at first, which is repeated, and slow then.
    const slow = { name: "test-slow", text: "select pg_sleep($1::float8)", values: [0.5] };
    const contended = { name: "test-contended", text: "select test_contention($1::int)", values: [1] };
    await database.pool.query(`create or replace function test_contention(n int) returns int language plpgsql as $$
      begin perform pg_sleep(0.05); raise exception 'contended' using errcode = '40001'; end $$`);
    const first = posting([movement(books, wallet(8), wallet(9), 1n)], {
      buildSideEffects() {
        attempts += 1;
        return { answer: null, audit: [], statements: () => [attempts === 1 ? contended : slow] };
      },
    });
    const follower = async () => {
      const decision = await move(one, [movement(books, wallet(10), wallet(11), 1n)]);
      order.push("follower");
      return decision;
    };
    const { result, followers } = await submitWithFollowers(first, follower, () => order.push("first"));
    expect([result?.status, codesOfAll(followers)]).toEqual(["fulfilled", followers.map(() => "posted")]);
    expect(order.at(-1)).toBe("first");
  });

  it("is posted by another lane while the committer closes, and no connection stays open", async () => {
    await one.close();
    const openLanes = async () => {
      const { rows } = await database.pool.query<{ n: number }>(
        "select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = 'ledger-lane'",
      );
      return rows[0]?.n;
    };
    const before = await openLanes();
    let closing: Promise<void> | undefined;
    one = createCommitter({ databaseUrl: database.runtime.url, clock, sign: testSign });
    const broken = { name: "test-broken", text: "select 1 / ($1::int - $1::int)", values: [1] };
    const first = posting([movement(books, wallet(8), wallet(9), 1n)], {
      buildSideEffects() {
        // This closes the other lane before the commit fails. The failure returns the group behind it and starts the other lane.
        closing ??= one.close();
        return { answer: null, audit: [], statements: () => [broken] };
      },
    });
    const { followers } = await submitWithFollowers(first, () =>
      move(one, [movement(books, wallet(10), wallet(11), 1n)]),
    );
    expect(codesOfAll(followers)).toEqual(followers.map(() => "posted"));
    await closing;
    expect(await openLanes()).toBe(before);
  });

  it("of a merchant whose fee accounts are not open yet is posted", async () => {
    const own = await openTestBooks(database.pool, { wallets: 2 });
    await fundWallets(committer, own, 1_000n);
    const [from = 0n, to = 0n] = own.wallets;
    const { result, followers } = await submitWithFollowers(posting([movement(books, wallet(8), wallet(9), 1n)]), () =>
      move(one, [movement(own, from, to, 1n, { baseFee: 1n })]),
    );
    expect(result?.status).toBe("fulfilled");
    expect(codesOfAll(followers)).toEqual(followers.map(() => "posted"));
  });

  it("does not wait for a batch: another lane takes it", async () => {
    const order: string[] = [];
    await one.close();
    const slow = { name: "test-slow", text: "select pg_sleep($1::float8)", values: [0.5] };
    const batch = posting([movement(books, wallet(8), wallet(9), 1n), movement(books, wallet(8), wallet(9), 1n)], {
      buildSideEffects: () => ({ answer: null, audit: [], statements: () => [slow] }),
    });
    one = createCommitter({ databaseUrl: database.runtime.url, clock, sign: testSign });
    const { followers } = await submitWithFollowers(
      batch,
      async () => {
        const decision = await move(one, [movement(books, wallet(10), wallet(11), 1n)]);
        order.push("follower");
        return decision;
      },
      () => order.push("batch"),
    );
    expect(order.at(-1)).toBe("batch");
    expect(codesOfAll(followers)).toEqual(followers.map(() => "posted"));
  });
});
