import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../scripts/system/ports.ts";
import { makeTemporaryFolder } from "../scripts/system/temporary-folder.ts";
import { TEST_SECRETS_KEY } from "../service/testing/context.ts";
import { openHttpHarness } from "../service/testing/processes/http-harness.ts";
import { startServiceProcess } from "../service/testing/processes/service-process.ts";
import { startWorkerProcess } from "../service/testing/processes/worker-process.ts";
import { startServer, startStandby } from "../service/testing/standby.ts";
import { openReceiver } from "../service/testing/webhooks/receiver.ts";
import { findPrometheus, startPrometheus, untilTrue } from "./support/prometheus.ts";

// A Prometheus with the rules of ops/prometheus/alerts.yml watches service, worker, primary and standby. Each fault is made, its alerts must
// fire and, where the fault ends, end. All times of the rules are 20 times shorter. Needs Prometheus (Debian: prometheus).
const PATIENCE_MS = 120_000;

/** Alerts that are not made to fire here, each with the reason. */
const NOT_MADE = {
  EventLoopBlocked: "needs code that blocks the thread",
  LedgerBacklog: "needs more clients than this machine can run",
  ClockDiffers: "needs two machines",
  PayoutsLate: "needs a rail that hangs: service/payouts-chaos.test.ts",
  PayoutsWait: "needs a float that is empty: service/payouts-chaos.test.ts",
  ReplicationLag: "needs a standby that is slower than its primary",
  VerifierOld: "a lock that holds up the verifier did not make it fire yet; the reason is not known",
  JobOverdue: "takes three intervals of a job",
};

const program = findPrometheus();
if (!program) {
  console.log("Not run: Prometheus is needed (Debian: prometheus).");
  process.exit(0);
}

const folder = makeTemporaryFolder("alerts-");
const primary = await startServer(join(folder, "first"), await findFreePort());
const harness = await openHttpHarness(primary.url, { wallets: 20, each: 100_000_000n });
const standby = await startStandby(primary, join(folder, "second"), await findFreePort());
const db = harness.pool;
const receiver = await openReceiver();
await db.query("update outbox set fanned_out_at = now() where fanned_out_at is null");
await setCallback(receiver.url("/callback"));
const workerPort = await findFreePort();
const service = await startServiceProcess(primary.url, await findFreePort(), {
  env: { SECRETS_KEY: TEST_SECRETS_KEY },
});
const worker = startWorkerProcess(primary.url, { WORKER_METRICS_PORT: String(workerPort) });
const prometheus = await startPrometheus(program, { folder, service: new URL(service.address).host, workerPort });

type Fault = {
  name: string;
  alerts: string[];
  make(): Promise<unknown>;
  /** Ends the fault; without it the fault is the last of its kind. */
  end?(): Promise<unknown>;
  /** Panels whose values are printed during the fault. */
  panels?: string[];
};

const connect = async () => await db.connect();
const held = new Map<string, Awaited<ReturnType<typeof connect>>>();
const faults: Fault[] = [
  {
    name: "the receiver is down",
    alerts: ["DeliveriesFail"],
    make: () => setCallback("http://127.0.0.1:9/callback"),
    end: () => setCallback(receiver.url("/callback")),
    panels: ["Deliveries by outcome"],
  },
  {
    name: "somebody holds the wallets' rows",
    alerts: ["ServerErrors", "LedgerTrouble", "SlowRequests"],
    make: () => hold("accounts", "select 1 from accounts where kind = 'wallet' for update"),
    end: () => release("accounts"),
    panels: ["Errors (5xx) by route", "Duration of all requests", "Longest present flush, postings waiting"],
  },
  {
    name: "requests wait for a locked table",
    alerts: ["PoolExhausted"],
    async make() {
      await hold("wallets", "lock table wallets in access exclusive mode");
      for (let i = 0; i < 40; i += 1) void call("GET", "/wallet?page=1&perPage=10");
    },
    end: () => release("wallets"),
    panels: ["Connections of the pools"],
  },
  {
    name: "events cannot be written",
    alerts: ["OutboxOld"],
    make: () => hold("events", "lock table webhook_events in share mode"),
    end: () => release("events"),
    panels: ["Age of the oldest in each queue"],
  },
  {
    name: "an event cannot be published",
    alerts: ["OutboxQuarantined"],
    async make() {
      await db.query(`create function refuse_event() returns trigger language plpgsql as
        $$ begin raise exception 'refused'; end $$`);
      await db.query(
        "create trigger refuse_event before insert on webhook_events for each statement execute function refuse_event()",
      );
    },
    end: () => db.query("drop trigger refuse_event on webhook_events"),
    panels: ["Waiting"],
  },
  {
    name: "due deliveries cannot be claimed",
    alerts: ["DeliveriesLate"],
    async make() {
      await db.query(
        `insert into webhook_jobs (delivery_id, tenant, event_id, due_at, made_at)
         values (gen_random_uuid(), $1, gen_random_uuid(), now() + interval '2 seconds', now())`,
        [harness.tenant],
      );
      await hold("jobs", "lock table webhook_jobs in share mode");
    },
    async end() {
      await release("jobs");
      await db.query(
        "delete from webhook_jobs j where not exists (select from webhook_events e where e.id = j.event_id)",
      );
    },
  },
  {
    name: "due mails cannot be claimed",
    alerts: ["MessagesLate"],
    async make() {
      await db.query(
        `insert into messages (id, channel, sealed, due_at, good_until, created_at)
         values (gen_random_uuid(), 'email', '\\x00', now() + interval '2 seconds', now() + interval '1 day', now())`,
      );
      await hold("messages", "lock table messages in share mode");
    },
    end: () => release("messages"),
  },
  {
    name: "a worker died with the lease of an upload",
    alerts: ["UploadsStalled"],
    make: () =>
      db.query(
        `insert into batches (tenant, id, reference, operation, origin, status, actor, created_at, touched_at, leased_until)
         values ($1, gen_random_uuid(), 'stalled', 'credit', 'upload', 'processing', 'job:test', now(), now(), now() + interval '1 day')`,
        [harness.tenant],
      ),
    end: () => db.query("update batches set status = 'completed', finished_at = now() where reference = 'stalled'"),
  },
  {
    name: "the seals cannot be written",
    alerts: ["SealOld"],
    make: () => hold("seals", "lock table book_seals in share mode"),
    end: () => release("seals"),
  },
  {
    name: "the table of a job is missing",
    alerts: ["JobFailing"],
    make: () => db.query("alter table webhook_stat_deltas rename to lost"),
    end: () => db.query("alter table lost rename to webhook_stat_deltas"),
    panels: ["Jobs: failures"],
  },
  {
    name: "identity look-ups look like enumeration",
    alerts: ["IdentityEnumeration"],
    make: () =>
      db.query(
        `insert into identity_lookups (tenant, day, lookups, suspected_at)
         values ($1, (now() at time zone 'Africa/Lagos')::date, 500, now())`,
        [harness.tenant],
      ),
  },
  {
    name: "the standby is gone, and commits wait for it",
    alerts: ["StandbyGone", "LaneStalled"],
    async make() {
      standby.kill();
      await standby.ended;
    },
    async end() {
      await db.query("alter system reset synchronous_standby_names");
      await db.query("select pg_reload_conf()");
    },
    panels: ["Replication", "Longest present flush, postings waiting"],
  },
  {
    name: "a balance was changed past the service",
    alerts: ["BooksDiffer"],
    async make() {
      const client = await connect();
      await client.query("begin; set local session_replication_role = replica");
      await client.query("update accounts set balance = balance + 1 where kind = 'wallet'; commit");
      client.release();
    },
    panels: ["Books that differ"],
  },
  { name: "the service stopped", alerts: ["ServiceDown"], make: async () => service.kill() },
  { name: "the worker stopped", alerts: ["WorkerDown"], make: () => worker.kill() },
];

