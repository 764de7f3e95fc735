import { ratioLine } from "../scripts/testing/bench-results.ts";
import type { WorkerProcess } from "../service/testing/processes/worker-process.ts";
import { startReceiverProcess } from "../service/testing/webhooks/receiver-process.ts";
import { openWebhookLoad, sendBare, type WebhookLoad } from "../service/testing/webhooks/webhook-load.ts";
import { cpuSecondsOf } from "./support/cpu-time.ts";
import { createDatabase } from "./support/database.ts";

// From the commit of an event to its receiver: fan-out, claim, signatures, HTTP, record. Load generator, worker,
// receivers, PostgreSQL and the plain HTTP client loop share the machine's cores, so only the ratios are meaningful. A
// subscription receives 100 a minute, so a rate needs enough subscriptions. The plain loop is the limit: warm, bodies as long, the same two
// signatures, the same guarded client; it runs before and after each backlog, as a machine has slow minutes. The worker is warm too, because it
// runs for weeks.
const TENANTS = Number(process.env.BENCH_TENANTS ?? 300);
const EACH = Number(process.env.BENCH_EACH ?? 90);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const BARE_SECONDS = SECONDS / 2;
const STEADY_PER_SECOND = 200;
const IDLE_PER_SECOND = 10;
const CONNECTIONS = 64;
const BUSY_PER_SECOND = 400;
const WARM_UP_EACH = 10;
const CALLERS = 256;
const MOST_FAN_OUT = 5;
const GIVE_UP_SECONDS = 180;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

const database = await createDatabase("webhooks");
const load = await openWebhookLoad(database.url, { tenants: TENANTS });
const receivers = await startReceiverProcess(TENANTS);
/** Endpoint `n` of a tenant responds after `delayMs`; `deadShare` of the tenants have an unreachable one. */
const endpoint = (tenant: number, delayMs: number, deadShare: number) =>
  `${receivers.origins[tenant]}/${tenant < TENANTS * deadShare ? "dead" : delayMs}`;

try {
  const urls = receivers.origins.map((origin) => `${origin}/0`);
  await load.listen((tenant) => [endpoint(tenant, 0, 0)]);
  await load.commitEvents(1);
  await load.fanOut();
  const bodyBytes = await load.bodyBytes();
  const measureBare = async (seconds: number) => {
    const rate = await sendBare(urls, { callers: CALLERS, seconds, bodyBytes });
    await receivers.report();
    return rate;
  };
  await measureBare(1);
  let bareBefore = await measureBare(BARE_SECONDS);
  say(`Bare loop of the HTTP client: signed, bodies of ${bodyBytes} bytes, ${CALLERS} concurrent callers.`);

  for (const isMade of [true, false]) {
    const what = isMade ? "pending deliveries" : "outbox records that the worker also fans out";
    say(`\nBacklog of ${TENANTS} merchants, ${EACH} each, ${what}; from the worker's first request to its last:`);
    for (const [fanOut, delayMs, deadShare] of [
      [1, 0, 0],
      [5, 0, 0],
      [1, 50, 0],
      [1, 500, 0],
      [1, 0, 0.1],
    ] as const) {
      const { perSecond, lost, repeated, processorTime } = await drain(load, { fanOut, delayMs, deadShare }, isMade);
      const bareAfter = await measureBare(BARE_SECONDS);
      const bare = (bareBefore + bareAfter) / 2;
      bareBefore = bareAfter;
      const shape = `fan-out ${fanOut}, receivers of ${delayMs} ms, ${deadShare * 100} % dead`;
      const rate = Math.round(perSecond).toLocaleString("en").padStart(7);
      say(
        `  ${shape.padEnd(44)} ${rate}/s  ${(perSecond / bare).toFixed(2)} of ${Math.round(bare).toLocaleString("en")} bare  ${processorTime}  lost ${lost}, repeated ${repeated}`,
      );
      if (delayMs > 0 || deadShare > 0) continue;
      const from = isMade ? "deliveries" : "outbox records";
      say(
        ratioLine(`  ${from} at fan-out ${fanOut} / bare client`, perSecond / bare, !isMade && fanOut > 1 ? 0.6 : 0.4),
      );
    }
  }

  say(`\nSteady, ${STEADY_PER_SECOND} events/s for ${SECONDS} s; from commit to receiver:`);
  for (const [fanOut, deadShare] of [
    [1, 0],
    [MOST_FAN_OUT, 0],
    [1, 0.1],
  ] as const) {
    const { p50, p95, p99, lost, repeated } = await flow(load, { fanOut, deadShare }, STEADY_PER_SECOND);
    say(
      `  fan-out ${fanOut}, ${deadShare * 100} % dead: p50 ${p50} ms, p95 ${p95} ms (aim 100), p99 ${p99} ms (aim 250)  lost ${lost}, repeated ${repeated}`,
    );
  }

  const busy = await flow(load, { fanOut: 1, deadShare: 0 }, BUSY_PER_SECOND, CONNECTIONS);
  say(
    `\n${CONNECTIONS} connections that commit ${BUSY_PER_SECOND} events/s together; from commit to receiver: p50 ${busy.p50} ms, p95 ${busy.p95} ms, p99 ${busy.p99} ms (aim 250)  lost ${busy.lost}, repeated ${busy.repeated}`,
  );

  say(`\nNearly idle, ${IDLE_PER_SECOND} events/s for ${SECONDS} s; from commit to receiver:`);
  const { deliveries, p50, p95, p99 } = await flow(load, { fanOut: 1, deadShare: 0 }, IDLE_PER_SECOND);
  say(`  ${deliveries} deliveries: p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms (aim 250)`);
} finally {
  receivers.close();
  await load.close();
  await database.drop();
}

