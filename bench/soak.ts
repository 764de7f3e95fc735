import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findFreePort } from "../scripts/system/ports.ts";
import { TEST_SECRETS_KEY } from "../service/testing/context.ts";
import { openHttpHarness } from "../service/testing/processes/http-harness.ts";
import { startServiceProcess } from "../service/testing/processes/service-process.ts";
import { startWorkerProcess } from "../service/testing/processes/worker-process.ts";
import { startReceiverProcess } from "../service/testing/webhooks/receiver-process.ts";
import { createDatabase } from "./support/database.ts";
import { createMixedLoad, KINDS, type LoadedMerchant } from "./support/mixed-load.ts";
import { HEAD, judgeParts, lineOf, type Part, type Verdict } from "./support/soak-verdicts.ts";
import {
  type Memory,
  memoryOf,
  metricIn,
  readBacklog,
  readHotTables,
  readServer,
  verifyBooks,
  type Watched,
} from "./support/soak-watch.ts";

// Hours of mixed load at a part of what this machine can do: transfers, batches, uploads, webhooks to a real receiver, reads of the dashboard
// and downloads. Judges at the end whether memory, latencies and tables stayed as they were, and whether the books balance.
// `--hours 2` runs for two hours, `--load 0.5` is the part of the capacity, which is measured first. Figures: soak.json in this folder.
const HOURS = Number(process.env.BENCH_HOURS ?? 5 / 60);
const LOAD = Number(process.env.BENCH_LOAD ?? 0.5);
const WALLETS = Number(process.env.BENCH_WALLETS ?? 10_000);
/** One endpoint gets at most 8 webhooks at the same time, so a merchant alone would soon wait for its receiver. */
const MERCHANTS = 20;
const RUN_MS = HOURS * 3_600_000;
/** By quarter hour in long runs. */
const PART_MS = Math.min(15 * 60_000, RUN_MS / 10);
const SAMPLE_MS = Math.min(15_000, Math.max(1_000, PART_MS / 20));
const WARM_UP_MS = Math.min(10_000, PART_MS);
const CAPACITY_MS = Math.min(20_000, 2 * PART_MS);
const CAPACITY_CLIENTS = 32;
const DRAIN_MS = 5 * 60_000;
const LEAST_FREE_BYTES = 4e9;
const RESULTS = join(import.meta.dirname, "soak.json");
const folder = mkdtempSync(join(tmpdir(), "soak-"));
const logFile = join(folder, "product.log");
const logTo = openSync(logFile, "w");
const database = await createDatabase("soak");
const receiver = await startReceiverProcess(MERCHANTS);
const merchants = await makeMerchants();
const db = new pg.Pool({ connectionString: database.url, max: 2, application_name: "soak" });
// The heap of `npm start` (decision 0207).
const env = { SECRETS_KEY: TEST_SECRETS_KEY, LOG_LEVEL: "error", NODE_OPTIONS: "--max-old-space-size=1024" };
const workerPort = await findFreePort();
const service = await startServiceProcess(database.url, await findFreePort(), { env, logTo });
const worker = startWorkerProcess(database.url, { ...env, WORKER_METRICS_PORT: String(workerPort) }, logTo);
const processes: Watched[] = [
  { name: "service", pid: service.pid, metricsUrl: `${service.address}/metrics` },
  { name: "worker", pid: worker.pid, metricsUrl: `http://127.0.0.1:${workerPort}/metrics` },
];
const load = createMixedLoad(service.address, merchants);
const parts: Part[] = [];
const verdicts: Verdict[] = [];
const delivered = { requests: 0, repeated: 0 };
let capacity = 0;
let isStopping = false;
process.once("SIGINT", () => {
  say("Stopping after this part …");
  isStopping = true;
});

