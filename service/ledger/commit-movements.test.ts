import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { lockAccount, updateAccountFlags } from "../db/ledger/accounts.ts";
import { inTransaction } from "../db/pool.ts";
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
import type { Committer, SideEffects } from "./committer.ts";

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

describe("a transfer", () => {
  it("takes amount and fees from the source, gives the amount, and credits the lane's fee stripes", async () => {
    const fees = { baseFee: 1_000n, merchantFee: 500n };
    const decision = await move(committer, [movement(books, wallet(0), wallet(1), 20_000n, fees)]);
    expect(decision).toMatchObject({
      outcomes: [{ posted: true, sourceBalance: 978_500n, destinationBalance: 1_020_000n }],
    });
    const { rows } = await database.pool.query(
      "select kind, sum(balance)::bigint as balance from accounts where kind in ('platform_fee', 'merchant_fee') group by kind order by kind",
    );
    expect(rows).toEqual([
      { kind: "merchant_fee", balance: 500n },
      { kind: "platform_fee", balance: 1_000n },
    ]);
  });

  it("is refused with its numbers and writes nothing", async () => {
    const refused = movement(books, wallet(0), wallet(1), 400_000_000n);
    const decision = await move(committer, [refused]);
    expect(decision).toMatchObject({
      outcomes: [{ refusal: { code: "balance_too_low", needed: 400_000_000n, balance: 978_500n } }],
    });
    const { rowCount } = await database.pool.query("select 1 from transactions where id = $1", [refused.id]);
    expect(rowCount).toBe(0);
  });

  it("of another tenant's wallet is refused as not found", async () => {
    const other = await openTestBooks(database.pool, { wallets: 1 });
    const decision = await move(committer, [movement(books, wallet(0), other.wallets[0] ?? 0n, 10n)]);
    expect(codesOf(decision)).toEqual(["account_not_found"]);
  });
});

describe("races", () => {
  it("64 callers on two wallets in both directions lose and create nothing", async () => {
    const [left, right] = [wallet(2), wallet(3)];
    const second = createCommitter({ databaseUrl: database.runtime.url, clock, sign: testSign });
    const before = await deadlocks();
    const callers = Array.from({ length: 64 }, async (_, caller) => {
      for (let i = 0; i < 20; i += 1) {
        const [from, to] = Math.random() < 0.5 ? [left, right] : [right, left];
        await move(caller % 4 < 2 ? committer : second, [movement(books, from, to, 100n, { baseFee: 1n })]);
      }
    });
    await Promise.all(callers);
    await second.close();
    expect((await balanceOf(database.pool, left)) + (await balanceOf(database.pool, right))).toBe(
      2_000_000n - 64n * 20n,
    );
    expect(await deadlocks()).toBe(before);
  });

  it("two processes that lock the same hundred wallets never deadlock", async () => {
    const many = await openTestBooks(database.pool, { wallets: 100 });
    await fundWallets(committer, many, 10_000n);
    const second = createCommitter({ databaseUrl: database.runtime.url, clock, sign: testSign });
    const before = await deadlocks();
    const any = () => many.wallets[Math.floor(Math.random() * many.wallets.length)] ?? 0n;
    const callers = Array.from({ length: 64 }, async (_, caller) => {
      for (let i = 0; i < 12; i += 1) await move(caller % 2 ? committer : second, [movement(many, any(), any(), 1n)]);
    });
    await Promise.all(callers);
    await second.close();
    expect(await deadlocks()).toBe(before);
  });

  it("exactly the affordable number succeeds", async () => {
    const transfers = Array.from({ length: 200 }, () =>
      movement(books, wallet(4), wallet(5), 9_000n, { baseFee: 1_000n }),
    );
    const decisions = await Promise.all(transfers.map((one) => move(committer, [one])));
    const codes = decisions.flatMap(codesOf);
    expect(codes.filter((code) => code === "posted")).toHaveLength(100);
    expect(codes.filter((code) => code === "balance_too_low")).toHaveLength(100);
    expect(await balanceOf(database.pool, wallet(4))).toBe(0n);
  });

  it("nothing touches a wallet once its freeze has been answered", async () => {
    const frozen = wallet(6);
    let isFrozen = false;
    let postedAfter = 0;
    const callers = Array.from({ length: 32 }, async () => {
      for (let i = 0; i < 15; i += 1) {
        const startedAfter = isFrozen;
        const codes = codesOf(await move(committer, [movement(books, frozen, wallet(7), 10n)]));
        if (startedAfter && codes[0] !== "account_frozen") postedAfter += 1;
      }
    });
    const freeze = inTransaction(database.pool, async (tx) => {
      await lockAccount(tx, books.tenant, frozen);
      await updateAccountFlags(tx, books.tenant, frozen, { frozen: true });
    }).then(async () => {
      isFrozen = true;
      return await balanceOf(database.pool, frozen);
    });
    const balanceAtFreeze = await freeze;
    await Promise.all(callers);
    expect(postedAfter).toBe(0);
    expect(await balanceOf(database.pool, frozen)).toBe(balanceAtFreeze);
  });
});

