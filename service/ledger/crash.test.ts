import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EmbeddedPostgres, startPostgres } from "../../scripts/postgres/embedded-postgres.ts";
import { makeTemporaryFolder } from "../../scripts/system/temporary-folder.ts";
import { type Database, openPool } from "../db/pool.ts";
import { expectBooksToBalance } from "../testing/invariants.ts";
import { type LedgerHarness, openLedgerHarness } from "../testing/ledger/ledger-harness.ts";
import { type TransferOrder, type TransferReceipt, transferUnderKey } from "../testing/ledger/ledger-process.ts";

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 2);
const ROUND_MS = 500;
const ROUND_TRANSFERS = 200;
const CALLERS = 48;
const folder = makeTemporaryFolder("ledger-crash-");

// A server of its own, with real fsync: what was acknowledged must be on the disk.
let postgres: EmbeddedPostgres;
let harness: LedgerHarness;
let port: number;

beforeAll(async () => {
  postgres = await startPostgres({ dataDir: join(folder, "data") });
  port = postgres.port;
  harness = await openLedgerHarness(postgres.url, { wallets: 40, each: 1_000_000n });
});
afterAll(async () => {
  await harness.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Client = { send(order: TransferOrder): Promise<void> };

/** Callers that repeat each transfer under its key until it is acknowledged, as the API documents. */
function startLoad(client: () => Client, name: string) {
  const acknowledged: string[] = [];
  let repeats = 0;
  let running = true;
  const loops = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let i = 0; running; i += 1) {
      const order = { key: `${name}-${caller}-${i}`, from: wallet(caller + i), to: wallet(caller * 7 + i * 3 + 1) };
      while (!(await isAcknowledged(client(), order))) repeats += 1;
      acknowledged.push(order.key);
    }
  });
  return {
    acknowledged,
    get repeats() {
      return repeats;
    },
    /** Until a round's work is done, however slow the machine. */
    async runOn() {
      const goal = acknowledged.length + ROUND_TRANSFERS;
      await sleep(ROUND_MS);
      while (acknowledged.length < goal) await sleep(20);
    },
    async stop() {
      running = false;
      await Promise.all(loops);
    },
  };
}

async function isAcknowledged(client: Client, order: TransferOrder): Promise<boolean> {
  try {
    await client.send(order);
    return true;
  } catch {
    await sleep(20);
    return false;
  }
}

function wallet(index: number): string {
  return String(harness.books.wallets[index % harness.books.wallets.length]);
}

/** Acknowledged keys without an answer in the database, and keys that moved money more than once. */
async function findDamage(acknowledged: readonly string[], db: Database) {
  const lost = await db.query(
    `select wanted.key from unnest($1::text[]) as wanted (key)
     where not exists (
       select 1 from idempotency_keys k
       join transactions t on t.tenant = k.tenant and t.id = k.body::uuid and t.description = k.key
       where k.tenant = $2 and k.key = wanted.key
     )`,
    [acknowledged, harness.books.tenant],
  );
  const doubled = await db.query(
    "select description from transactions where kind = 'transfer' group by description having count(*) > 1",
  );
  return { lost: lost.rows.length, doubled: doubled.rows.length };
}

describe(`kill -9, ${ROUNDS} rounds under load of ${CALLERS} callers who repeat with their key`, () => {
  it(
    "of PostgreSQL loses nothing that was acknowledged and does nothing twice",
    async () => {
      const load = startLoad(
        () => ({ send: (order) => transferUnderKey(harness.committer, harness.books, order) }),
        "postgres",
      );
      for (let round = 0; round < ROUNDS; round += 1) {
        await load.runOn();
        postgres.kill();
        await postgres.ended;
        postgres = await startPostgres({ dataDir: join(folder, "data"), port });
      }
      await load.runOn();
      await load.stop();
      await expectNoDamage("PostgreSQL", load);
    },
    180_000 + ROUNDS * 15_000,
  );

  it(
    "of the service process loses nothing that was acknowledged and does nothing twice",
    async () => {
      let service = startService();
      const load = startLoad(() => service, "service");
      for (let round = 0; round < ROUNDS; round += 1) {
        await load.runOn();
        service.kill();
        service = startService();
      }
      await load.runOn();
      await load.stop();
      service.kill();
      expect(load.repeats).toBeGreaterThan(0);
      await expectNoDamage("the service", load);
    },
    180_000 + ROUNDS * 15_000,
  );
});

async function expectNoDamage(what: string, load: ReturnType<typeof startLoad>): Promise<void> {
  const db = openPool({ url: postgres.url, max: 1, applicationName: "crash-report" });
  try {
    const { lost, doubled } = await findDamage(load.acknowledged, db);
    const { length } = load.acknowledged;
    process.stdout.write(
      `kill -9 of ${what}, ${ROUNDS} rounds: ${length} acknowledged, ${lost} lost, ${doubled} doubled\n`,
    );
    expect(length).toBeGreaterThan(100);
    expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
    await expectBooksToBalance(db);
  } finally {
    await db.end();
  }
}

/** A child that runs the committer; what it had in hand when it was killed fails, and is repeated by the callers. */
function startService() {
  const script = join(import.meta.dirname, "../testing/ledger/ledger-process.ts");
  const child: ChildProcess = spawn(process.execPath, [script, postgres.url, String(harness.books.tenant)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const waiting = new Map<string, (error: string | null) => void>();
  child.stdin?.on("error", () => undefined);
  if (child.stdout) {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const receipt: TransferReceipt = JSON.parse(line);
      waiting.get(receipt.key)?.(receipt.error);
      waiting.delete(receipt.key);
    });
  }
  child.once("exit", () => {
    for (const settle of waiting.values()) settle("killed");
    waiting.clear();
  });
  return {
    kill: () => child.kill("SIGKILL"),
    send: (order: TransferOrder) =>
      new Promise<void>((resolve, reject) => {
        if (child.exitCode !== null || child.signalCode !== null) return reject(new Error("killed"));
        waiting.set(order.key, (error) => (error === null ? resolve() : reject(new Error(error))));
        child.stdin?.write(`${JSON.stringify(order)}\n`);
      }),
  };
}
