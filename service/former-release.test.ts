import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findFreePort } from "../scripts/system/ports.ts";
import { makeTemporaryFolder } from "../scripts/system/temporary-folder.ts";
import type { Services } from "./domain/context.ts";
import { sealBooks } from "./domain/transactions/seals/seal-books.ts";
import { verifyAllSeals } from "./domain/transactions/seals/verify-books.ts";
import { verifyLedger } from "./domain/transactions/verify-ledger.ts";
import { TEST_SECRETS_KEY, testServices } from "./testing/context.ts";
import { useTestDatabase } from "./testing/database.ts";
import { createTestMerchant, sandboxPrivateKey } from "./testing/factories.ts";
import { expectBooksToBalance } from "./testing/invariants.ts";
import { extractFormerRelease, whyNoFormerRelease } from "./testing/processes/former-release.ts";
import { type ServiceProcess, startServiceProcess } from "./testing/processes/service-process.ts";
import { untilDelivered } from "./testing/processes/transfer-load.ts";
import { startWorkerProcess, type WorkerProcess } from "./testing/processes/worker-process.ts";
import { expectEventsToMatchRecords } from "./testing/webhooks/event-invariants.ts";
import { openReceiver, type Receiver } from "./testing/webhooks/receiver.ts";

// The former release on the tables of this one, as in a restart without failed requests (docs/operations.md). Where its sources are not
// at hand, `npm run check` still plans its statements on these tables. Decision 0163.

const missing = whyNoFormerRelease();
if (missing) process.stderr.write(`The former release does not run here: ${missing}.\n`);
const database = useTestDatabase();
const env = { SECRETS_KEY: TEST_SECRETS_KEY };

type Merchant = { tenant: number; key: string; path: string };
let folder: string;
let services: Services;
let receiver: Receiver;
let former: ServiceProcess;
let present: ServiceProcess;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  if (missing) return;
  services = testServices(database, { clock: { now: () => new Date() } });
  receiver = await openReceiver();
  closing.push(
    () => services.committer.close(),
    () => receiver.close(),
  );
  folder = makeTemporaryFolder("former-release-");
  closing.push(async () => rmSync(folder, { recursive: true, force: true }));
  extractFormerRelease(folder);
  former = await startServiceProcess(database.runtime.url, await findFreePort(), { env, root: folder });
  closing.push(() => former.stop());
}, 600_000);
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

async function openMerchant(name: string): Promise<Merchant> {
  const merchant = await createTestMerchant(services, { canDebitCustomer: true });
  const { id: tenant } = merchant.sandbox;
  // A callback has no limit of deliveries a minute.
  await database.pool.query("update tenant_settings set callback_url = $2 where tenant = $1", [
    tenant,
    receiver.url(`/${name}`),
  ]);
  return { tenant, key: await sandboxPrivateKey(services, merchant), path: `/${name}` };
}

type Reply = { status: number; body: Record<string, unknown> & { data?: Record<string, unknown> } };

