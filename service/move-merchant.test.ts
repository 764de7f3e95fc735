import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type EmbeddedPostgres, startPostgres } from "../scripts/postgres/embedded-postgres.ts";
import { makeTemporaryFolder } from "../scripts/system/temporary-folder.ts";
import { moveMerchant } from "./commands/move-merchant.ts";
import { findBooks } from "./db/ledger/accounts.ts";
import { migrate } from "./db/migrate.ts";
import { findMover, isFollowing } from "./db/move-merchant.ts";
import { inTransaction, openPool, type Pool } from "./db/pool.ts";
import type { Services } from "./domain/context.ts";
import { foldActivity } from "./domain/insights/fold-activity.ts";
import { foldRollups } from "./domain/merchant/analytics/fold-rollups.ts";
import { resumeMerchant, suspendMerchant } from "./domain/merchant/settings/suspend-merchant.ts";
import type { CreatedMerchant } from "./domain/merchant/sign-up/create-merchant.ts";
import { pullSettlements } from "./domain/reconciliation/pull-settlements.ts";
import { sealBooks } from "./domain/transactions/seals/seal-books.ts";
import { verifyAllSeals } from "./domain/transactions/seals/verify-books.ts";
import { verifyLedger } from "./domain/transactions/verify-ledger.ts";
import { createSandboxRail } from "./providers/rails/create-rails.ts";
import { testContext, testServices } from "./testing/context.ts";
import { createTestMerchant, createTestWallet } from "./testing/factories.ts";
import { expectBooksToBalance } from "./testing/invariants.ts";
import { fundWallets, move, movement, type TestBooks } from "./testing/ledger/books.ts";
import { TEST_BANK_SECRETS } from "./testing/sandbox-bank.ts";

const ROLE = "wallet_moving";
const folder = makeTemporaryFolder("move-");

/** A server with its own numbers, its owner, and the service as its own role. */
type Side = { server: EmbeddedPostgres; owner: Pool; runtime: Pool; services: Services; lines: string[] };
const sides: Side[] = [];

beforeAll(async () => {
  for (const number of [0, 1]) sides.push(await openSide(number));
}, 120_000);
afterAll(async () => {
  for (const { services, runtime, owner, server } of sides) {
    await services.committer.close();
    await Promise.all([runtime.end(), owner.end()]);
    await server.stop();
  }
  rmSync(folder, { recursive: true, force: true });
});

async function openSide(number: number): Promise<Side> {
  // Copies eight tables at a time; docs/scaling.md names the settings of a real server.
  const workers = {
    max_sync_workers_per_subscription: "8",
    max_logical_replication_workers: "10",
    max_worker_processes: "20",
  };
  const senders = { max_wal_senders: "20", max_replication_slots: "20", wal_retrieve_retry_interval: "100ms" };
  const settings = { fsync: "off", wal_level: "logical", ...workers, ...senders };
  const server = await startPostgres({ dataDir: join(folder, String(number)), settings });
  const owner = openPool({ url: server.url, max: 4, applicationName: "owner" });
  await owner.query(`create role ${ROLE} login password 'moving'`);
  await migrate(owner, { appliedAt: new Date(), runtimeRole: ROLE, databaseNumber: number });
  const url = new URL(server.url);
  url.username = ROLE;
  url.password = "moving";
  const runtime = openPool({ url: url.href, max: 8, applicationName: "service" });
  const clock = { now: () => new Date() };
  const database = { pool: owner, url: server.url, runtime: { pool: runtime, url: url.href } };
  return { server, owner, runtime, services: testServices(database, { clock }), lines: [] };
}

async function booksOf({ owner }: Side, { sandbox }: CreatedMerchant): Promise<TestBooks> {
  const books = await findBooks(owner, sandbox.id);
  const { rows } = await owner.query<{ id: bigint }>(
    "select account_id as id from wallets where tenant = $1 and customer_id is not null order by account_id",
    [sandbox.id],
  );
  if (!books) throw new Error("the merchant has no books");
  const { merchantAccountId: merchant, fundingAccountId: funding } = books;
  return { tenant: sandbox.id, merchant, funding, wallets: rows.map(({ id }) => id) };
}

