import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findFreePort } from "../scripts/system/ports.ts";
import { ratioLine } from "../scripts/testing/bench-results.ts";
import { openHttpHarness } from "../service/testing/processes/http-harness.ts";
import { startServiceProcess } from "../service/testing/processes/service-process.ts";
import { startWorkerProcess } from "../service/testing/processes/worker-process.ts";
import { cpuSecondsOf } from "./support/cpu-time.ts";
import { createDatabase } from "./support/database.ts";
import { askService, paymentsFile, uploadPayments } from "./support/uploads.ts";

// Load generator, service, worker and PostgreSQL share the machine's cores, so only the ratios are meaningful (ledger
// 1).
const ITEMS = Number(process.env.BENCH_ITEMS ?? 5_000);
const WALLETS = Number(process.env.BENCH_WALLETS ?? 100_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const FILES = (process.env.BENCH_ROWS ?? "5000,50000,1000000").split(",").map(Number);
/** A worker that has just started compiles while it pays: its first file is printed apart. */
const FIRST_FILE = Number(process.env.BENCH_FIRST_ROWS ?? 100_000);
const AMOUNT = 10;

const database = await createDatabase("bench_batches");
const harness = await openHttpHarness(database.url, { wallets: WALLETS, each: 1_000_000n });
const service = await startServiceProcess(database.url, await findFreePort());
const caller = { address: service.address, key: harness.key };
const bare = new pg.Client({ connectionString: database.url });
await bare.connect();
await bare.query(`create table bare_transactions (like transactions including all);
  create table bare_entries (like entries including all);
  create table bare_items (like batch_items including all)`);

await askService(caller, "/merchant/fund-wallet", JSON.stringify({ amount: 1_000_000_000_000 }));
say(`JSON batches of ${ITEMS} items over HTTP beside the same rows by one bare statement, ${ROUNDS} rounds in turn:`);
const STRANGER = "0190a000-0000-7000-8000-000000000001";
const bodies = {
  all: bodyOf((i) => ({ customerId: customer(i), amount: AMOUNT + (i % 7) })),
  strangers: bodyOf(() => ({ customerId: STRANGER, amount: AMOUNT })),
  broken: bodyOf((i) => ({ customerId: customer(i), amount: i === ITEMS - 1 ? 2.5 : AMOUNT })),
};
const works = {
  http: () => post(bodies.all, '"message":"Transaction successfully completed."'),
  bare: insertBare,
  strangers: () => post(bodies.strangers, `"message":"0 of ${ITEMS} transactions completed`),
  broken: () => post(bodies.broken, "amounts are whole kobo"),
};
const taken = { http: [] as number[], bare: [] as number[], strangers: [] as number[], broken: [] as number[] };
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const name of ["http", "bare", "strangers", "broken"] as const) {
    const milliseconds = await timeOf(works[name]);
    // The first round warms up plans, caches, and the full-page images after a checkpoint.
    if (round > 0) taken[name].push(milliseconds);
  }
}
const [ms, floor] = [median(taken.http), median(taken.bare)];
say(`  over HTTP        ${ms.toFixed(0).padStart(6)} ms  ${perSecond(ITEMS, ms)} items/s  (aim 150 ms)`);
say(`  bare statement   ${floor.toFixed(0).padStart(6)} ms  ${perSecond(ITEMS, floor)} items/s`);
say(ratioLine(`  batch of ${ITEMS} over HTTP / bare statement`, ms / floor, 1.6));
say(`  read and checked only: ${median(taken.broken).toFixed(0)} ms (the last item is malformed);`);
say(
  `  also looked up, recorded and answered, without payment: ${median(taken.strangers).toFixed(0)} ms (nobody is known)`,
);

// Its work afterwards (day sums, events, proofs) runs on other cores in production, so the ratio above is without it.
const worker = startWorkerProcess(database.url);
await works.http();
const beside: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) beside.push(await timeOf(works.http));
say(`  the same while a worker follows on the same cores: ${median(beside).toFixed(0)} ms`);

