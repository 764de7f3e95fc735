import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool, type Pool } from "../../service/db/pool.ts";
import { TEST_SECRETS_KEY } from "../../service/testing/context.ts";
import { expectBooksToBalance } from "../../service/testing/invariants.ts";
import { type HttpHarness, openHttpHarness } from "../../service/testing/processes/http-harness.ts";
import { type ServiceProcess, startServiceProcess } from "../../service/testing/processes/service-process.ts";
import { startTransferLoad, transferUntilBooked } from "../../service/testing/processes/transfer-load.ts";
import { startWorkerProcess, type WorkerProcess } from "../../service/testing/processes/worker-process.ts";
import { openReceiver, type Receiver } from "../../service/testing/webhooks/receiver.ts";
import { type EmbeddedPostgres, startPostgres } from "../postgres/embedded-postgres.ts";
import { findFreePort } from "../system/ports.ts";
import { makeTemporaryFolder } from "../system/temporary-folder.ts";
import { archiveSettings } from "./backup-folder.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const folder = makeTemporaryFolder("backup-");
const [dataDir, backupDir] = [join(folder, "data"), join(folder, "backups")];
const EVENTS_PER_TRANSFER = 4;
const pgDir = join(dataDir, "pg");
/** The settings of the instance, for its processes and commands. */
const env = { DATA_DIR: dataDir, BACKUP_DIR: backupDir, DATABASE_URL: "", SECRETS_KEY: TEST_SECRETS_KEY };

let server: EmbeddedPostgres;
let db: Pool;
let harness: HttpHarness;
let service: ServiceProcess;
let worker: WorkerProcess;
let receiver: Receiver;

beforeAll(async () => {
  mkdirSync(dataDir);
  server = await startServer();
  // The commands look for it beside the data.
  writeFileSync(`${pgDir}.runtime.password`, "unused\n", { mode: 0o600 });
  harness = await openHttpHarness(server.url, { wallets: 20, each: 1_000_000n });
  receiver = await openReceiver();
  await harness.pool.query("update outbox set fanned_out_at = now()");
  await harness.pool.query("update tenant_settings set callback_url = $1 where tenant = $2", [
    receiver.url("/callback"),
    harness.tenant,
  ]);
  await startProcesses();
});
afterAll(async () => {
  service.kill();
  await worker.kill();
  await receiver.close();
  await db.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

it("restores to a time in the middle of a storm, proves the books, and sends nothing again without a decision", async () => {
  const load = startTransferLoad({ address: service.address, harness, clients: 2, pauseMs: 100 });
  await load.untilMore(20);
  expect(await platform("restore", "--to", "latest")).toContain("is running");
  expect(await platform("backup")).toContain("ok backup verified");
  await load.untilMore(20);

  // Deliveries that fail now are pending at the restored time, and succeed after it.
  receiver.script("/callback", 503);
  await load.untilMore(5);
  const acknowledgedBefore = load.acknowledged();
  // A time in milliseconds may be before a commit in the same one.
  await sleep(5);
  const target = await databaseTime();
  await load.untilMore(5);
  const after = [];
  for (let i = 0; i < 5; i += 1)
    after.push(await transferUntilBooked({ address: service.address, harness }, `after-${i}`, i));
  const acknowledged = await load.stop();
  receiver.script("/callback", 200);
  await untilSent();
  const known = await eventsOf("success");

  // The machine fails: what it had not archived yet is in the log beside the data.
  service.kill();
  await worker.kill();
  await harness.close();
  await db.end();
  server.kill();
  await server.ended;
  const output = await platform("restore", "--to", target.toISOString());
  process.stdout.write(output);
  expect(output).toContain("All books and audit rows are intact.");
  server = await startServer();
  await startProcesses();

  const restored = new Set(await references());
  expect(acknowledged.slice(0, acknowledgedBefore).filter((reference) => !restored.has(reference))).toEqual([]);
  expect(after.filter((reference) => restored.has(reference))).toEqual([]);
  await expectBooksToBalance(db);
  const held = await eventsOf("pending", "retrying");
  expect(held.filter((id) => known.includes(id)).length).toBeGreaterThan(0);

  // New events are sent; held ones are not.
  const receivedBefore = receiver.received("/callback").length;
  const receivedSince = () =>
    receiver
      .received("/callback")
      .slice(receivedBefore)
      .map(({ headers }) => headers["x-webhook-event-id"] ?? "");
  await transferUntilBooked({ address: service.address, harness }, "new", 0);
  await expect.poll(() => receivedSince().length).toBe(EVENTS_PER_TRANSFER);
  expect(receivedSince().filter((id) => known.includes(id) || held.includes(id))).toEqual([]);

  expect(await platform("restored", "send")).toContain(`${held.length} deliveries are sent from now on.`);
  await untilSent();
  expect(receivedSince().slice(EVENTS_PER_TRANSFER).sort()).toEqual(held.sort());
});

/** Makes retries due until every delivery has ended. */
async function untilSent(): Promise<void> {
  for (let left = 1; left > 0; await sleep(50)) {
    await db.query("update webhook_jobs set due_at = now() where lease is null and due_at < 'infinity'");
    const { rows } = await db.query<{ left: number }>(
      "select ((select count(*) from webhook_jobs) + (select count(*) from outbox where fanned_out_at is null))::int as left",
    );
    left = rows[0]?.left ?? 0;
  }
}

async function databaseTime(): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>("select clock_timestamp() as now");
  return rows[0]?.now ?? new Date();
}

async function references(): Promise<string[]> {
  const { rows } = await db.query<{ reference: string }>(
    "select reference from transactions where tenant = $1 and kind = 'transfer' and status = 'success'",
    [harness.tenant],
  );
  return rows.map(({ reference }) => reference);
}

async function eventsOf(...states: string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    "select event_id as id from webhook_deliveries where status = any($1)",
    [states],
  );
  return rows.map(({ id }) => id);
}

function startServer(): Promise<EmbeddedPostgres> {
  return startPostgres({ dataDir: pgDir, settings: archiveSettings(backupDir, pgDir) });
}

async function startProcesses(): Promise<void> {
  db = openPool({ url: server.url, max: 2, applicationName: "backup-test" });
  service = await startServiceProcess(server.url, await findFreePort(), { env: { SECRETS_KEY: TEST_SECRETS_KEY } });
  worker = startWorkerProcess(server.url);
}

/** Runs `npm run platform -- …` while clients and receiver go on, and returns all that it prints. */
async function platform(...args: string[]): Promise<string> {
  const options = { cwd: ROOT, env: { ...process.env, ...env } };
  const run = promisify(execFile)(process.execPath, [join("scripts", "platform.ts"), ...args], options);
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
  return stdout + stderr;
}
