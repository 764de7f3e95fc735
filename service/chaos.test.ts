import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EmbeddedPostgres, startPostgres } from "../scripts/postgres/embedded-postgres.ts";
import { findFreePort } from "../scripts/system/ports.ts";
import { makeTemporaryFolder } from "../scripts/system/temporary-folder.ts";
import { openPool, type Pool } from "./db/pool.ts";
import { expectBooksToBalance } from "./testing/invariants.ts";
import { type HttpHarness, openHttpHarness } from "./testing/processes/http-harness.ts";
import { type ServiceProcess, startServiceProcess } from "./testing/processes/service-process.ts";
import { startTransferLoad, transferUntilBooked, untilDelivered } from "./testing/processes/transfer-load.ts";
import { startWorkerProcess, type WorkerProcess } from "./testing/processes/worker-process.ts";
import { openReceiver, type Receiver } from "./testing/webhooks/receiver.ts";

/** Run it for longer with CHAOS_SECONDS=60. */
const SECONDS = Number(process.env.CHAOS_SECONDS ?? 8);
const PAUSE_MS = 900;
const CLIENTS = 4;
const EVENTS_PER_TRANSFER = 4;
/** The minimum for a meaningful result. A slow machine continues until it reaches it. */
const FEWEST_TRANSFERS = 20;
const folder = makeTemporaryFolder("chaos-");

// A separate server with fsync: committed transfers must be on disk.
let postgres: EmbeddedPostgres;
let harness: HttpHarness;
let db: Pool;
let service: ServiceProcess;
let worker: WorkerProcess;
let receiver: Receiver;

beforeAll(async () => {
  postgres = await startPostgres({ dataDir: join(folder, "data") });
  harness = await openHttpHarness(postgres.url, { wallets: 40, each: 1_000_000n });
  db = openPool({ url: postgres.url, max: 2, applicationName: "chaos" });
  receiver = await openReceiver();
  receiver.script("/callback", { status: 200, afterMs: 5 });
  // Ignore earlier events. Use a callback, because it has no rate limit.
  await db.query("update outbox set fanned_out_at = now()");
  await db.query("update tenant_settings set callback_url = $1 where tenant = $2", [
    receiver.url("/callback"),
    harness.tenant,
  ]);
  service = await startServiceProcess(postgres.url, await findFreePort());
  worker = startWorkerProcess(postgres.url);
});
afterAll(async () => {
  service.kill();
  await worker.kill();
  await receiver.close();
  await db.end();
  await harness.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The number of requests that may have arrived without a recorded result. */
async function countInFlightRequests(): Promise<number> {
  const { rows } = await db.query<{ open: number }>(
    "select count(*)::int as open from webhook_jobs where lease is not null",
  );
  return rows[0]?.open ?? 0;
}

const kills = {
  /** Returns how many deliveries may be repeated. */
  async worker(): Promise<number> {
    await worker.kill();
    const open = await countInFlightRequests();
    worker = startWorkerProcess(postgres.url);
    return open;
  },
  async service(): Promise<number> {
    service.kill();
    service = await startServiceProcess(postgres.url, Number(new URL(service.address).port));
    return 0;
  },
  async postgres(): Promise<number> {
    postgres.kill();
    await postgres.ended;
    postgres = await startPostgres({ dataDir: join(folder, "data"), port: postgres.port });
    return 0;
  },
};

// A target accepts eight deliveries at a time even on a slow machine, so the backlog must stay small enough.
const startLoad = () => startTransferLoad({ address: service.address, harness, clients: CLIENTS, pauseMs: 60 });
const untilQuiet = () => untilDelivered(db, 180_000 + SECONDS * 1000);

describe(`${SECONDS} s of transfers while worker, service and PostgreSQL are killed`, () => {
  it(
    "every committed event reaches the receiver; only deliveries in flight at a kill are repeated",
    async () => {
      const load = startLoad();
      const order = ["worker", "service", "worker", "postgres"] as const;
      const endAt = Date.now() + SECONDS * 1000;
      const killed = { worker: 0, service: 0, postgres: 0 };
      let inFlightAtKills = 0;
      const isEnough = () => Math.min(...Object.values(killed)) > 0 && load.acknowledged() > FEWEST_TRANSFERS;
      for (let n = 0; Date.now() < endAt || !isEnough(); n += 1) {
        await sleep(PAUSE_MS * (0.5 + Math.random()));
        const what = order[n % order.length] ?? "worker";
        inFlightAtKills += await kills[what]();
        killed[what] += 1;
      }
      await load.stop();
      const acknowledged = load.acknowledged();
      inFlightAtKills += await kills.worker();
      // Simulate a minute: the leases of killed workers expire.
      await worker.kill();
      inFlightAtKills += await countInFlightRequests();
      await db.query("update webhook_jobs set due_at = now()");
      worker = startWorkerProcess(postgres.url);
      await untilQuiet();

      const { rows } = await db.query<{ transfers: number; events: number; stuck: number }>(
        `select (select count(*)::int from transactions where tenant = $1 and kind = 'transfer' and status = 'success') as transfers,
           (select count(*)::int from webhook_events where tenant = $1) as events,
           (select count(*)::int from webhook_deliveries where tenant = $1 and status <> 'success') as stuck`,
        [harness.tenant],
      );
      const { transfers, events, stuck } = rows[0] ?? { transfers: 0, events: 0, stuck: 0 };
      const received = receiver.received("/callback").map(({ headers }) => headers["x-webhook-event-id"]);
      const repeated = received.length - new Set(received).size;
      process.stdout.write(
        `chaos: ${JSON.stringify(killed)} kills, ${acknowledged} acknowledged, ${transfers} transfers, ${events} events, ` +
          `${new Set(received).size} received, ${repeated} repeated (${inFlightAtKills} in flight at kills), ${stuck} stuck\n`,
      );
      expect(transfers).toBeGreaterThanOrEqual(acknowledged);
      expect(events).toBe(transfers * EVENTS_PER_TRANSFER);
      expect(new Set(received).size).toBe(events);
      expect(stuck).toBe(0);
      expect(repeated).toBeLessThanOrEqual(inFlightAtKills);
      await expectBooksToBalance(db);
    },
    400_000 + SECONDS * 3_000,
  );
});

describe("a worker after SIGTERM", () => {
  it("finishes its deliveries and leaves no lease", async () => {
    receiver.script("/callback", { status: 200, afterMs: 700 });
    const before = receiver.received("/callback").length;
    await transferUntilBooked({ address: service.address, harness }, "last", 3);
    while (receiver.received("/callback").length === before) await sleep(10);
    expect(await worker.stop()).toBe(0);
    expect(await countInFlightRequests()).toBe(0);
    const { rows } = await db.query(
      `select count(*) filter (where status = 'success')::int as done from webhook_deliveries d
       join webhook_events e on e.id = d.event_id where e.reference = (
         select reference from transactions where tenant = $1 order by at desc, id desc limit 1)`,
      [harness.tenant],
    );
    expect(rows[0]?.done).toBeGreaterThan(0);
    worker = startWorkerProcess(postgres.url);
    await untilQuiet();
  });
});