/** A merchant with three customers who have 1,000,000 kobo each. */
async function openMerchant(side: Side): Promise<{ merchant: CreatedMerchant; books: TestBooks }> {
  const merchant = await createTestMerchant(side.services);
  for (let n = 0; n < 3; n += 1) await createTestWallet(testContext(side.services, { tenant: merchant.sandbox }));
  const books = await booksOf(side, merchant);
  await fundWallets(side.services.committer, books, 1_000_000n);
  return { merchant, books };
}

/** Pays from wallet to wallet until it is stopped or refused. Returns the IDs of what was acknowledged. */
function startPaying({ services }: Side, books: TestBooks) {
  const acknowledged: string[] = [];
  let isRunning = true;
  const loop = (async () => {
    for (let n = 0; isRunning; n += 1) {
      const [source = 0n, destination = 0n] = [0, 1].map((next) => books.wallets[(n + next) % books.wallets.length]);
      const one = movement(books, source, destination, BigInt(1 + (n % 7)));
      const decision = await move(services.committer, [one]).catch(() => undefined);
      if (decision?.kind !== "decided" || !decision.outcomes[0]?.posted) return;
      acknowledged.push(one.id);
      await sleep(10);
    }
  })();
  return {
    async stop(): Promise<string[]> {
      isRunning = false;
      await loop;
      return acknowledged;
    },
  };
}

const command = ({ owner, lines, services: { providers } }: Side, ...words: string[]) =>
  moveMerchant.run(
    { owner, runtimeRole: ROLE, secrets: providers.secrets, print: (line) => void lines.push(line) },
    words,
  );

/** The arguments that a step printed for the next one. */
function printed({ lines }: Side, step: string): string[] {
  const line = lines.findLast((one) => one.includes(`move-merchant ${step}`));
  return line?.trim().split(" ").slice(2) ?? [];
}

async function balancesOf({ owner }: Side, tenants: readonly number[]) {
  const { rows } = await owner.query(
    "select tenant, id, kind, balance, seq from accounts where tenant = any($1::int[]) order by tenant, id",
    [tenants],
  );
  return rows;
}

/** Releases the merchant as soon as what the worker does has added up its journals. */
async function release(side: Side, id: string): Promise<void> {
  for (;;) {
    await foldRollups(side.services);
    await foldActivity(side.services);
    const refused = await command(side, "release", id).then(
      () => null,
      (error: Error) => error,
    );
    if (!refused) return;
    if (!refused.message.startsWith("The worker has not added up")) throw refused;
  }
}

async function sealAll({ services, owner }: Side): Promise<void> {
  const isSealed = async () => {
    const { rows } = await owner.query<{ isSealed: boolean }>(
      `select coalesce((select max(journals_through) from book_seals), 0) >= j.last_value as "isSealed" from journal_ids j`,
    );
    return rows[0]?.isSealed;
  };
  while (!(await isSealed())) await sealBooks(services);
}

/** Takes a settlement file with a line for each customer's wallet of these tenants. */
async function pullFile({ owner, services }: Side, tenants: readonly number[]) {
  const { rows } = await owner.query<{ number: string }>(
    "select account_number as number from wallets where tenant = any($1::int[]) and customer_id is not null",
    [tenants],
  );
  async function* file() {
    yield Buffer.from("session_id,direction,amount,status,time,account_number\n");
    for (const [n, { number }] of rows.entries()) {
      yield Buffer.from(`PULLED${n},in,50,succeeded,2026-01-01T10:00:00Z,${number}\n`);
    }
  }
  const bank = createSandboxRail({ url: "http://127.0.0.1:9", ...TEST_BANK_SECRETS });
  const rails = { SANDBOX: [{ ...bank, settlementFile: async () => file() }], PRODUCTION: [] };
  try {
    return await pullSettlements({ ...services, providers: { ...services.providers, rails } });
  } finally {
    await bank.close();
  }
}

