import { findFreePort } from "../scripts/system/ports.ts";
import { ratioLine } from "../scripts/testing/bench-results.ts";
import { openHttpHarness } from "../service/testing/processes/http-harness.ts";
import { startServiceProcess } from "../service/testing/processes/service-process.ts";
import { startWorkerProcess } from "../service/testing/processes/worker-process.ts";
import { createDatabase } from "./support/database.ts";
import { type HttpConnection, openConnection } from "./support/http-client.ts";
import { askService, paymentsFile, uploadPayments } from "./support/uploads.ts";

// How long transfers take while a large file of payments arrives, and while the worker pays it: ratios to the same transfers alone.
const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const WALLETS = Number(process.env.BENCH_WALLETS ?? 100_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const CONNECTIONS = 64;
const AMOUNT = 10;

const database = await createDatabase("bench_upload_latency");
const harness = await openHttpHarness(database.url, { wallets: WALLETS, each: 1_000_000n });
const service = await startServiceProcess(database.url, await findFreePort());
const worker = startWorkerProcess(database.url);
const caller = { address: service.address, key: harness.key };
await askService(caller, "/merchant/fund-wallet", JSON.stringify({ amount: 1_000_000_000_000 }));
const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(service.address)));
let sent = 0;

// The load generator makes the file before it measures: otherwise its own pauses are counted.
const file = paymentsFile({ rows: ROWS, amount: AMOUNT, customerOf: customer });
say(`Transfers at ${CONNECTIONS} connections beside a file of ${ROWS.toLocaleString("en")} rows:`);
await latencies(forSeconds(SECONDS / 2));
const alone = await latencies(forSeconds(SECONDS));
print("alone", alone);

let isArriving = true;
const arriving = uploadPayments(caller, { file, reference: "bench-upload" }).finally(() => {
  isArriving = false;
});
const arrival = await latencies(() => isArriving);
await arriving;
print("while it arrives", arrival);

const isPaying = await watchPayment();
const until = forSeconds(SECONDS);
const payment = await latencies((ms) => until(ms) && isPaying());
print("while it is paid", payment);
for (const [what, values] of Object.entries({ arrives: arrival, "is paid": payment })) {
  say(ratioLine(`  p99 while it ${what} / alone`, quantile(values, 0.99) / quantile(alone, 0.99), 2));
}

for (const connection of connections) connection.close();
await worker.kill();
await service.stop();
await harness.close();
await database.drop();

function forSeconds(seconds: number): (ms: number) => boolean {
  return (ms) => ms < seconds * 1_000;
}

/** The latencies of transfers on all connections, sorted, in ms; `isWanted` gets the ms since the beginning. */
async function latencies(isWanted: (ms: number) => boolean): Promise<number[]> {
  const began = performance.now();
  const taken: number[] = [];
  async function run(connection: HttpConnection): Promise<void> {
    while (isWanted(performance.now() - began)) {
      sent += 1;
      const from = performance.now();
      const body = { fromCustomerId: customer(sent), toCustomerId: customer(sent + 1), amount: AMOUNT };
      const headers = `authorization: Bearer ${harness.key}\r\nidempotency-key: beside-${sent}\r\n`;
      const status = await connection.post("/v1/transfer/wallet", headers, JSON.stringify(body));
      if (status !== 200) throw new Error(`a transfer got ${status}`);
      taken.push(performance.now() - from);
    }
  }
  await Promise.all(connections.map(run));
  return taken.sort((a, b) => a - b);
}

/** Whether the worker still pays the file, as of the last second. */
async function watchPayment(): Promise<() => boolean> {
  let isOpen = true;
  async function look(): Promise<void> {
    const open = "select 1 from batches where status in ('pending', 'processing') limit 1";
    isOpen = ((await harness.pool.query(open)).rowCount ?? 0) > 0;
    if (isOpen) setTimeout(() => void look().catch(() => undefined), 1_000).unref();
  }
  await look();
  return () => isOpen;
}

function print(what: string, values: readonly number[]): void {
  const [p50, p99] = [quantile(values, 0.5).toFixed(0), quantile(values, 0.99).toFixed(0)];
  say(`  ${what.padEnd(17)} p50 ${p50} ms, p99 ${p99} ms of ${values.length.toLocaleString("en")} transfers`);
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

function customer(index: number): string {
  return harness.customers[(index * 7) % harness.customers.length] ?? "";
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