await untilQuiet();
say("Files through the upload: until it is accepted, until the worker has paid it, and the most memory so far:");
for (const [index, rows] of [FIRST_FILE, ...FILES].entries()) {
  const file = paymentsFile({ rows, amount: AMOUNT, customerOf: customer });
  const accepted = await timeOf(() => uploadPayments(caller, { file, reference: `bench-upload-${index}` }));
  const used = cpuSeconds();
  const paid = await timeOf(allPaid);
  const cpu = (cpuSeconds() - used) * 1_000;
  say(
    `  ${rows.toLocaleString("en").padStart(9)} rows  accepted ${perItem(accepted, rows)}  paid ${perItem(paid, rows)}` +
      ` (worker's processor time ${perItem(cpu, rows).trim()})` +
      `  service ${peakMiB(service.pid)} MiB  worker ${peakMiB(worker.pid)} MiB`,
  );
  if (index === 0) {
    say("            (the first file of a worker that has just started)");
    continue;
  }
  // The aim is 40 µs where the bare statement takes 98 ms for 5,000 rows.
  say(ratioLine(`  a row of ${rows} paid / a row of the bare statement`, paid / rows / (floor / ITEMS), 2));
}

await worker.stop();
await service.stop();
await bare.end();
await harness.close();
await database.drop();

function bodyOf(item: (index: number) => object): string {
  return JSON.stringify({ transactions: Array.from({ length: ITEMS }, (_, i) => item(i)) });
}

async function post(body: string, expected: string): Promise<void> {
  const address = `${service.address}/v1/wallet/batch-credit-customer-wallet`;
  const reply = await fetch(address, {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${harness.key}`, "content-type": "application/json" },
  });
  const text = await reply.text();
  if (!text.slice(0, 1_000).includes(expected)) throw new Error(text.slice(0, 300));
}

/** The rows that a batch writes, without rules, locks and balances: transactions, entries, items. */
async function insertBare(): Promise<void> {
  await bare.query({
    name: "bare",
    text: `with given as (select gen_random_uuid() as id, n from generate_series(1, $1::int) n),
      t as (insert into bare_transactions (tenant, id, journal, reference, kind, status, source, source_seq, destination,
          destination_seq, amount, actor, at)
        select 1, id, 1, id::text, 'credit', 'success', 1, 1, n, 1, 10, 'key:bench', now() from given),
      e as (insert into bare_entries select 1, n, nextval('journal_ids'), 1, id, 10, 10, now() from given),
      i as (insert into bare_items (tenant, batch, row, id, status, customer_id, wallet_id, amount, reference)
        select 1, gen_random_uuid(), n, id, 'accepted', id, id, 10, id::text from given)
      select 1`,
    values: [ITEMS],
  });
}

async function allPaid(): Promise<void> {
  const open = "select 1 from batches where status in ('pending', 'processing') limit 1";
  while ((await harness.pool.query(open)).rowCount) await sleep(20);
  const wrong = await harness.pool.query(
    "select status from batches where origin = 'upload' and status <> 'completed' limit 1",
  );
  if (wrong.rowCount) throw new Error(`a batch ended as ${wrong.rows[0].status}`);
}

function customer(index: number): string {
  return harness.customers[(index * 7) % harness.customers.length] ?? "";
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Waits until the worker has followed the JSON batches, which would otherwise be counted to the first file. */
async function untilQuiet(): Promise<void> {
  for (let [used, second] = [Number.POSITIVE_INFINITY, 0]; used > 0.1 && second < 60; second += 1) {
    const before = cpuSeconds();
    await sleep(1_000);
    used = cpuSeconds() - before;
  }
}

/** Processor time of the worker so far, with all of its jobs. */
function cpuSeconds(): number {
  return [...cpuSecondsOf([worker.pid]).values()].reduce((sum, seconds) => sum + seconds, 0);
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function perSecond(items: number, milliseconds: number): string {
  return Math.round((items * 1_000) / milliseconds)
    .toLocaleString("en")
    .padStart(9);
}

function perItem(milliseconds: number, rows: number): string {
  return `${((milliseconds * 1_000) / rows).toFixed(1).padStart(6)} µs/row`;
}

/** The peak resident memory of a process. */
function peakMiB(pid: number): string {
  const kib = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kib) / 1024).toFixed(0).padStart(4);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
