import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type EmbeddedPostgres, startPostgres } from "../scripts/postgres/embedded-postgres.ts";
import { findFreePort } from "../scripts/system/ports.ts";
import { makeTemporaryFolder } from "../scripts/system/temporary-folder.ts";
import { migrate } from "./db/migrate.ts";
import { moveName } from "./db/move-merchant.ts";
import { inTransaction, openPool, type Pool } from "./db/pool.ts";
import { fundMerchantWallet } from "./domain/merchant/fund-merchant-wallet.ts";
import type { CreatedMerchant } from "./domain/merchant/sign-up/create-merchant.ts";
import { TEST_SECRETS_KEY, testContext, testServices } from "./testing/context.ts";
import { createTestMerchant, createTestWallet, sandboxPrivateKey } from "./testing/factories.ts";
import { expectBooksToBalance } from "./testing/invariants.ts";
import {
  type CommandEnd,
  expectRefused,
  printedStep,
  startPlatformCommand,
} from "./testing/processes/platform-command.ts";
import { type ServiceProcess, startServiceProcess } from "./testing/processes/service-process.ts";
import { startWorkerProcess } from "./testing/processes/worker-process.ts";

// A move as its operator does it: the command line of docs/scaling.md, two servers, and a service that pays meanwhile.

const ROLE = "wallet_moving";
const folder = makeTemporaryFolder("move-commands-");

/** A server of PostgreSQL and the settings of the commands beside it. */
type Side = { server: EmbeddedPostgres; owner: Pool; env: Record<string, string>; runtimeUrl: string };
type Customer = { merchant: CreatedMerchant; email: string; key: string; customers: string[] };

let old: Side;
let next: Side;
let oldService: ServiceProcess;
let moving: Customer;
let staying: Customer;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  [old, next] = await Promise.all([openSide(0), openSide(1)]);
  const services = testServices({ pool: old.owner, url: old.server.url }, { clock: { now: () => new Date() } });
  moving = await openCustomer(services, "moving@test.example");
  staying = await openCustomer(services, "staying@test.example");
  await services.committer.close();
  oldService = await startServiceProcess(old.runtimeUrl, await findFreePort(), { env: serviceEnv });
  const worker = startWorkerProcess(old.runtimeUrl);
  closing.push(
    () => oldService.stop(),
    () => worker.stop(),
  );
}, 600_000);
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
});

const serviceEnv = { SECRETS_KEY: TEST_SECRETS_KEY };

async function openSide(number: number): Promise<Side> {
  const room = { max_wal_senders: "20", max_replication_slots: "20", max_worker_processes: "20" };
  const workers = { max_sync_workers_per_subscription: "8", max_logical_replication_workers: "10" };
  const settings = { fsync: "off", wal_level: "logical", wal_retrieve_retry_interval: "100ms", ...room, ...workers };
  const server = await startPostgres({ dataDir: join(folder, String(number)), settings });
  const owner = openPool({ url: server.url, max: 4, applicationName: "owner" });
  closing.push(async () => {
    await owner.end();
    await server.stop();
  });
  await owner.query(`create role ${ROLE} login password 'moving'`);
  const url = new URL(server.url);
  url.username = ROLE;
  url.password = "moving";
  const urls = { DATABASE_URL: url.href, DATABASE_OWNER_URL: server.url, DATABASE_NUMBER: String(number) };
  const env = { ...urls, ...serviceEnv, DATA_DIR: join(folder, `data-${number}`) };
  const side = { server, owner, env, runtimeUrl: url.href };
  expect(await run(side, "migrate")).toMatchObject({ code: 0, stderr: "" });
  return side;
}

async function openCustomer(services: ReturnType<typeof testServices>, email: string): Promise<Customer> {
  const owner = { email, password: "test-password", firstName: "Ada", lastName: "Obi" };
  const merchant = await createTestMerchant(services, { owner, canDebitCustomer: true });
  const ctx = testContext(services, { tenant: merchant.sandbox });
  await fundMerchantWallet(ctx, { amount: 100_000_000 });
  const customers = [await createTestWallet(ctx), await createTestWallet(ctx)].map(({ customerId }) => customerId);
  return { merchant, email, key: await sandboxPrivateKey(services, merchant), customers };
}

function run({ env }: Side, ...words: string[]): Promise<CommandEnd> {
  return startPlatformCommand(env, words).ended;
}

const move = (side: Side, ...words: string[]) => run(side, "move-merchant", ...words);

/** Credits a customer by key until it is refused. Returns the references that were acknowledged. */
function startPaying({ address }: ServiceProcess, { key, customers }: Customer, name: string) {
  const acknowledged: string[] = [];
  let isRunning = true;
  const loop = (async () => {
    for (let n = 0; isRunning; n += 1) {
      const reply = await credit(address, key, customers[n % 2] ?? "", `${name}-${n}`);
      if (reply.status !== 200) return;
      acknowledged.push(reply.reference);
      await sleep(20);
    }
  })();
  return {
    acknowledged,
    async stop(): Promise<string[]> {
      isRunning = false;
      await loop;
      return acknowledged;
    },
  };
}