describe("one effect", () => {
  it("200 parallel movements with one reference post once, through two processes", async () => {
    const second = createCommitter({ databaseUrl: database.runtime.url, clock, sign: testSign });
    const reference = "SAMEREFERENCE01";
    const decisions = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        move(i % 2 ? committer : second, [
          movement(books, wallet(8), wallet(i % 3 ? 9 : 10), 10n, { reference, referenceGenerated: false }),
        ]),
      ),
    );
    await second.close();
    const codes = decisions.flatMap(codesOf);
    expect(codes.filter((code) => code === "posted")).toHaveLength(1);
    expect(codes.filter((code) => code === "duplicate_reference")).toHaveLength(199);
  });

  it("200 parallel postings with one Idempotency-Key post once; the others get the first answer", async () => {
    const second = createCommitter({ databaseUrl: database.runtime.url, clock, sign: testSign });
    const idempotency = { key: "one-key", requestHash: Buffer.from("same") };
    const before = await balanceOf(database.pool, wallet(8));
    const decisions = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        (i % 2 ? committer : second).submit(
          posting([movement(books, wallet(8), wallet(i % 3 ? 9 : 10), 50n)], {
            idempotency,
            buildSideEffects: () => ({
              answer: { status: 200, headers: { n: `${i}` }, body: `answer "${i}" \\ ₦` },
              audit: [],
            }),
          }),
        ),
      ),
    );
    await second.close();
    expect(decisions.filter((decision) => decision.kind === "decided")).toHaveLength(1);
    const winner = decisions.findIndex((decision) => decision.kind === "decided");
    const replay = decisions.find((decision) => decision.kind === "answered_before");
    expect(replay).toEqual({
      kind: "answered_before",
      answer: { status: 200, headers: { n: `${winner}` }, body: `answer "${winner}" \\ ₦` },
      requestHash: Buffer.from("same"),
    });
    expect(await balanceOf(database.pool, wallet(8))).toBe(before - 50n);
  });

  it("keeps the answer of a refusal too, and a refused reference stays free", async () => {
    const idempotency = { key: "refused-key", requestHash: Buffer.from("r") };
    const refused = { reference: "FREEREFERENCE1", referenceGenerated: false };
    const submit = () =>
      committer.submit(
        posting([movement(books, wallet(8), wallet(9), 400_000_000n, refused)], {
          idempotency,
          buildSideEffects: () => ({ answer: { status: 400, headers: {}, body: "no" }, audit: [] }),
        }),
      );
    expect(codesOf(await submit())).toEqual(["balance_too_low"]);
    expect(codesOf(await submit())).toEqual(["answered_before"]);
    expect(codesOf(await move(committer, [movement(books, wallet(8), wallet(9), 5n, refused)]))).toEqual(["posted"]);
  });
});