it("a merchant moves to another server while it and others are paid: nothing is lost, and both books are proven", async () => {
  const [old, next] = sides;
  if (!old || !next) throw new Error("there are two servers");
  const moving = await openMerchant(old);
  const staying = await openMerchant(old);
  const resident = await openMerchant(next);
  const id = moving.merchant.merchantId;
  const mover = await findMover(old.owner, id);
  if (!mover) throw new Error("the merchant is there");
  await verifyLedger(old.services);
  const payments = startPaying(old, moving.books);
  const others = [startPaying(old, staying.books), startPaying(next, resident.books)];

  await command(old, "publish", id);
  const [, tenants = ""] = printed(old, "receive");
  await command(next, "receive", id, tenants, old.server.url);
  await expect.poll(() => isFollowing(next.owner, mover), { timeout: 90_000 }).toBe(true);
  // The new server's service sees nothing of it yet.
  const seen = await next.runtime.query("select from accounts where tenant = $1", [moving.books.tenant]);
  expect(seen.rowCount).toBe(0);
  await expect(command(old, "release", id)).rejects.toThrow("Suspend the merchant first");

  await suspendMerchant(testContext(old.services, { tenant: moving.merchant.sandbox }), "moves to another server");
  const acknowledged = await payments.stop();
  await expect(command(next, "accept", id, tenants, "0000")).rejects.toThrow(
    "The rows here are not those that were released",
  );
  await release(old, id);
  await command(next, ...["accept", ...printed(old, "accept")]);
  const paid = await Promise.all(others.map((one) => one.stop()));
  expect(paid.every(({ length }) => length > 0)).toBe(true);

  // Nothing is lost: the books are equal, and every acknowledged payment is there.
  expect(await balancesOf(next, mover.tenants)).toEqual(await balancesOf(old, mover.tenants));
  expect(acknowledged.length).toBeGreaterThan(20);
  const arrived = await next.owner.query("select from transactions where tenant = $1 and id = any($2::uuid[])", [
    moving.books.tenant,
    acknowledged,
  ]);
  expect(arrived.rowCount).toBe(acknowledged.length);

  // The old server cannot pay for it any more; the new one can, under numbers of its own.
  const [from = 0n, to = 0n] = moving.books.wallets;
  await expect(move(old.services.committer, [movement(moving.books, from, to, 1n)])).rejects.toThrow();
  const arrivedCtx = testContext(next.services, { tenant: moving.merchant.sandbox });
  await resumeMerchant(arrivedCtx);
  const { accountNumber } = await createTestWallet(arrivedCtx);
  expect(accountNumber).toMatch(/^6000000/);
  const decision = await move(next.services.committer, [movement(moving.books, from, to, 500n)]);
  expect(decision).toMatchObject({ outcomes: [{ posted: true }] });

  for (const side of [old, next]) {
    await sealAll(side);
    await expectBooksToBalance(side.owner);
    const asOwner = { ...side.services, db: side.owner };
    expect(await verifyLedger(asOwner, { full: true })).toMatchObject({ wrong: [] });
    expect((await verifyAllSeals(asOwner)).problems).toEqual([]);
  }
  // Also as the service of the old server, which does not see the merchant: its chain still has every row.
  expect((await verifyAllSeals(old.services)).problems).toEqual([]);
  // Its worker goes on verifying the others, and takes their lines of the bank's file.
  expect(await verifyLedger(old.services)).toMatchObject({ wrong: [] });
  expect(await pullFile(old, [moving.books.tenant, staying.books.tenant])).toMatchObject([
    { files: 1, lines: 6, unowned: 0 },
  ]);

  // What moved is still protected by its codes.
  await inTransaction(next.owner, async (tx) => {
    await tx.query("set local session_replication_role = replica");
    await tx.query("update entries set at = at + interval '1 s' where tenant = $1 and transaction = $2", [
      moving.books.tenant,
      acknowledged[0],
    ]);
  });
  const found = (await verifyAllSeals({ ...next.services, db: next.owner })).problems;
  const changed = { seal: 0, row: "entry", tenant: moving.books.tenant, found: "changed" };
  expect(found).toEqual([expect.objectContaining(changed), expect.objectContaining(changed)]);
});