try {
  await fundMerchants();
  capacity = await measureCapacity();
  const perSecond = capacity * LOAD;
  say(
    `Capacity: ${capacity.toFixed(0)} operations a second with all that follows from them. ` +
      `Load: ${perSecond.toFixed(0)} a second for ${(HOURS * 60).toFixed(0)} minutes.`,
  );
  await soak(perSecond);
  await drain("the end");
  await judge();
} finally {
  load.close();
  worker.stop().catch(() => undefined);
  await service.stop();
  receiver.close();
  await db.end();
  await database.drop();
  closeSync(logTo);
  rmSync(folder, { recursive: true, force: true });
}

/** Each with its key, its customers with money, and its receiver. */
async function makeMerchants(): Promise<LoadedMerchant[]> {
  const made: LoadedMerchant[] = [];
  const wallets = Math.ceil(WALLETS / MERCHANTS);
  for (const [index, origin] of receiver.origins.entries()) {
    const accountNumbersFrom = 1_000_000_000 + index * wallets;
    const harness = await openHttpHarness(database.url, { wallets, each: 100_000_000n, accountNumbersFrom });
    const callback = "update tenant_settings set callback_url = $1 where tenant = $2";
    await harness.pool.query(callback, [`${origin}/0`, harness.tenant]);
    made.push({ key: harness.key, customers: harness.customers });
    await harness.close();
  }
  return made;
}

async function fundMerchants(): Promise<void> {
  for (const { key } of merchants) {
    const reply = await fetch(`${service.address}/v1/merchant/fund-wallet`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ amount: 1_000_000_000_000 }),
    });
    if (!reply.ok) throw new Error(await reply.text());
  }
}

/** Operations a second, counting the time until the last webhook and upload of them has ended. */
async function measureCapacity(): Promise<number> {
  await load.sendAsFastAsPossible({ clients: CAPACITY_CLIENTS, milliseconds: WARM_UP_MS });
  await drain("the warm-up");
  const began = performance.now();
  const done = await load.sendAsFastAsPossible({ clients: CAPACITY_CLIENTS, milliseconds: CAPACITY_MS });
  await drain("the measurement");
  load.takeLatencies();
  return (done * 1_000) / (performance.now() - began);
}

async function drain(after: string): Promise<void> {
  const until = performance.now() + DRAIN_MS;
  for (;;) {
    const { outbox, deliveries, uploads } = await readBacklog(db);
    if (outbox + deliveries + uploads === 0) return;
    if (performance.now() > until) {
      const left = `${outbox} outbox records, ${deliveries} deliveries, ${uploads} uploads`;
      verdicts.push({ what: `backlog after ${after}`, isGood: false, why: `${left} after ${DRAIN_MS / 60_000} min` });
      return;
    }
    await sleep(200);
  }
}

async function soak(perSecond: number): Promise<void> {
  await takeWebhooks();
  const began = performance.now();
  const running = load.start(perSecond);
  const last = { done: load.done(), transfers: load.transfers(), errors: 0, wal: (await readServer(db)).wal };
  say(HEAD);
  while (performance.now() - began < RUN_MS - 1 && !isStopping) {
    const startedAt = performance.now();
    const end = Math.min(began + (parts.length + 1) * PART_MS, began + RUN_MS);
    const samples = new Map<string, Memory[]>();
    const connections: number[] = [];
    while (performance.now() < end) {
      await sleep(Math.min(SAMPLE_MS, Math.max(0, end - performance.now())));
      const server = await readServer(db);
      connections.push(server.connections);
      for (const one of processes) keep(samples, one.name, await memoryOf(one));
      keep(samples, "PostgreSQL", { rss: server.rss, heap: Number.NaN });
    }
    const latencies = load.takeLatencies();
    const server = await readServer(db);
    const errors = [...load.errors.values()].reduce((sum, count) => sum + count, 0);
    const part: Part = {
      hours: (performance.now() - began) / 3_600_000,
      perSecond: ((load.done() - last.done) * 1_000) / (performance.now() - startedAt),
      latencies: Object.fromEntries(
        KINDS.map((kind) => {
          const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => latencies[kind].quantile(share));
          return [kind, { count: latencies[kind].count, p50: p50 ?? 0, p95: p95 ?? 0, p99: p99 ?? 0 }];
        }),
      ),
      memory: Object.fromEntries([...samples].map(([name, seen]) => [name, summaryOf(seen)])),
      webhooks: await takeWebhooks(),
      walPerTransfer: (server.wal - last.wal) / (load.transfers() - last.transfers),
      connections: Math.max(...connections),
      backlog: await readBacklog(db),
      tables: await readHotTables(db),
      errors: errors - last.errors,
    };
    Object.assign(last, { done: load.done(), transfers: load.transfers(), errors, wal: server.wal });
    parts.push(part);
    say(lineOf(part));
    save();
    const { bavail, bsize } = statfsSync(tmpdir());
    if (bavail * bsize < LEAST_FREE_BYTES) {
      verdicts.push({ what: "disk", isGood: false, why: "less than 4 GB free: the run was ended" });
      isStopping = true;
    }
  }
  await running.stop();
}