async function credit(address: string, key: string, customerId: string, idempotencyKey: string) {
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "idempotency-key": idempotencyKey,
  };
  const body = JSON.stringify({ customerId, amount: 500 });
  const reply = await fetch(`${address}/v1/wallet/credit`, { method: "POST", headers, body });
  const { data } = (await reply.json()) as { data?: { reference: string } };
  return { status: reply.status, reference: data?.reference ?? "" };
}

/** What a move leaves on a server: publications, subscriptions, slots and policies. */
async function tracesOf({ owner }: Side): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select 'publication' as name from pg_publication union all select 'subscription' from pg_subscription
     union all select 'slot' from pg_replication_slots union all select distinct 'policies' from pg_policy where polname like 'move_%'
     order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Kills a command while it waits for a lock that this function holds on the accounts of `side`. */
async function killWhileWaiting(side: Side, words: readonly string[]): Promise<void> {
  await inTransaction(side.owner, async (holder) => {
    await holder.query("set local idle_in_transaction_session_timeout = 0; lock table accounts in access share mode");
    const command = startPlatformCommand(side.env, ["move-merchant", ...words]);
    // Of another connection: a transaction reads this view once.
    const waiting = () =>
      side.owner.query(
        "select from pg_stat_activity where application_name = 'wallet-move' and cardinality(pg_blocking_pids(pid)) > 0",
      );
    await expect.poll(async () => (await waiting()).rowCount, { timeout: 120_000 }).toBe(1);
    command.kill();
    expect((await command.ended).code).toBeNull();
  });
}

it("what does not fit is refused in one sentence, and nothing has changed", async () => {
  const id = moving.merchant.merchantId;
  const tenants = [moving.merchant.sandbox.id, moving.merchant.production.id].sort((a, b) => a - b).join(",");
  const unknown = "00000000-0000-4000-8000-000000000000";
  const { port } = next.server;
  const twinUrl = new URL("/twin", next.server.url).href;
  await next.owner.query("create database twin");
  const twin = openPool({ url: twinUrl, max: 2, applicationName: "twin" });
  await migrate(twin, { appliedAt: new Date(), runtimeRole: ROLE });
  await twin.end();

  await Promise.all([
    expectRefused(move(old), /^"" is not a step\. Use publish, receive, release or accept\.$/),
    expectRefused(move(old, "publish", unknown), /^There is no merchant with the ID 0{8}/),
    expectRefused(move(old, "release", id), "The merchant is not published."),
    expectRefused(move(next, "accept", id, tenants, "0000"), "This server does not receive the merchant."),
  ]);
  await Promise.all([
    expectRefused(
      move({ ...old, env: { ...old.env, DATABASE_OWNER_URL: "" } }, "publish", id),
      "Set DATABASE_OWNER_URL",
    ),
    expectRefused(move(next, "receive", id, tenants, old.server.url), "The merchant is not published."),
    expectRefused(move(next, "receive", id, "1,x", old.server.url), "as publish printed them"),
    expectRefused(move(next, "receive", id, tenants, "postgres://a:b@127.0.0.1:9/w"), "does not answer at that URL"),
  ]);
  expect([await tracesOf(old), await tracesOf(next)]).toEqual([[], []]);

  const published = await move(old, "publish", id);
  expect(published).toMatchObject({ code: 0, stderr: "" });
  expect(printedStep(published, "receive").slice(0, 3)).toEqual(["receive", id, tenants]);
  const receive = (side: Side, source = old.server.url, numbers = tenants) =>
    move(side, "receive", id, numbers, source);
  const withEnv = (env: Record<string, string>) => ({ ...next, env: { ...next.env, ...env } });
  await Promise.all([
    expectRefused(
      move(old, "publish", id),
      `published already. On the new server: move-merchant receive ${id} ${tenants}`,
    ),
    expectRefused(move(old, "release", id), "No server receives the merchant."),
    expectRefused(receive(old), "This server has the merchant already."),
    expectRefused(receive(next, next.server.url), "The URL leads to this server"),
  ]);
  await Promise.all([
    expectRefused(receive(withEnv({ DATABASE_OWNER_URL: twinUrl })), "Both databases have the same number"),
    expectRefused(
      receive(withEnv({ SECRETS_KEY: `1:${Buffer.alloc(32, 1).toString("base64")}` })),
      "SECRETS_KEY here does not open",
    ),
    expectRefused(receive(next, old.server.url, `${tenants},999`), `The merchant's tenants are ${tenants}`),
    expectRefused(
      receive(withEnv({ DATABASE_OWNER_URL: `postgres://wallet:wrong@127.0.0.1:${port}/wallet` })),
      /^PostgreSQL refused this step: password authentication failed/,
    ),
  ]);
  expect([await tracesOf(old), await tracesOf(next)]).toEqual([["publication"], []]);
}, 600_000);