type Shape = { fanOut: number; deadShare: number; delayMs?: number };

function listen({ fanOut, deadShare, delayMs = 0 }: Shape): Promise<void> {
  return load.listen((tenant) => Array.from({ length: fanOut }, () => endpoint(tenant, delayMs, deadShare)));
}

/**
 * A backlog that meets a warm worker, until all reachable endpoints have received it; `isMade`: stored as deliveries,
 * otherwise as outbox records. The worker is stopped while the backlog is made.
 */
async function drain(from: WebhookLoad, shape: Shape, isMade: boolean) {
  await listen({ fanOut: shape.fanOut, deadShare: 0 });
  const worker = from.startWorker();
  await from.commitEvents(Math.max(1, Math.round(WARM_UP_EACH / shape.fanOut)));
  await outcomeOf(from);
  await listen(shape);
  process.kill(worker.pid, "SIGSTOP");
  // With five times the deliveries per record, no more records are needed for the same duration.
  await from.commitEvents(Math.max(1, Math.round(EACH / shape.fanOut)));
  if (isMade) await from.fanOut();
  const before = await processorSeconds(from, worker);
  process.kill(worker.pid, "SIGCONT");
  const result = await outcomeOf(from);
  const after = await processorSeconds(from, worker);
  await worker.kill();
  const each = (seconds: number) => Math.round((seconds / result.requests) * 1_000_000);
  const processorTime = `${each(after.worker - before.worker)} µs worker + ${each(after.database - before.database)} µs database`;
  return { ...result, processorTime };
}

/** The processor time so far of the worker and of its connections in PostgreSQL. */
async function processorSeconds(from: WebhookLoad, { pid }: WorkerProcess) {
  const sum = (pids: readonly number[]) => [...cpuSecondsOf(pids).values()].reduce((all, seconds) => all + seconds, 0);
  return { worker: sum([pid]), database: sum(await from.workerBackends()) };
}

/** Outbox records that are committed one by one, from `connections` connections, while a warm worker runs. */
async function flow(from: WebhookLoad, shape: Shape, perSecond: number, connections = 1) {
  await listen(shape);
  const worker = from.startWorker();
  // Opens the connections: a password check for each takes the processors for half a second.
  await from.commitSteadily(STEADY_PER_SECOND, 1, connections);
  await outcomeOf(from);
  await from.commitSteadily(perSecond, SECONDS, connections);
  const result = await outcomeOf(from);
  await worker.kill();
  return result;
}

async function outcomeOf(from: WebhookLoad) {
  const { wanted, delivered } = await from.untilDelivered(GIVE_UP_SECONDS);
  if (delivered < wanted) process.exitCode = 1;
  const report = await receivers.report();
  const repeated = report.requests - report.deliveries;
  return { ...report, perSecond: report.deliveries / report.seconds, lost: wanted - delivered, repeated };
}