const unprovoked: string[] = [];
const load = sendTransfers();
try {
  await untilTrue(
    "Prometheus has read both processes",
    async () => (await prometheus.query("sum(up)"))[0]?.value === "2",
  );
  // The standby, the rates and the last runs of the jobs need a past.
  await sleep(20_000);
  console.log(`Firing without a fault: ${[...(await prometheus.firing())].join(", ") || "none"}`);
  for (const fault of faults) await provoke(fault);
  console.log(`${faults.length} faults; alerts that did not fire: ${unprovoked.join(", ") || "none"}`);
  for (const [name, reason] of Object.entries(NOT_MADE)) console.log(`not made: ${name} (${reason})`);
  if (unprovoked.length > 0) process.exitCode = 1;
} finally {
  load.stop();
  prometheus.kill();
  service.kill();
  await worker.kill().catch(() => undefined);
  for (const client of held.values()) client.release(true);
  await receiver.close();
  await harness.close();
  primary.kill();
  standby.kill();
  await sleep(500);
  rmSync(folder, { recursive: true, force: true });
}

async function provoke(fault: Fault): Promise<void> {
  const startedAt = performance.now();
  await fault.make();
  const missing = new Set(fault.alerts);
  while (missing.size > 0 && performance.now() - startedAt < PATIENCE_MS) {
    for (const name of await prometheus.firing()) {
      if (!missing.delete(name)) continue;
      console.log(`${fault.name}: ${name} fires after ${seconds(startedAt)} s`);
    }
    await sleep(250);
  }
  for (const name of missing) console.log(`${fault.name}: ${name} does NOT fire within ${seconds(startedAt)} s`);
  unprovoked.push(...missing);
  for (const title of fault.panels ?? []) await prometheus.printPanel(title);
  if (!fault.end) return;
  await fault.end();
  const endedAt = performance.now();
  while (performance.now() - endedAt < PATIENCE_MS) {
    const still = await prometheus.firing();
    if (!fault.alerts.some((name) => still.has(name))) break;
    await sleep(250);
  }
  const still = await prometheus.firing();
  const left = fault.alerts.filter((name) => still.has(name));
  console.log(left.length > 0 ? `  still firing: ${left.join(", ")}` : `  quiet ${seconds(endedAt)} s after its end`);
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(0);
}

async function hold(name: string, statement: string): Promise<void> {
  const client = await connect();
  held.set(name, client);
  // The pool ends idle transactions; this one is the fault.
  await client.query("begin; set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0");
  await client.query(statement);
}

async function release(name: string): Promise<void> {
  const client = held.get(name);
  held.delete(name);
  await client?.query("rollback");
  client?.release();
}

function setCallback(url: string): Promise<unknown> {
  return db.query("update tenant_settings set callback_url = $1 where tenant = $2", [url, harness.tenant]);
}

async function call(method: string, path: string, body?: object): Promise<void> {
  const headers = { authorization: `Bearer ${harness.key}`, "content-type": "application/json" };
  const sent = fetch(`${service.address}/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  await sent.then((reply) => reply.arrayBuffer()).catch(() => undefined);
}

/** Sends a few transfers a second; their answers do not matter. */
function sendTransfers(): { stop(): void } {
  let n = 0;
  const timer = setInterval(() => {
    const [from, to] = [harness.customers[n % 20], harness.customers[(n + 1) % 20]];
    n += 1;
    void call("POST", "/transfer/wallet", { fromCustomerId: from, toCustomerId: to, amount: 100 });
  }, 200);
  return { stop: () => clearInterval(timer) };
}