describe("a batch", () => {
  it("is one commit with one entry of the merchant and one of each fee account", async () => {
    await move(committer, [movement(books, books.funding, books.merchant, 1_000_000n, { kind: "funding" })]);
    const items = Array.from({ length: 300 }, (_, i) =>
      movement(books, books.merchant, wallet(i % 2 ? 9 : 10), 10n, { kind: "credit", baseFee: 1n }),
    );
    const decision = await move(committer, items);
    expect(codesOf(decision).filter((code) => code === "posted")).toHaveLength(300);
    const { rows } = await database.pool.query(
      `select a.kind, count(*)::int as entries, sum(e.delta)::int as delta from entries e
       join accounts a on a.id = e.account
       where e.journal = (select journal from transactions where id = $1) group by a.kind order by a.kind`,
      [items[0]?.id],
    );
    expect(rows).toEqual([
      { kind: "merchant", entries: 1, delta: -3_300 },
      { kind: "platform_fee", entries: 1, delta: 300 },
      { kind: "wallet", entries: 300, delta: 3_000 },
    ]);
  });
});

describe("the side effects of a posting", () => {
  it.each([1, 600])("of %i movements change nothing when they fail, and the lane continues", async (count) => {
    const movements = () => Array.from({ length: count }, () => movement(books, wallet(8), wallet(9), 2n));
    const before = await balanceOf(database.pool, wallet(8));
    const withStatements = (statements: SideEffects["statements"]) =>
      committer.submit(posting(movements(), { buildSideEffects: () => ({ answer: null, audit: [], statements }) }));
    const broken = { name: "test-broken", text: "select 1 / ($1::int - $1::int)", values: [1] };
    await expect(withStatements(() => [broken])).rejects.toThrow("division by zero");
    await expect(
      withStatements(() => {
        throw new Error("could not be made");
      }),
    ).rejects.toThrow("could not be made");
    expect(await balanceOf(database.pool, wallet(8))).toBe(before);
    const fine = { name: "test-fine", text: "select $1::int", values: [1] };
    expect(await withStatements(() => [fine, fine])).toMatchObject({ kind: "decided" });
    expect(await balanceOf(database.pool, wallet(8))).toBe(before - 2n * BigInt(count));
  });
});

