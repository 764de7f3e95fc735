import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type EmbeddedPostgres, startPostgres } from "../../../../scripts/postgres/embedded-postgres.ts";
import { makeTemporaryFolder } from "../../../../scripts/system/temporary-folder.ts";
import { isAcceptedItem } from "../../../db/batches/batch-items.ts";
import { testContext, testServices } from "../../../testing/context.ts";
import { uploadTestFile } from "../../../testing/csv/upload-file.ts";
import { expectBooksToBalance } from "../../../testing/invariants.ts";
import { type HttpHarness, openHttpHarness } from "../../../testing/processes/http-harness.ts";
import { startWorkerProcess } from "../../../testing/processes/worker-process.ts";
import type { Context, Services } from "../../context.ts";
import { fundMerchantWallet } from "../../merchant/fund-merchant-wallet.ts";

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 2);
const ROWS_PER_ROUND = 12_000;
const CUSTOMERS = 50;
const folder = makeTemporaryFolder("batch-crash-");

// A server of its own, with real fsync: what a killed worker had committed must be on the disk.
let postgres: EmbeddedPostgres;
let harness: HttpHarness;
let services: Services;
let ctx: Context;

beforeAll(async () => {
  postgres = await startPostgres({ dataDir: join(folder, "data") });
  harness = await openHttpHarness(postgres.url, { wallets: CUSTOMERS, each: 2n });
  services = testServices({ pool: harness.pool, url: postgres.url }, { clock: { now: () => new Date() } });
  const { rows } = await harness.pool.query<{ merchantId: string }>(
    `select merchant_id as "merchantId" from tenants where id = $1`,
    [harness.tenant],
  );
  const merchantId = rows[0]?.merchantId ?? "";
  ctx = testContext(services, { tenant: { id: harness.tenant, merchantId, mode: "SANDBOX" } });
});
afterAll(async () => {
  await services.committer.close();
  await harness.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

it(
  `a worker that is killed in ${ROUNDS} places of an upload pays every row exactly once`,
  async () => {
    const rows = ROUNDS * ROWS_PER_ROUND;
    await fundMerchantWallet(ctx, { amount: rows * 10 });
    const batch = await uploadTestFile(ctx, fileOf(rows));
    const kills: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const worker = startWorkerProcess(postgres.url);
      await reached(batch, Math.floor((rows * (round - 0.7)) / ROUNDS));
      await sleep(Math.random() * 120);
      await worker.kill();
      kills.push(await processedOf(batch));
      // As if the time had passed that a dead worker's part is held for.
      await harness.pool.query("update batches set leased_until = null where id = $1", [batch]);
    }
    const worker = startWorkerProcess(postgres.url);
    await reached(batch, rows);
    await worker.stop();

    process.stdout.write(`kill -9 of the worker after ${kills.join(", ")} of ${rows} rows\n`);
    expect(kills.some((processed) => processed > 0 && processed < rows)).toBe(true);
    expect(await damageOf(batch)).toEqual({ rows, paid: rows, transactions: rows, strangers: 0 });
    const { rows: found } = await harness.pool.query("select status, accepted, rejected from batches where id = $1", [
      batch,
    ]);
    expect(found[0]).toEqual({ status: "completed", accepted: rows, rejected: 0 });
    expect(await wronglyPaid(rows)).toEqual([]);
    await expectBooksToBalance(harness.pool);
  },
  180_000 + ROUNDS * 30_000,
);

function* fileOf(rows: number): Generator<string> {
  yield "customerId,amount\n";
  for (let i = 0; i < rows; i += 1) yield `${harness.customers[i % CUSTOMERS]},10\n`;
}

async function processedOf(batch: string): Promise<number> {
  const { rows } = await harness.pool.query<{ processed: number }>(
    "select accepted + rejected as processed from batches where id = $1",
    [batch],
  );
  return rows[0]?.processed ?? 0;
}

async function reached(batch: string, wanted: number): Promise<void> {
  while ((await processedOf(batch)) < wanted) await sleep(5);
}

/** Rows, those that say they were paid, transactions of the batch, and those among them that no row names. */
async function damageOf(batch: string): Promise<object | undefined> {
  const { rows } = await harness.pool.query<Record<string, number>>(
    `select count(i.row)::int as rows, (count(*) filter (where i.is_accepted))::int as paid,
       count(t.id)::int as transactions, (count(*) filter (where i.row is null))::int as strangers
     from (select i.*, ${isAcceptedItem} as is_accepted from batch_items i join batches b on b.id = i.batch where i.batch = $1) i
     full join (select * from transactions where batch = $1) t on t.tenant = i.tenant and t.id = i.id`,
    [batch],
  );
  return rows[0];
}

async function wronglyPaid(rows: number): Promise<object[]> {
  const expected = 2 + (rows / CUSTOMERS) * 10;
  const { rows: wrong } = await harness.pool.query(
    "select id, balance from accounts where tenant = $1 and kind = 'wallet' and balance <> $2",
    [harness.tenant, expected],
  );
  return wrong;
}
