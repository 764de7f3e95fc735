import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCommitter } from "../../ledger/commit-movements.ts";
import type { Committer } from "../../ledger/committer.ts";
import type { Movement } from "../../ledger/movement.ts";
import { testClock } from "../../testing/clock.ts";
import { testSign } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { fundWallets, move, movement, openTestBooks, posting, type TestBooks } from "../../testing/ledger/books.ts";
import { findAnswersSql, findReferencesSql, lockAccountsSql } from "./flush-facts.ts";
import { insertAnswersSql } from "./idempotency-keys.ts";
import { writeBalancesSql, writeMoneySql, writeSingleSql } from "./postings.ts";

const database = useTestDatabase();
let committer: Committer;
let books: TestBooks;
/** The postings of each flush. */
const flushes: number[] = [];

beforeAll(async () => {
  committer = createCommitter({
    databaseUrl: database.runtime.url,
    clock: testClock("2026-03-01T10:00:00Z"),
    sign: testSign,
    hooks: { committed: ({ postings }) => void flushes.push(postings) },
  });
  books = await openTestBooks(database.pool, { wallets: 2 });
  await fundWallets(committer, books, 1_000n);
});
afterAll(() => committer.close());

describe("the database rejects", () => {
  it.each([
    ["changing an entry", "update entries set delta = delta + 1", "append-only"],
    ["deleting an entry", "delete from entries", "append-only"],
    ["truncating the entries", "truncate entries", "append-only"],
    ["changing a journal", "update journals set n = 0", "append-only"],
    ["changing a posted transaction", "update transactions set amount = 1", "append-only"],
    ["deleting a posted transaction", "delete from transactions", "append-only"],
    ["truncating the transactions", "truncate transactions", "append-only"],
    ["changing an outbox record", "update outbox set kind = 'x'", "append-only"],
    [
      "entries that do not sum to zero",
      "insert into entries select tenant, id, seq + 1, 999, null, 5, balance + 5, now() from accounts where kind = 'wallet'",
      "do not sum to zero",
    ],
    ["a wallet below zero", "update accounts set balance = -1 where kind = 'wallet'", "accounts_never_below_zero"],
    [
      "the same place in an account's history twice",
      `insert into entries select tenant, account, seq, 999, null, delta, balance_after, at from entries`,
      "entries_pkey",
    ],
  ])("%s", async (_title, sql, reason) => {
    await expect(database.pool.query(sql)).rejects.toThrow(reason);
    await expectBooksToBalance(database.pool);
  });
});

/** The columns into which a statement writes, by table. */
function columnsOf(sql: string): Record<string, string[]> {
  const inserts = sql.matchAll(/insert into (\w+) \(([^)]+)\)/g);
  return Object.fromEntries([...inserts].map(([, table, columns]) => [table, columns?.split(/[\s,]+/).sort() ?? []]));
}

describe("the answers of a flush with one transaction", () => {
  const source = { transaction: "0190a000-0000-7000-8000-0000000000a1", shape: 1 };
  const sourceOf = (key: string) => (key === "rebuilt" ? source : undefined);
  const keyed = (key: string, amount: bigint) =>
    posting([movement(books, books.wallets[0] ?? 0n, books.wallets[1] ?? 0n, amount)], {
      idempotency: { key, requestHash: Buffer.from(key) },
      buildSideEffects: ([outcome]) => ({
        answer: {
          status: outcome?.posted ? 200 : 400,
          headers: { "x-key": key },
          body: `body of ${key}`,
          source: sourceOf(key),
        },
        audit: [],
      }),
    });
  const answersOf = async (keys: string[]) => {
    const { rows } = await database.pool.query<{ key: string }>(
      `select key, request_hash as "requestHash", status, headers, body, transaction, shape, at from idempotency_keys
       where tenant = $1 and key = any($2) order by key`,
      [books.tenant, keys],
    );
    return rows;
  };

  it.each([
    ["its own", ["own"], [200]],
    ["one that is rebuilt from its transaction", ["rebuilt"], [503]],
    ["its own and that of a refused one", ["refused", "taken"], [400, 200]],
  ])("are stored: %s", async (_title, keys, statuses) => {
    await Promise.all(keys.map((key) => committer.submit(keyed(key, key === "refused" ? 1_000_000n : 1n))));
    expect(flushes.at(-1)).toBe(keys.length);
    expect(await answersOf(keys)).toEqual(
      keys.map((key, nth) => {
        const rebuilt = sourceOf(key);
        const body = rebuilt ? "{}" : `body of ${key}`;
        const sources = rebuilt ?? { transaction: null, shape: null };
        const requestHash = Buffer.from(key);
        return {
          key,
          requestHash,
          status: statuses[nth],
          headers: { "x-key": key },
          body,
          ...sources,
          at: expect.any(Date),
        };
      }),
    );
    await expectBooksToBalance(database.pool);
  });
});

describe("the answer of one merchant and the transaction of another in a flush", () => {
  it("each belong to their own", async () => {
    const other = await openTestBooks(database.pool, { wallets: 2 });
    const transfer = movement(books, books.wallets[0] ?? 0n, books.wallets[1] ?? 0n, 1n);
    const refused = movement(other, other.wallets[0] ?? 0n, other.wallets[1] ?? 0n, 1n);
    await Promise.all([
      committer.submit(posting([transfer])),
      committer.submit(
        posting([refused], {
          idempotency: { key: "of the other", requestHash: Buffer.from("h") },
          buildSideEffects: () => ({ answer: { status: 400, headers: {}, body: "no" }, audit: [] }),
        }),
      ),
    ]);
    expect(flushes.at(-1)).toBe(2);
    const tenantsOf = async (sql: string, value: string) =>
      (await database.pool.query<{ tenant: number }>(sql, [value])).rows.map(({ tenant }) => tenant);
    expect(await tenantsOf("select tenant from transactions where id = $1", transfer.id)).toEqual([books.tenant]);
    expect(await tenantsOf("select tenant from idempotency_keys where key = $1", "of the other")).toEqual([
      other.tenant,
    ]);
    await expectBooksToBalance(database.pool);
  });
});

