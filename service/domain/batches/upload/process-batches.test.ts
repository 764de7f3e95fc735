import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { isAcceptedItem } from "../../../db/batches/batch-items.ts";
import { claimBatch } from "../../../db/batches/batches-queue.ts";
import { acceptReceivingBatch } from "../../../db/batches/batches-receiving.ts";
import { inTransaction } from "../../../db/pool.ts";
import { testContext, testServices } from "../../../testing/context.ts";
import { uploadTestFile } from "../../../testing/csv/upload-file.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestMerchant, createTestWallet } from "../../../testing/factories.ts";
import { expectBooksToBalance } from "../../../testing/invariants.ts";
import type { Context, Services } from "../../context.ts";
import { fundMerchantWallet } from "../../merchant/fund-merchant-wallet.ts";
import { findBatchRules } from "../batch-rules.ts";
import { getBatch } from "../get-batch.ts";
import { moveItems } from "../move-items.ts";
import { processBatches } from "./process-batches.ts";
import { discardAbandonedUploads, discardUpload, receiveUpload } from "./receive-upload.ts";

const database = useTestDatabase({ connections: 20 });
let services: Services;

beforeAll(() => {
  services = testServices(database, { clock: { now: () => new Date() } });
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => services.committer.close());

/** A merchant with money and a customer; `line` is a row of a file that credits the customer. */
async function merchantWith(amount: number) {
  const merchant = await createTestMerchant(services);
  const ctx = testContext(services, { tenant: merchant.sandbox });
  await fundMerchantWallet(ctx, { amount });
  const { customerId } = await createTestWallet(ctx);
  return { ctx, customerId, line: (kobo: number) => `${customerId},${kobo}\n` };
}

function* fileOf(rows: number, line: string): Generator<string> {
  yield "customerId,amount\n";
  for (let i = 0; i < rows; i += 1) yield line;
}

/** One part of one batch. */
const onePart = () => processBatches(services, { forMs: 0 });
const all = () => processBatches(services, { forMs: 60_000 });

async function paidIn(ctx: Context): Promise<{ transactions: number; sum: bigint }> {
  const { rows } = await database.pool.query<{ transactions: number; sum: bigint }>(
    `select count(*)::int as transactions, coalesce(sum(amount), 0)::bigint as sum from transactions
     where tenant = $1 and batch is not null and status = 'success'`,
    [ctx.tenant.id],
  );
  return rows[0] ?? { transactions: 0, sum: 0n };
}

async function merchantBalance(ctx: Context): Promise<bigint> {
  const { rows } = await database.pool.query<{ balance: bigint }>(
    "select balance from accounts where tenant = $1 and kind = 'merchant'",
    [ctx.tenant.id],
  );
  return rows[0]?.balance ?? 0n;
}

describe("uploads in the worker", () => {
  it("are paid part by part, and the progress is exact after each", async () => {
    const { ctx, line } = await merchantWith(1_000_000);
    const batchId = await uploadTestFile(ctx, fileOf(3_200, line(10)));
    const seen: object[] = [];
    for (let i = 0; i < 4; i += 1) {
      seen.push(await getBatch(ctx, { batchId }), await paidIn(ctx));
      await onePart();
    }
    expect(seen).toMatchObject([
      { status: "pending", processed: 0 },
      { transactions: 0 },
      { status: "processing", processed: 1_500, accepted: 1_500 },
      { transactions: 1_500 },
      { status: "processing", processed: 3_000 },
      { transactions: 3_000 },
      { status: "completed", processed: 3_200, total: 3_200 },
      { transactions: 3_200 },
    ]);
  });

  it("of merchants take turns: a large one holds nobody up, and a merchant's own come in order", async () => {
    const [large, small] = [await merchantWith(1_000_000), await merchantWith(1_000)];
    const first = await uploadTestFile(large.ctx, fileOf(4_000, large.line(10)));
    const second = await uploadTestFile(large.ctx, fileOf(10, large.line(10)));
    const other = await uploadTestFile(small.ctx, fileOf(10, small.line(10)));
    await onePart();
    await onePart();
    expect(await getBatch(small.ctx, { batchId: other })).toMatchObject({ status: "completed" });
    expect(await getBatch(large.ctx, { batchId: first })).toMatchObject({ status: "processing" });
    expect(await getBatch(large.ctx, { batchId: second })).toMatchObject({ status: "pending" });
    await all();
    expect(await getBatch(large.ctx, { batchId: second })).toMatchObject({ status: "completed" });
  });

  it("are read once, whether one is paid alone or several take turns", async () => {
    const [one, other] = [await merchantWith(1_000_000), await merchantWith(1_000_000)];
    const queries = vi.spyOn(services.db, "query");
    const reads = () => {
      const names = queries.mock.calls.map(([query]) => (query as { name?: string }).name);
      queries.mockClear();
      return names.filter((name) => name === "find-pending-items").length;
    };
    await uploadTestFile(one.ctx, fileOf(6_100, one.line(10)));
    await all();
    expect(reads()).toBe(5);
    for (const { ctx, line } of [one, other]) await uploadTestFile(ctx, fileOf(4_000, line(10)));
    await all();
    expect(reads()).toBe(6);
    queries.mockRestore();
    expect(await paidIn(one.ctx)).toEqual({ transactions: 10_100, sum: 101_000n });
  });

  it("are paid once by concurrent workers", async () => {
    const merchants = [await merchantWith(1_000_000), await merchantWith(1_000_000)];
    const batches = await Promise.all(merchants.map(({ ctx, line }) => uploadTestFile(ctx, fileOf(4_000, line(10)))));
    while ((await Promise.all([all(), all(), all(), all()])).some(({ rows }) => rows > 0));
    for (const [index, { ctx }] of merchants.entries()) {
      expect(await getBatch(ctx, { batchId: batches[index] })).toMatchObject({ status: "completed", accepted: 4_000 });
      expect(await paidIn(ctx)).toEqual({ transactions: 4_000, sum: 40_000n });
    }
  });

  it("go on where a worker died, and what it still tries then is refused whole", async () => {
    const { ctx, customerId, line } = await merchantWith(100_000);
    const batchId = await uploadTestFile(ctx, fileOf(1_502, line(10)));
    const at = services.clock.now();
    const claimed = await claimBatch(services.db, at, new Date(at.getTime() + 10_000));
    expect(claimed).toMatchObject({ id: batchId, nextRow: 1 });
    expect(await all()).toEqual({ rows: 0, isBehind: false });
    await database.pool.query("update batches set leased_until = now() - interval '1 s' where id = $1", [batchId]);
    expect(await onePart()).toEqual({ rows: 1_500, isBehind: true });

    const item = { row: 1, id: services.ids.next(), customerId, walletId: null, accountNumber: null, amount: 10n };
    const part = {
      id: batchId,
      operation: "credit" as const,
      fromRow: 1,
      toRow: 1_501,
      items: [{ ...item, reference: null, narration: null, note: null, reason: null }],
      created: null,
    };
    const late = moveItems(ctx, part, { rules: await findBatchRules(ctx), answer: () => ({}), audit: () => [] });
    await expect(late).rejects.toThrow("division by zero");
    expect(await paidIn(ctx)).toEqual({ transactions: 1_500, sum: 15_000n });
    expect(await all()).toEqual({ rows: 2, isBehind: false });
    expect(await merchantBalance(ctx)).toBe(84_980n);
  });
});

describe("a file that arrives", () => {
  it.each([
    ["short rows", 100_000, "", 15_000],
    ["rows as long as a row may be", 400, "x".repeat(90_000), 40],
  ])("with %s is never held whole: the next are taken when the last were stored", async (_name, rows, more, most) => {
    const { ctx, customerId } = await merchantWith(10);
    const line = `${customerId},10,${more}\n`;
    let taken = 0;
    let mostAhead = 0;
    async function* pieces(): AsyncGenerator<Buffer> {
      yield Buffer.from("customerId,amount,note\n");
      const step = Math.ceil(rows / 100);
      for (; taken < rows; taken += step) {
        const { rows: stored } = await database.pool.query<{ n: number }>(
          "select count(*)::int as n from batch_items where tenant = $1",
          [ctx.tenant.id],
        );
        mostAhead = Math.max(mostAhead, taken - (stored[0]?.n ?? 0));
        yield Buffer.from(line.repeat(step));
      }
    }
    const staged = await receiveUpload(ctx, pieces());
    expect(staged.rows).toBe(rows);
    expect(mostAhead).toBeLessThan(most);
    await discardUpload(ctx, staged);
  });

  it("and breaks off leaves nothing, and what a dead process left is cleared away later", async () => {
    const { ctx, line } = await merchantWith(10);
    async function* cut(): AsyncGenerator<Buffer> {
      yield Buffer.from(`customerId,amount\n${line(10).repeat(12_000)}`);
      throw new Error("cut off");
    }
    await expect(receiveUpload(ctx, cut())).rejects.toThrow("cut off");
    const left =
      "select (select count(*) from batches where tenant = $1)::int as b, (select count(*) from batch_items where tenant = $1)::int as i";
    expect((await database.pool.query(left, [ctx.tenant.id])).rows).toEqual([{ b: 0, i: 0 }]);

    async function* whole(): AsyncGenerator<Buffer> {
      yield Buffer.from(`customerId,amount\n${line(10).repeat(3)}`);
    }
    await receiveUpload(ctx, whole());
    expect(await discardAbandonedUploads(services)).toBe(0);
    const later = { now: () => new Date(Date.now() + 3 * 3_600_000) };
    expect(await discardAbandonedUploads({ ...services, clock: later })).toBe(1);
    expect((await database.pool.query(left, [ctx.tenant.id])).rows).toEqual([{ b: 0, i: 0 }]);
  });
});

it("a file keeps its rows when the commit that accepts it ends after its connection was lost", async () => {
  const { ctx, line } = await merchantWith(100);
  async function* whole(): AsyncGenerator<Buffer> {
    yield Buffer.from(`customerId,amount\n${line(10).repeat(3)}`);
  }
  const staged = await receiveUpload(ctx, whole());
  const facts = { operation: "credit", status: "pending", total: 3, rejected: 0, amount: 30n } as const;
  const more = { reference: "UPL-LOST-COMMIT", approval: null, fileName: null, at: services.clock.now() };
  let discarded: Promise<void> | undefined;
  await inTransaction(services.db, async (tx) => {
    await acceptReceivingBatch(tx, ctx.tenant.id, staged.id, { ...facts, ...more });
    discarded = discardUpload(ctx, staged);
    await pause(300);
  });
  await discarded;
  await all();
  const { rows } = await database.pool.query("select status, accepted from batches where id = $1", [staged.id]);
  expect(rows).toEqual([{ status: "completed", accepted: 3 }]);
});

it("exactly the accepted amount leaves the merchant's wallet, for any file", async () => {
  const { ctx, line } = await merchantWith(100_000_000);
  const { customerId: second } = await createTestWallet(ctx);
  await database.pool.query("update tenant_settings set batch_item_fee = 7 where tenant = $1", [ctx.tenant.id]);
  const row = fc.oneof(
    fc.integer({ min: -5, max: 40_000_000 }).map(line),
    fc.integer({ min: 2, max: 9_999 }).map((kobo) => `${second},${kobo}\n`),
    fc.constantFrom("x,5\n", ",5\n", "0190a000-0000-7000-8000-000000000001,5\n", '"",""\n', "1,2,3\n"),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 40 }), async (rows) => {
      const before = await merchantBalance(ctx);
      const batchId = await uploadTestFile(ctx, ["customerId,amount\n", ...rows], {
        batchReference: services.ids.next(),
      });
      await all();
      const { rows: found } = await database.pool.query<{ n: number; sum: bigint }>(
        `select count(*)::int as n, coalesce(sum(i.amount), 0)::bigint as sum
         from batch_items i join batches b on b.id = i.batch where i.batch = $1 and ${isAcceptedItem}`,
        [batchId],
      );
      const { n = 0, sum = 0n } = found[0] ?? {};
      expect(before - (await merchantBalance(ctx))).toBe(sum + 7n * BigInt(n));
      expect(await getBatch(ctx, { batchId })).toMatchObject({
        total: rows.length,
        processed: rows.length,
        accepted: n,
      });
    }),
    { numRuns: 25 },
  );
});
