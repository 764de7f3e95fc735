import { readFileSync } from "node:fs";
import { findFreePort } from "../scripts/system/ports.ts";
import { ratioLine } from "../scripts/testing/bench-results.ts";
import { customerCells, customerFile } from "../service/testing/csv/customer-file.ts";
import { openHttpHarness } from "../service/testing/processes/http-harness.ts";
import { startServiceProcess } from "../service/testing/processes/service-process.ts";
import { startWorkerProcess, type WorkerProcess } from "../service/testing/processes/worker-process.ts";
import { cpuSecondsOf } from "./support/cpu-time.ts";
import { createDatabase } from "./support/database.ts";

// Uploads a file of the maximum size and downloads its rows, then creates one with BENCH_ROWS customers in a worker
// process.
const ROWS = Number(process.env.BENCH_ROWS ?? 20_000);
const FILE_BYTES = Number(process.env.BENCH_FILE_MIB ?? 63) * 1_048_576;
const PATH = "/v1/wallet/bulk-create-customers";
const LOOK_EVERY_MS = 200;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

const count = (value: number) => Math.round(value).toLocaleString("en");

/** Samples a process's memory until `stop`, which returns its minimum and maximum in MiB. */
function watchMemory(pid: number) {
  const seen: number[] = [];
  const look = () => {
    const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    seen.push(Number(kib) / 1_024);
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    look();
    return `${count(seen[0] ?? 0)} MiB before, ${count(Math.max(...seen))} MiB at most`;
  };
}

const database = await createDatabase("bench_wallet_imports");
// With customers and statistics from before: PostgreSQL plans the checks of foreign keys for an empty table otherwise, until it is analyzed.
const harness = await openHttpHarness(database.url, { wallets: 20_000, each: 1n });
const service = await startServiceProcess(database.url, await findFreePort());
const headers = { authorization: `Bearer ${harness.key}` };

async function send(file: Blob): Promise<{ batchId: string; rows: number }> {
  const form = new FormData();
  form.append("customers", file, "customers.csv");
  const reply = await fetch(`${service.address}${PATH}`, { method: "POST", headers, body: form });
  const body = (await reply.json()) as { message: string; data?: { batchId: string; rows: number } };
  if (!body.data) throw new Error(`the upload was refused: ${body.message}`);
  return body.data;
}

await receiveLargest();
await createAll();
await service.stop();
await harness.close();
await database.drop();

async function receiveLargest(): Promise<void> {
  const part = customerFile(Array.from({ length: 10_000 }, (_, index) => customerCells(index)));
  const rows = part.slice(part.indexOf("\n") + 1);
  const file = new Blob([part, ...Array.from({ length: Math.floor(FILE_BYTES / rows.length) - 1 }, () => rows)]);
  await send(new Blob([customerFile([customerCells(0)])]));
  const stop = watchMemory(service.pid);
  const from = performance.now();
  const sent = await send(file);
  const receivedAfter = performance.now() - from;
  say(
    `Received: ${(file.size / 1_048_576).toFixed(1)} MiB, ${count(sent.rows)} rows in ${(receivedAfter / 1_000).toFixed(1)} s, ` +
      `${count((1_000 * sent.rows) / receivedAfter)} rows/s; service ${stop()}.`,
  );
  const stopAgain = watchMemory(service.pid);
  const asked = performance.now();
  const reply = await fetch(`${service.address}${PATH}/${sent.batchId}/rows.csv`, { headers });
  let bytes = 0;
  for await (const chunk of reply.body ?? []) bytes += chunk.length;
  const tookMs = performance.now() - asked;
  say(`Downloaded: ${(bytes / 1_048_576).toFixed(1)} MiB in ${(tookMs / 1_000).toFixed(1)} s; service ${stopAgain()}.`);
  // Repeats the same ten thousand rows: this measures receiving only.
  await harness.pool.query("update wallet_imports set status = 'failed', skipped = total");
}

async function createAll(): Promise<void> {
  const file = customerFile(Array.from({ length: ROWS }, (_, index) => customerCells(1_000_000 + index)));
  const { batchId } = await send(new Blob([file]));
  const worker = startWorkerProcess(database.url);
  const stop = watchMemory(worker.pid);
  const usedBefore = await cpuSeconds(worker);
  const from = performance.now();
  let state = { processed: 0, created: 0 };
  while (state.processed < ROWS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    const reply = await fetch(`${service.address}${PATH}/${batchId}`, { headers });
    state = ((await reply.json()) as { data: typeof state }).data;
  }
  const tookMs = performance.now() - from;
  const used = await cpuSeconds(worker);
  say(
    `Created: ${count(state.created)} of ${count(ROWS)} customers in ${(tookMs / 1_000).toFixed(1)} s, ` +
      `worker ${stop()}.`,
  );
  say(ratioLine("Customers created a second", (1_000 * ROWS) / tookMs, 3_000));
  // Hardly depends on what else the machine does. The worker's other jobs and its start are part of it.
  const each = (seconds: number) => `${count((seconds * 1_000_000) / ROWS)} µs`;
  const [ofWorker, ofDatabase] = [used.worker - usedBefore.worker, used.database - usedBefore.database];
  say(`Processor time per customer: worker ${each(ofWorker)}, database ${each(ofDatabase)}.`);
  await worker.stop();
}

/** Processor time so far of the worker, and of the database's processes that are connected now. */
async function cpuSeconds(worker: WorkerProcess): Promise<{ worker: number; database: number }> {
  const sumOf = (pids: readonly number[]) =>
    [...cpuSecondsOf(pids).values()].reduce((sum, seconds) => sum + seconds, 0);
  const { rows } = await harness.pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
  );
  return { worker: sumOf([worker.pid]), database: sumOf(rows.map((row) => row.pid)) };
}