it("a flush of one transaction writes the columns of all flushes", () => {
  const { idempotency_keys: kept, ...written } = columnsOf(writeSingleSql);
  expect(written).toEqual(columnsOf(writeMoneySql));
  expect({ idempotency_keys: kept }).toEqual(columnsOf(insertAnswersSql));
});

describe("a column of a flush", () => {
  const batch = "0190a000-0000-7000-8000-0000000000b1";
  const words = { description: "d", narration: "n", note: "t", metadata: { n: 2 }, actor: "key:9" };
  const call = { actorName: "A key", address: "203.0.113.7", requestId: "r-1" };
  it.each<[string, Partial<Movement>[]]>([
    ["with different values", [{ description: "a", metadata: { n: 1 } }, { batch, baseFee: 5n }, { description: "c" }]],
    ["with equal values", Array.from({ length: 3 }, () => ({ batch, description: "one", baseFee: 5n }))],
    ["with nulls only", [{}, {}]],
    ["of one row", [{ batch, baseFee: 3n, merchantFee: 2n, ...words, call }]],
    ["of one row with nulls only", [{}]],
  ])("%s is stored unchanged", async (_title, changes) => {
    const [from = 0n, to = 0n] = books.wallets;
    const movements = changes.map((more, i) =>
      movement(books, from, to, BigInt(i + 1), { actor: `key:${i % 2}`, ...more }),
    );
    await move(committer, movements);
    const { rows } = await database.pool.query(
      `select id, reference, kind, batch, source, destination, amount, fee_base as "baseFee", fee_merchant as "merchantFee", description,
         metadata, actor, narration, note, reversal_of as "reversalOf", actor_name as "actorName", address, request_id as "requestId"
       from transactions where id = any($1) order by amount`,
      [movements.map(({ id }) => id)],
    );
    expect(rows).toEqual(
      movements.map(({ tenant: _, referenceGenerated: __, call: calledBy, ...stored }) => {
        return { ...stored, ...(calledBy ?? { actorName: null, address: null, requestId: null }) };
      }),
    );
    await expectBooksToBalance(database.pool);
  });
});

describe("a flush of more than 500 transactions", () => {
  const many = 501;
  it.each<[string, (i: number) => Partial<Movement>]>([
    [
      "with different values",
      (i) => ({ description: `${i % 3}`, metadata: { n: i }, narration: i % 2 ? "odd" : null }),
    ],
    ["with equal values", () => ({ description: "one", note: "same" })],
  ])("%s is stored unchanged, with its signed journal", async (_title, change) => {
    const [from = 0n, to = 0n] = books.wallets;
    const movements = Array.from({ length: many }, (_, i) =>
      movement(books, i % 2 ? from : to, i % 2 ? to : from, 1n, change(i)),
    );
    await move(committer, movements);
    const { rows } = await database.pool.query(
      `select id, source, destination, description, metadata, narration, note from transactions where id = any($1) order by id`,
      [movements.map(({ id }) => id)],
    );
    const written = movements.map(({ id, source, destination, description, metadata, narration, note }) => {
      return { id, source, destination, description, metadata, narration, note };
    });
    expect(rows).toEqual(written.sort((one, other) => (one.id < other.id ? -1 : 1)));
    const { rows: journals } = await database.pool.query(
      `select n, length(mac) as mac, length(row_sums) as sums from journals where n = ${many} order by id desc limit 1`,
    );
    expect(journals).toEqual([{ n: many, mac: 32, sums: 4 * 3 * many }]);
    await expectBooksToBalance(database.pool);
  });
});

describe("hot statements on large tables", () => {
  beforeAll(async () => {
    await database.pool.query(
      `insert into accounts (tenant, id, kind, tier)
       select $1, nextval('account_ids'), 'wallet', 3 from generate_series(1, 20000)`,
      [books.tenant],
    );
    for (let i = 0; i < 4; i += 1) {
      const [from = 0n, to = 0n] = i % 2 ? books.wallets : books.wallets.toReversed();
      await move(
        committer,
        Array.from({ length: 900 }, () => movement(books, from, to, 1n)),
      );
    }
    await database.pool.query(
      `insert into idempotency_keys select $1, 'key-' || i, '\\x00', 200, '{}', '', now() from generate_series(1, 5000) i`,
      [books.tenant],
    );
    await database.pool.query("analyze");
  });

  it.each([
    ["locking accounts", lockAccountsSql],
    ["looking up references", findReferencesSql],
    ["looking up answers", findAnswersSql],
    ["writing a flush", writeMoneySql],
    ["writing a flush of one transaction", writeSingleSql],
    ["writing the balances of a large flush", writeBalancesSql],
    ["an account's history", "select * from entries where tenant = $1 and account = $2 order by seq desc limit 20"],
    ["a journal's transactions", "select * from transactions where journal = $1"],
  ])("%s needs no sequential scan, even without the settings of a lane", async (_title, sql) => {
    const { rows } = await database.pool.query<{ "QUERY PLAN": string }>(`explain (generic_plan) ${sql}`);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(/Index|Function Scan/);
    expect(plan).not.toContain("Seq Scan");
  });
});
