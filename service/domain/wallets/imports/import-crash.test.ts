import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TEST_SECRETS_KEY, testContext, testServices } from "../../../testing/context.ts";
import { customerCells, customerFile } from "../../../testing/csv/customer-file.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestMerchant } from "../../../testing/factories.ts";
import type { Services } from "../../context.ts";
import { fundMerchantWallet } from "../../merchant/fund-merchant-wallet.ts";
import { getWalletImport } from "./get-wallet-import.ts";
import { acceptWalletImport, receiveWalletImport } from "./receive-wallet-import.ts";

const FEE = 500n;
const database = useTestDatabase();
let services: Services;
let worker: ChildProcess | undefined;

beforeAll(async () => {
  services = testServices(database, { clock: { now: () => new Date() } });
});
afterAll(async () => {
  worker?.kill("SIGKILL");
  await services.committer.close();
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

/** Has a new merchant's file of `rows` customers processed by workers, `rounds` of which are killed in the middle. */
async function importWithCrashes({ rows, rounds, fee }: { rows: number; rounds: number; fee: bigint }) {
  const merchant = await createTestMerchant(services);
  const ctx = testContext(services, { tenant: merchant.sandbox });
  await database.pool.query("update tenant_settings set wallet_creation_fee = $2 where tenant = $1", [
    ctx.tenant.id,
    fee,
  ]);
  if (fee > 0n) await fundMerchantWallet(ctx, { amount: Number(fee) * rows });
  const count = async (sql: string): Promise<number> => {
    const text = `select count(*)::int as n from ${sql} ${sql.includes("where") ? "and" : "where"} tenant = ${ctx.tenant.id}`;
    return (await database.pool.query<{ n: number }>(text)).rows[0]?.n ?? 0;
  };
  async function* file() {
    yield Buffer.from(customerFile(Array.from({ length: rows }, (_, index) => customerCells(index))));
  }
  const received = await receiveWalletImport(ctx, file());
  await acceptWalletImport(ctx, received, { sha256: "" });
  const state = () => getWalletImport(ctx, { batchId: received.id });
  const unrecorded: number[] = [];

  for (let round = 0; round < rounds; round += 1) {
    const before = await count("customers");
    worker = startWorker();
    const exited = once(worker, "exit");
    await expect
      .poll(() => count("customers"), { timeout: 60_000, interval: 5 })
      .toBeGreaterThan(before + 40 + round * 9);
    worker.kill("SIGKILL");
    await exited;
    unrecorded.push((await count("customers")) - (await state()).created);
    expect(await state()).toMatchObject({ status: "processing" });
    // Simulates an expired lease.
    await database.pool.query("update wallet_imports set leased_until = now()");
  }
  worker = startWorker();
  await expect.poll(async () => (await state()).status, { timeout: 180_000, interval: 50 }).toBe("completed");
  const stopped = once(worker, "exit");
  worker.kill("SIGKILL");
  await stopped;

  expect(await state()).toMatchObject({ total: rows, processed: rows, created: rows, skipped: 0 });
  expect(await count("customers")).toBe(rows);
  expect(await count("wallets where customer_id is not null")).toBe(rows);
  expect(await count("outbox where kind = 'customer.created'")).toBe(rows);
  expect(await count("audit_log where action = 'wallet.create'")).toBe(rows);
  expect(await count("audit_log where action = 'wallet_import.finish'")).toBe(1);
  expect(await count("transactions where kind = 'reservation'")).toBe(fee > 0n ? rows : 0);
  const { rows: paired } = await database.pool.query(
    "select from wallet_import_rows r join wallets w on w.customer_id = r.customer and w.id = r.wallet where r.tenant = $1",
    [ctx.tenant.id],
  );
  expect(paired).toHaveLength(rows);
  return unrecorded;
}

it("creates every row once and with its result although the worker is killed 10 times", {
  timeout: 400_000,
}, async () => {
  const unrecorded = await importWithCrashes({ rows: 6_000, rounds: 10, fee: 0n });
  expect(unrecorded).toEqual(Array.from({ length: 10 }, () => 0));
});

it("charges the fee of every row once although customers are committed before their results", {
  timeout: 400_000,
}, async () => {
  const unrecorded = await importWithCrashes({ rows: 1_500, rounds: 5, fee: FEE });
  // The worker was killed mid-turn: customers existed whose results were not recorded.
  expect(Math.max(...unrecorded)).toBeGreaterThan(0);
});