it("the steps of docs/scaling.md move a merchant under payments, also when each is killed once and repeated", async () => {
  const { merchant, email } = moving;
  const id = merchant.merchantId;
  const payments = startPaying(oldService, moving, "moving");
  const others = startPaying(oldService, staying, "staying");
  const receive = [
    "receive",
    id,
    [merchant.sandbox.id, merchant.production.id].sort((a, b) => a - b).join(","),
    old.server.url,
  ];

  await killWhileWaiting(next, receive);
  expect(await tracesOf(next)).toEqual([]);
  expect(await move(next, ...receive)).toMatchObject({ code: 0, stderr: "" });
  await expect.poll(() => statesOfCopies(next), { timeout: 300_000, interval: 200 }).toEqual(["r"]);
  await Promise.all([
    expectRefused(move(next, ...receive), "This server receives the merchant already."),
    expectRefused(move(old, "release", id), "Suspend the merchant first"),
    expectRefused(move(next, "accept", ...receive.slice(1, 3), "0123456789abcdef"), "not those that were released"),
  ]);
  expect(await tracesOf(old)).toEqual(["publication", "slot"]);

  expect(await run(old, "suspend", email, "moves", "to", "another", "server")).toMatchObject({ code: 0 });
  const acknowledged = await payments.stop();
  expect(acknowledged.length).toBeGreaterThan(10);

  await next.owner.query(`alter subscription ${moveName({ merchantId: id })} disable`);
  await expect.poll(() => isSlotActive(old), { timeout: 60_000 }).toBe(false);
  await expectRefused(move(old, "release", id), "The new server does not follow at the moment");
  expect(await tracesOf(old)).toEqual(["publication", "slot"]);
  await next.owner.query(`alter subscription ${moveName({ merchantId: id })} enable`);
  await expect.poll(() => isSlotActive(old), { timeout: 60_000 }).toBe(true);

  await killWhileWaiting(old, ["release", id]);
  expect(await tracesOf(old)).toEqual(["publication", "slot"]);
  const released = await releaseWhenAddedUp(id);
  const again = await move(old, "release", id);
  expect(again).toEqual(released);
  const accept = printedStep(released, "accept");

  await expectRefused(move(next, "accept", id, "7", accept[3] ?? ""), "not those that were released");
  await killWhileWaiting(next, accept);
  // Its subscription has ended; the merchant is shown by the next run.
  expect(await tracesOf(next)).toEqual(["policies"]);
  const accepted = await move(next, ...accept);
  expect(accepted).toMatchObject({ code: 0, stderr: "" });
  await Promise.all([
    expectRefused(move(next, ...accept), "This server serves the merchant already."),
    expectRefused(move(old, "release", id), "No server receives the merchant."),
  ]);
  expect(await tracesOf(next)).toEqual([]);

  const nextService = await startServiceProcess(next.runtimeUrl, await findFreePort(), { env: serviceEnv });
  closing.push(() => nextService.stop());
  expect(await run(next, "verify-books")).toMatchObject({ code: 0, stdout: expect.stringContaining("are intact") });
  expect(await run(next, "resume", email)).toMatchObject({ code: 0 });
  await old.owner.query(accepted.stdout.split("On the old server: ")[1] ?? "");
  await expectRefused(move(old, "publish", id), "This server does not serve the merchant: it has moved away");
  expect((await others.stop()).length).toBeGreaterThan(acknowledged.length);

  // Each acknowledged payment is on the new server, with its stored answer; the old one neither pays nor knows the key.
  const { rows } = await next.owner.query("select from transactions where reference = any($1)", [acknowledged]);
  expect(rows).toHaveLength(acknowledged.length);
  const first = moving.customers[0] ?? "";
  expect(await credit(nextService.address, moving.key, first, "moving-0")).toEqual({
    status: 200,
    reference: acknowledged[0],
  });
  expect(await credit(nextService.address, moving.key, first, "after-the-move")).toMatchObject({ status: 200 });
  expect(await credit(oldService.address, moving.key, first, "too-late")).toMatchObject({ status: 401 });
  for (const { owner } of [old, next]) await expectBooksToBalance(owner);
}, 900_000);

async function statesOfCopies({ owner }: Side): Promise<string[]> {
  const { rows } = await owner.query<{ state: string }>(
    "select distinct srsubstate::text as state from pg_subscription_rel",
  );
  return rows.map(({ state }) => state);
}

async function isSlotActive({ owner }: Side): Promise<boolean | undefined> {
  const { rows } = await owner.query<{ active: boolean }>("select active from pg_replication_slots");
  return rows[0]?.active;
}

/** Repeats release until the worker has added up the last payments. */
async function releaseWhenAddedUp(id: string): Promise<CommandEnd> {
  for (;;) {
    const released = await move(old, "release", id);
    if (released.code === 0) return released;
    await expectRefused(Promise.resolve(released), "The worker has not added up the merchant's last payments yet");
    await sleep(1_000);
  }
}
