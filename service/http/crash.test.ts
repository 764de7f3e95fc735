import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EmbeddedPostgres, startPostgres } from "../../scripts/postgres/embedded-postgres.ts";
import { findFreePort } from "../../scripts/system/ports.ts";
import { makeTemporaryFolder } from "../../scripts/system/temporary-folder.ts";
import { openPool } from "../db/pool.ts";
import { expectBooksToBalance } from "../testing/invariants.ts";
import { type HttpHarness, openHttpHarness } from "../testing/processes/http-harness.ts";
import { type ServiceProcess, startServiceProcess } from "../testing/processes/service-process.ts";

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 2);
const ROUND_MS = 700;
const CLIENTS = 32;
const folder = makeTemporaryFolder("http-crash-");

// A separate server with fsync, because acknowledged transfers must be on disk.
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

type TransferRequest = { key: string; body: { fromCustomerId: string; toCustomerId: string; amount: number } };
type Receipt = { key: string; reference: string };

/** Starts clients that repeat each transfer with its key until they get a final reply, as the API requires. */
function startLoad(name: string) {
  const load = { receipts: [] as Receipt[], rejections: [] as string[], repeats: 0 };
  let running = true;
  const loops = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let i = 0; running; i += 1) await transfer(load, transferRequest(`${name}-${client}-${i}`, client + i));
  });
  return Object.assign(load, {
    async stop() {
      running = false;
      await Promise.all(loops);
    },
  });
}

async function transfer(
  load: { receipts: Receipt[]; rejections: string[]; repeats: number },
  request: TransferRequest,
) {
  for (;;) {
    const reply = await send(request);
    if (reply !== undefined && reply.status < 500 && reply.status !== 409) {
      if (reply.reference !== undefined) load.receipts.push({ key: request.key, reference: reply.reference });
      else load.rejections.push(`${reply.status} ${reply.message}`);
      return;
    }
    load.repeats += 1;
    await sleep(20);
  }
}

/** Returns undefined when no complete reply arrives. */
async function send({
  key,
  body,
}: TransferRequest): Promise<{ status: number; message: string; reference?: string } | undefined> {
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

function transferRequest(key: string, index: number): TransferRequest {
  const body = { fromCustomerId: customer(index), toCustomerId: customer(index * 7 + 1), amount: 10 };
  // The indexes differ by 6·index + 1, an odd number, so they never select the same one of 40 customers.
  return { key, body };
}

function customer(index: number): string {
  return harness.customers[index % harness.customers.length] ?? "";
}

describe(`kill -9, ${ROUNDS} rounds under the load of ${CLIENTS} clients that retry over HTTP with their keys`, () => {
  it(
    "crashes of the service lose and repeat no acknowledged transfer",
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
      await expectNoLostOrDuplicateTransfers("the service", load);
    },
    180_000 + ROUNDS * 20_000,
  );

  it(
    "crashes of PostgreSQL lose and repeat no acknowledged transfer",
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
      await expectNoLostOrDuplicateTransfers("PostgreSQL", load);
    },
    180_000 + ROUNDS * 20_000,
  );
});

async function expectNoLostOrDuplicateTransfers(target: string, load: ReturnType<typeof startLoad>): Promise<void> {
  const db = openPool({ url: postgres.url, max: 1, applicationName: "crash-report" });
  try {
    const { receipts } = load;
    // The reply to a transfer is rebuilt from the transaction that its key names.
    await db.query(
      `create temporary table answered as select k.key, t.reference
       from idempotency_keys k join transactions t on t.tenant = k.tenant and t.id = k.transaction
       where k.tenant = ${harness.tenant} and t.status = 'success'`,
    );
    await db.query("analyze answered");
    const lost = await db.query(
      `select key, reference from unnest($1::text[], $2::text[]) as receipt (key, reference)
       except
       select a.key, a.reference from answered a join transactions t on t.tenant = $3 and t.reference = a.reference`,
      [receipts.map(({ key }) => key), receipts.map(({ reference }) => reference), harness.tenant],
    );
    // Every transfer used a key, so a transfer without a stored reply is a duplicate.
    const duplicates = await db.query(
      `select reference from transactions where tenant = $1 and kind = 'transfer' except select reference from answered`,
      [harness.tenant],
    );
    process.stdout.write(
      `HTTP, kill -9 of ${target}, ${ROUNDS} rounds: ${receipts.length} acknowledged, ${load.repeats} repeats, ` +
        `${lost.rows.length} lost, ${duplicates.rows.length} doubled\n`,
    );
    expect(load.rejections).toEqual([]);
    expect(receipts.length).toBeGreaterThan(20);
    expect({ lost: lost.rows.length, duplicates: duplicates.rows.length }).toEqual({ lost: 0, duplicates: 0 });
    await expectBooksToBalance(db);
  } finally {
    await db.end();
  }
}