async function call(
  { address }: ServiceProcess,
  { key }: Merchant,
  [method, path]: [string, string],
  { body, idempotencyKey }: { body?: object; idempotencyKey?: string } = {},
): Promise<Reply> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body && { "content-type": "application/json" }),
    ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
  };
  const reply = await fetch(`${address}/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: reply.status, body: (await reply.json()) as Reply["body"] };
}

async function expectDone(reply: Promise<Reply>, status = 200): Promise<Reply["body"]> {
  const { status: found, body } = await reply;
  expect(found, JSON.stringify(body)).toBe(status);
  return body;
}

let customers = 0;

async function createCustomer(service: ServiceProcess, merchant: Merchant): Promise<string> {
  customers += 1;
  const n = String(customers).padStart(7, "0");
  const names = { firstName: "Chidi", lastName: "Okafor", dateOfBirth: "1990-05-16" };
  const body = { ...names, phoneNumber: `0810${n}`, bvn: `22${n}55` };
  const reply = (await expectDone(call(service, merchant, ["POST", "/wallet"], { body }), 201)) as {
    wallet: { customerId: string };
  };
  return reply.wallet.customerId;
}

/** The main ways of money over HTTP, through one process. Returns its customers and the first reply of a transfer by key. */
async function useProduct(service: ServiceProcess, merchant: Merchant, name: string) {
  const post = (path: string, body: object, idempotencyKey?: string) =>
    call(service, merchant, ["POST", path], { body, ...(idempotencyKey && { idempotencyKey }) });
  await expectDone(post("/merchant/fund-wallet", { amount: 10_000_000 }));
  const from = await createCustomer(service, merchant);
  const to = await createCustomer(service, merchant);
  await expectDone(post("/wallet/credit", { customerId: from, amount: 50_000 }));
  await expectDone(post("/wallet/debit", { customerId: from, amount: 1_000 }));
  const transfer = { fromCustomerId: from, toCustomerId: to, amount: 2_000 };
  const first = await expectDone(post("/transfer/wallet", transfer, `${name}-transfer`));
  expect(await expectDone(post("/transfer/wallet", transfer, `${name}-transfer`))).toEqual(first);
  const transactions = [from, to].map((customerId, n) => ({
    customerId,
    amount: 700,
    reference: `${name}-item-${n}-00`,
  }));
  const batch = await expectDone(
    post("/wallet/batch-credit-customer-wallet", { transactions, batchReference: `${name}-batch-00` }),
  );
  expect(batch.data).toMatchObject({ accepted: [{}, {}], rejected: [] });

  const get = (path: string) => expectDone(call(service, merchant, ["GET", path]));
  const wallet = (await get(`/wallet/customer?customerId=${from}`)) as { wallet: { availableBalance: number } };
  expect(wallet.wallet.availableBalance).toBeLessThanOrEqual(50_000 - 1_000 - 2_000 + 700);
  const listed = await get(`/transaction/customer?customerId=${from}`);
  expect(JSON.stringify(listed)).toContain(String(first.data?.reference));
  const { statement } = (await get(`/transaction/statement?customerId=${from}`)) as { statement: Statement };
  expect(statement.openingBalance + statement.totalIn - statement.totalOut).toBe(wallet.wallet.availableBalance);
  expect(statement.rows).toBeGreaterThan(3);
  return { transfer, key: `${name}-transfer`, first };
}

type Statement = { openingBalance: number; totalIn: number; totalOut: number; rows: number };

/** Credits customers of both merchants together, in turn, until one commit has journals of both. */
async function untilFlushOfBoth(
  service: ServiceProcess,
  pairs: readonly (readonly [Merchant, string])[],
): Promise<void> {
  for (let round = 0; round < 50; round += 1) {
    const inTurn = Array.from({ length: 8 }, () => pairs).flat();
    await Promise.all(
      inTurn.map(([merchant, customerId]) =>
        expectDone(call(service, merchant, ["POST", "/wallet/credit"], { body: { customerId, amount: 10 } })),
      ),
    );
    const { rowCount } = await database.pool.query("select id from journals group by id having count(*) > 1 limit 1");
    if (rowCount) return;
  }
  throw new Error("no flush had postings of both merchants");
}

it.skipIf(missing)(
  "the former release pays, lists and delivers on the tables of this one, beside it and until it has gone",
  async () => {
    const one = await openMerchant("one");
    const other = await openMerchant("other");
    // Migrated, and nothing restarted yet.
    let worker = startWorker(folder);
    await useProduct(former, one, "alone");
    await untilAllIsDelivered(one);

    // Then one of two service processes.
    present = await startServiceProcess(database.runtime.url, await findFreePort(), { env });
    closing.push(() => present.stop());
    const [byFormer, byPresent] = await Promise.all([
      useProduct(former, one, "former"),
      useProduct(present, one, "present"),
    ]);
    const repeat = (service: ServiceProcess, { transfer, key }: typeof byFormer) =>
      call(service, one, ["POST", "/transfer/wallet"], { body: transfer, idempotencyKey: key });
    const paid = await countTransactions();
    expect(await expectDone(repeat(present, byFormer))).toEqual(byFormer.first);
    expect(await expectDone(repeat(former, byPresent))).toEqual(byPresent.first);
    expect(await expectDone(repeat(present, byPresent))).toEqual(byPresent.first);
    expect(await countTransactions()).toBe(paid);
    await untilAllIsDelivered(one);

    // A worker of the former release beside the service of this one.
    expect(await worker.stop()).toBe(0);
    worker = startWorker(folder);
    await useProduct(present, one, "beside");
    await untilAllIsDelivered(one);

    // A flush of several merchants: their events wait for the worker of this release, and are then delivered once.
    const byOther = await useProduct(present, other, "others");
    await untilFlushOfBoth(present, [
      [one, byPresent.transfer.fromCustomerId],
      [other, byOther.transfer.fromCustomerId],
    ]);
    expect(await worker.stop()).toBe(0);
    startWorker();
    await useProduct(former, other, "last");
    await former.stop();
    for (const merchant of [one, other]) await untilAllIsDelivered(merchant);

    await expectBooksToBalance(database.pool);
    expect(await verifyLedger(services, { full: true })).toMatchObject({ wrong: [] });
    await expect.poll(isSealed, { timeout: 120_000, interval: 500 }).toBe(true);
    expect((await verifyAllSeals(services)).problems).toEqual([]);
  },
  600_000,
);

/** A worker of this release, or of the one in the folder `root`. */
function startWorker(root?: string): WorkerProcess {
  const worker = startWorkerProcess(database.runtime.url, {}, "inherit", root);
  closing.push(() => worker.stop());
  return worker;
}

/** Waits until nothing is left to send, and expects each event of the merchant once in the database and at its receiver. */
async function untilAllIsDelivered({ tenant, path }: Merchant): Promise<void> {
  await untilDelivered(database.pool, 120_000);
  await expectEventsToMatchRecords(database.pool, tenant);
  const ids = receiver.received(path).map(({ headers }) => headers["x-webhook-event-id"]);
  const { rows } = await database.pool.query<{ id: string }>("select id from webhook_events where tenant = $1", [
    tenant,
  ]);
  expect(rows.length).toBeGreaterThan(10);
  expect(new Set(ids)).toEqual(new Set(rows.map(({ id }) => id)));
}

async function countTransactions(): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>("select count(*)::int as n from transactions");
  return rows[0]?.n ?? 0;
}

async function isSealed(): Promise<boolean> {
  await sealBooks(services);
  const { rowCount } = await database.pool.query(
    "select from journals having max(id) <= (select max(journals_through) from book_seals)",
  );
  return rowCount === 1;
}