describe("trouble", () => {
  it("a posting that cannot be written is refused alone; the others of its group are posted", async () => {
    const bad = movement(books, wallet(8), wallet(9), 1n, { description: "\u0000" });
    const good = Array.from({ length: 20 }, () => movement(books, wallet(8), wallet(9), 1n));
    const results = await Promise.allSettled(
      [...good.slice(0, 10), bad, ...good.slice(10)].map((one) => move(committer, [one])),
    );
    expect(results.filter((result) => result.status === "rejected")).toHaveLength(1);
    expect(results[10]?.status).toBe("rejected");
  });

  it("a full queue refuses immediately", async () => {
    const small = createCommitter({ databaseUrl: database.runtime.url, clock, sign: testSign, queue: { limit: 10 } });
    const results = await Promise.allSettled(
      Array.from({ length: 15 }, () => move(small, [movement(books, wallet(8), wallet(9), 1n)])),
    );
    await small.close();
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toHaveLength(5);
    expect(refused[0]).toMatchObject({ reason: { name: "LedgerUnavailable" } });
  });

  it("a tenant with too many postings is refused, and those of another tenant neither wait for them nor are refused", async () => {
    const others = await openTestBooks(database.pool, { wallets: 4 });
    await fundWallets(committer, others, 1_000n);
    const reasons: string[] = [];
    const bounded = createCommitter({
      databaseUrl: database.runtime.url,
      clock,
      sign: testSign,
      maxFlush: 16,
      queue: { limit: 400, ofTenant: { postings: 300, movements: 1_000 } },
      hooks: { refused: (reason) => reasons.push(reason) },
    });
    let done = 0;
    const flood = Promise.allSettled(
      Array.from({ length: 500 }, (_, n) =>
        move(bounded, [movement(books, wallet(n % 8), wallet(8 + (n % 4)), 1n)]).then(() => {
          done += 1;
        }),
      ),
    );
    const [from = 0n, to = 0n] = others.wallets;
    const doneBefore = await Promise.all(
      Array.from({ length: 20 }, () => move(bounded, [movement(others, from, to, 1n)]).then(() => done)),
    );
    const results = await flood;
    await bounded.close();
    expect(Math.max(...doneBefore)).toBeLessThan(100);
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toHaveLength(200);
    expect(refused[0]).toMatchObject({ reason: { name: "TenantQueueFull" } });
    expect(reasons).toEqual(refused.map(() => "tenant"));
  });

  it("a flush that waits for a lock keeps the postings on other wallets waiting for milliseconds only", async () => {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    let locked = () => {};
    const isLocked = new Promise<void>((resolve) => {
      locked = resolve;
    });
    const holder = inTransaction(database.pool, async (tx) => {
      await lockAccount(tx, books.tenant, wallet(8));
      locked();
      await isReleased;
    });
    await isLocked;
    const order: string[] = [];
    const stuck = move(committer, [movement(books, wallet(8), wallet(9), 1n)]).then(() => order.push("stuck"));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await move(committer, [movement(books, wallet(10), wallet(11), 1n)]).then(() => order.push("other"));
    release();
    await Promise.all([holder, stuck]);
    expect(order).toEqual(["other", "stuck"]);
  });

  it("a flush that waits for an account has its transaction ID, so that nobody counts past its journal", async () => {
    await drawJournal();
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holder = inTransaction(database.pool, async (tx) => {
      await lockAccount(tx, books.tenant, wallet(8));
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const stuck = move(committer, [movement(books, wallet(8), wallet(9), 1n)]);
    const waiting = async () => {
      const { rows } = await database.pool.query(
        `select backend_xid is not null as "hasId" from pg_stat_activity
         where application_name = 'ledger-lane' and datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows;
    };
    try {
      await expect.poll(waiting).toEqual([{ hasId: true }]);
    } finally {
      released.resolve();
      await Promise.all([holder, stuck]);
    }
  });

  it("a terminated connection is opened again and nothing is lost or doubled", async () => {
    const before = await balanceOf(database.pool, wallet(10));
    const work = Array.from({ length: 40 }, async () => {
      for (let i = 0; i < 10; i += 1) await move(committer, [movement(books, wallet(10), wallet(11), 1n)]);
    });
    for (let i = 0; i < 5; i += 1) {
      await new Promise((resolve) => setTimeout(resolve, 15));
      await database.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ledger-lane' and datname = current_database()",
      );
    }
    await Promise.all(work);
    expect(await balanceOf(database.pool, wallet(10))).toBe(before - 400n);
  });

  it("an unreachable database refuses the queued postings, and nothing was done", async () => {
    const url = new URL(database.url);
    url.port = "1";
    const lost = createCommitter({ databaseUrl: url.href, clock, sign: testSign, giveUpSeconds: 0.1 });
    await expect(move(lost, [movement(books, wallet(8), wallet(9), 1n)])).rejects.toMatchObject({
      name: "LedgerUnavailable",
    });
    await lost.close();
  });
});

/** Draws until the next draw writes nothing to the log: one that does gives its transaction an ID. */
async function drawJournal(): Promise<void> {
  let unlogged = 0n;
  while (unlogged === 0n) {
    await database.pool.query("select nextval('journal_ids')");
    const { rows } = await database.pool.query<{ unlogged: bigint }>("select log_cnt as unlogged from journal_ids");
    unlogged = rows[0]?.unlogged ?? 0n;
  }
}

async function deadlocks(): Promise<bigint> {
  await database.pool.query("select pg_stat_force_next_flush()");
  const { rows } = await database.pool.query<{ deadlocks: bigint }>(
    "select deadlocks from pg_stat_database where datname = current_database()",
  );
  return rows[0]?.deadlocks ?? -1n;
}