function keep(samples: Map<string, Memory[]>, name: string, memory: Memory): void {
  samples.set(name, [...(samples.get(name) ?? []), memory]);
}

/** The median of the resident memory, and the smallest heap: what was left after a collection. */
function summaryOf(seen: Memory[]): Memory {
  const rss = seen.map((one) => one.rss).sort((a, b) => a - b);
  return { rss: rss[Math.floor(rss.length / 2)] ?? Number.NaN, heap: Math.min(...seen.map(({ heap }) => heap)) };
}

async function takeWebhooks(): Promise<Part["webhooks"]> {
  const { requests, deliveries, p50, p99 } = await receiver.report();
  delivered.requests += requests;
  delivered.repeated += requests - deliveries;
  return { requests, repeated: requests - deliveries, p50, p99 };
}

async function judge(): Promise<void> {
  await takeWebhooks();
  verdicts.push(...judgeParts(parts, HOURS));
  await judgeOutcome();
  for (const { what, isGood, why } of verdicts) say(`${isGood ? "good" : "BAD "}  ${what}: ${why}`);
  save();
  if (verdicts.some(({ isGood }) => !isGood)) process.exitCode = 1;
}

async function judgeOutcome(): Promise<void> {
  const errors = [...load.errors].map(([what, times]) => `${times} × ${what}`);
  verdicts.push({
    what: "requests",
    isGood: errors.length === 0,
    why: `${load.done()} done; ${errors.join("; ") || "no error"}`,
  });
  const { rows } = await db.query<{ status: string; n: number }>(
    "select status, count(*)::int as n from webhook_deliveries group by status order by status",
  );
  const sent = rows.find(({ status }) => status === "success")?.n ?? 0;
  const isComplete = rows.length === 1 && sent === delivered.requests && delivered.repeated === 0;
  const states = rows.map(({ status, n }) => `${n} ${status}`).join(", ");
  verdicts.push({
    what: "webhooks",
    isGood: isComplete,
    why: `${states}; received ${delivered.requests}, repeated ${delivered.repeated}`,
  });
  const texts = await Promise.all(processes.map(({ metricsUrl }) => fetch(metricsUrl).then((reply) => reply.text())));
  const failed = metricIn(texts.join("\n"), "job_duration_seconds_count", 'outcome="failed"');
  verdicts.push({ what: "jobs of the worker", isGood: !(failed > 0), why: `${failed || 0} runs failed` });
  const logged = readFileSync(logFile, "utf8").split("\n").filter(Boolean);
  verdicts.push({
    what: "errors in the logs",
    isGood: logged.length === 0,
    why: `${logged.length}. ${logged[0] ?? ""}`,
  });
  const { exitCode, output } = await verifyBooks(database.url, env);
  verdicts.push({ what: "books", isGood: exitCode === 0, why: output.trim().split("\n").slice(-2).join(" ") });
}

/** After each part, so that a run that is cut off leaves its figures. */
function save(): void {
  const result = { at: new Date().toISOString(), hours: HOURS, load: LOAD, capacity, parts, verdicts };
  writeFileSync(RESULTS, `${JSON.stringify(result, null, 1)}\n`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
