import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TEST_SECRETS_KEY, testContext, testServices } from "../../../testing/context.ts";
import { customerCells, customerFile } from "../../../testing/csv/customer-file.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestMerchant } from "../../../testing/factories.ts";
import type { Context } from "../../context.ts";
import { getWalletImport } from "./get-wallet-import.ts";
import { acceptWalletImport, receiveWalletImport } from "./receive-wallet-import.ts";

const ROUNDS = 10;
const ROWS = 6_000;
const database = useTestDatabase();
let ctx: Context;
let worker: ChildProcess | undefined;

beforeAll(async () => {
  const services = testServices(database, { clock: { now: () => new Date() } });
  ctx = testContext(services, { tenant: (await createTestMerchant(services)).sandbox });
});
afterAll(async () => {
  worker?.kill("SIGKILL");
  await ctx.committer.close();
});

function startWorker(): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, "../../../worker.ts")], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.runtime.url,
      SECRETS_KEY: TEST_SECRETS_KEY,
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

const count = async (sql: string): Promise<number> =>
  (await database.pool.query<{ n: number }>(`select count(*)::int as n from ${sql}`)).rows[0]?.n ?? 0;

it(`creates every row once although the worker is killed ${ROUNDS} times`, { timeout: 400_000 }, async () => {
  async function* file() {
    yield Buffer.from(customerFile(Array.from({ length: ROWS }, (_, index) => customerCells(index))));
  }
  const received = await receiveWalletImport(ctx, file());
  await acceptWalletImport(ctx, received, { sha256: "" });
  const state = () => getWalletImport(ctx, { batchId: received.id });
  const lost: number[] = [];

  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await count("customers");
    worker = startWorker();
    const exited = once(worker, "exit");
    await expect
      .poll(() => count("customers"), { timeout: 60_000, interval: 5 })
      .toBeGreaterThan(before + 40 + round * 9);
    worker.kill("SIGKILL");
    await exited;
    lost.push((await count("customers")) - (await state()).created);
    // Simulates an expired lease.
    await database.pool.query("update wallet_imports set leased_until = now()");
  }
  // The worker was killed mid-turn: customers existed whose results were not recorded.
  expect(Math.max(...lost)).toBeGreaterThan(0);
  worker = startWorker();
  await expect.poll(async () => (await state()).status, { timeout: 180_000, interval: 50 }).toBe("completed");

  expect(await state()).toMatchObject({ total: ROWS, processed: ROWS, created: ROWS, skipped: 0 });
  expect(await count("customers")).toBe(ROWS);
  expect(await count("wallets where customer_id is not null")).toBe(ROWS);
  expect(await count("outbox where kind = 'customer.created'")).toBe(ROWS);
  expect(await count("audit_log where action = 'wallet.create'")).toBe(ROWS);
  expect(await count("audit_log where action = 'wallet_import.finish'")).toBe(1);
  expect(await count("wallet_import_rows r join wallets w on w.customer_id = r.customer and w.id = r.wallet")).toBe(
    ROWS,
  );
});
