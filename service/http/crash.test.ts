import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EmbeddedPostgres, startPostgres } from "../../scripts/postgres/embedded-postgres.ts";
import { findFreePort } from "../../scripts/system/ports.ts";
import { makeTemporaryFolder } from "../../scripts/system/temporary-folder.ts";
import { openPool } from "../db/pool.ts";
import { expectBooksToBalance } from "../testing/invariants.ts";
import {
  type HttpHarness,
  openHttpHarness,
  type ServiceProcess,
  startServiceProcess,
} from "../testing/processes/http-harness.ts";

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 2);
const ROUND_MS = 700;
const CLIENTS = 32;
const folder = makeTemporaryFolder("http-crash-");

// A separate server with fsync: acknowledged transfers must be on disk.
let postgres: EmbeddedPostgres;
let harness: HttpHarness;
let service: ServiceProcess;

beforeAll(async () => {
  postgres = await startPostgres({ dataDir: join(folder, "data") });
  harness = await openHttpHarness(postgres.url, { wallets: 40, each: 1_000_000n });
  service = await startServiceProcess(postgres.url, await findFreePort());
});
afterAll(async () => {
  service.kill();
  await harness.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Order = { key: string; body: { fromCustomerId: string; toCustomerId: string; amount: number } };
type Receipt = { key: string; reference: string };

/** Clients that repeat each transfer with its key until they get a final reply, as the API requires. */
function startLoad(name: string) {
  const load = { receipts: [] as Receipt[], refusals: [] as string[], repeats: 0 };
  let running = true;
  const loops = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let i = 0; running; i += 1) await transfer(load, orderOf(`${name}-${client}-${i}`, client + i));
  });
  return Object.assign(load, {
    async stop() {
      running = false;
      await Promise.all(loops);
    },
  });
}

async function transfer(load: { receipts: Receipt[]; refusals: string[]; repeats: number }, order: Order) {
  for (;;) {
    const answer = await ask(order);
    if (answer !== undefined && answer.status < 500 && answer.status !== 409) {
      if (answer.reference !== undefined) load.receipts.push({ key: order.key, reference: answer.reference });
      else load.refusals.push(`${answer.status} ${answer.message}`);
      return;
    }
    load.repeats += 1;
    await sleep(20);
  }
}

/** Undefined without a reply. */
async function ask({ key, body }: Order): Promise<{ status: number; message: string; reference?: string } | undefined> {
  try {
    const reply = await fetch(`${service.address}/v1/transfer/wallet`, {
      method: "POST",
      headers: { authorization: `Bearer ${harness.key}`, "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    });
    const { message, data } = (await reply.json()) as { message: string; data?: { reference: string } };
    return { status: reply.status, message, ...(data ? { reference: data.reference } : {}) };
  } catch {
    return undefined;
  }
}

function orderOf(key: string, index: number): Order {
  const body = { fromCustomerId: customer(index), toCustomerId: customer(index * 7 + 1), amount: 10 };
  // The indexes differ by 6·index + 1, which is odd, so they are never the same of 40 customers.
  return { key, body };
}

function customer(index: number): string {
  return harness.customers[index % harness.customers.length] ?? "";
}

describe(`kill -9, ${ROUNDS} rounds under the load of ${CLIENTS} clients that retry over HTTP with their keys`, () => {
  it(
    "of the service loses no acknowledged transfer and repeats none",
    async () => {
      const load = startLoad("service");
      for (let round = 0; round < ROUNDS; round += 1) {
        await sleep(ROUND_MS);
        service.kill();
        service = await startServiceProcess(postgres.url, Number(new URL(service.address).port));
      }
      await sleep(ROUND_MS);
      await load.stop();
      expect(load.repeats).toBeGreaterThan(0);
      await expectNoDamage("the service", load);
    },
    180_000 + ROUNDS * 20_000,
  );

  it(
    "of PostgreSQL loses no acknowledged transfer and repeats none",
    async () => {
      const load = startLoad("postgres");
      for (let round = 0; round < ROUNDS; round += 1) {
        await sleep(ROUND_MS);
        postgres.kill();
        await postgres.ended;
        postgres = await startPostgres({ dataDir: join(folder, "data"), port: postgres.port });
      }
      await sleep(ROUND_MS);
      await load.stop();
      await expectNoDamage("PostgreSQL", load);
    },
    180_000 + ROUNDS * 20_000,
  );
});

async function expectNoDamage(what: string, load: ReturnType<typeof startLoad>): Promise<void> {
  const db = openPool({ url: postgres.url, max: 1, applicationName: "crash-report" });
  try {
    const { receipts } = load;
    // Parse the stored replies once: a join on their text would read all replies for each transfer.
    await db.query(
      `create temporary table answered as select key, body::jsonb #>> '{data,reference}' as reference
       from idempotency_keys where tenant = ${harness.tenant} and status = 200`,
    );
    await db.query("analyze answered");
    const lost = await db.query(
      `select key, reference from unnest($1::text[], $2::text[]) as receipt (key, reference)
       except
       select a.key, a.reference from answered a join transactions t on t.tenant = $3 and t.reference = a.reference`,
      [receipts.map(({ key }) => key), receipts.map(({ reference }) => reference), harness.tenant],
    );
    // Every transfer used a key: a transfer that no stored reply names was done twice.
    const doubled = await db.query(
      `select reference from transactions where tenant = $1 and kind = 'transfer' except select reference from answered`,
      [harness.tenant],
    );
    process.stdout.write(
      `HTTP, kill -9 of ${what}, ${ROUNDS} rounds: ${receipts.length} acknowledged, ${load.repeats} repeats, ` +
        `${lost.rows.length} lost, ${doubled.rows.length} doubled\n`,
    );
    expect(load.refusals).toEqual([]);
    expect(receipts.length).toBeGreaterThan(20);
    expect({ lost: lost.rows.length, doubled: doubled.rows.length }).toEqual({ lost: 0, doubled: 0 });
    await expectBooksToBalance(db);
  } finally {
    await db.end();
  }
}
