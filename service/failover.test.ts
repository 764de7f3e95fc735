import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findFreePort } from "../scripts/system/ports.ts";
import { makeTemporaryFolder } from "../scripts/system/temporary-folder.ts";
import { openPool, type Pool } from "./db/pool.ts";
import { expectBooksToBalance } from "./testing/invariants.ts";
import { type HttpHarness, openHttpHarness } from "./testing/processes/http-harness.ts";
import { type ServiceProcess, startServiceProcess } from "./testing/processes/service-process.ts";
import { startTransferLoad, untilDelivered } from "./testing/processes/transfer-load.ts";
import { startWorkerProcess, type WorkerProcess } from "./testing/processes/worker-process.ts";
import { type Server, startServer, startStandby } from "./testing/standby.ts";
import { openReceiver, type Receiver } from "./testing/webhooks/receiver.ts";

/** Run more of them with FAILOVERS=10. */
const FAILOVERS = Number(process.env.FAILOVERS ?? 1);
const CLIENTS = 8;
const EVENTS_PER_TRANSFER = 4;
/** Transfers before and after each failover, so that its figures mean something. */
const FEWEST_TRANSFERS = 30;
const folder = makeTemporaryFolder("failover-");

let primary: Server;
let standby: Server;
let url: string;
let harness: HttpHarness;
let db: Pool;
let service: ServiceProcess;
let worker: WorkerProcess;
let receiver: Receiver;

beforeAll(async () => {
  const ports = [await findFreePort(), await findFreePort()] as const;
  primary = await startServer(join(folder, "first"), ports[0]);
  url = primary.url.replace(`:${ports[0]}/`, `:${ports[0]},127.0.0.1:${ports[1]}/`);
  harness = await openHttpHarness(url, { wallets: 40, each: 1_000_000n });
  standby = await startStandby(primary, join(folder, "second"), ports[1]);
  db = openPool({ url, max: 2, applicationName: "failover" });
  receiver = await openReceiver();
  receiver.script("/callback", { status: 200, afterMs: 5 });
  await db.query("update outbox set fanned_out_at = now()");
  await db.query("update tenant_settings set callback_url = $1 where tenant = $2", [
    receiver.url("/callback"),
    harness.tenant,
  ]);
  service = await startServiceProcess(url, await findFreePort());
  worker = startWorkerProcess(url);
}, 120_000);
afterAll(async () => {
  service.kill();
  await worker.kill();
  await receiver.close();
  await db.end();
  await harness.close();
  await Promise.all([primary.stop(), standby.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

it(
  `${FAILOVERS} times the primary is killed under load and its standby promoted: nothing acknowledged is lost or doubled`,
  async () => {
    const load = startTransferLoad({ address: service.address, harness, clients: CLIENTS, pauseMs: 20 });
    const firstSuccessMs: number[] = [];
    for (let n = 0; n < FAILOVERS; n += 1) {
      await load.untilMore(FEWEST_TRANSFERS);
      primary.kill();
      await primary.ended;
      const [lost, promoted] = [primary, standby];
      await promote(promoted);
      const promotedAt = performance.now();
      await load.untilMore(1);
      firstSuccessMs.push(Math.round(performance.now() - promotedAt));
      primary = promoted;
      await load.untilMore(FEWEST_TRANSFERS);
      if (n < FAILOVERS - 1) standby = await startStandby(primary, lost.dataDir, lost.port);
    }
    const acknowledged = await load.stop();
    // Simulate a minute: the leases of deliveries whose end was not recorded expire.
    await worker.kill();
    await db.query("update webhook_jobs set due_at = now()");
    worker = startWorkerProcess(url);
    await untilDelivered(db);

    const { rows } = await db.query<{ reference: string }>(
      "select reference from transactions where tenant = $1 and kind = 'transfer' and status = 'success'",
      [harness.tenant],
    );
    const booked = new Set(rows.map(({ reference }) => reference));
    const received = new Set(receiver.received("/callback").map(({ headers }) => headers["x-webhook-event-id"]));
    process.stdout.write(
      `failover: ${FAILOVERS} of ${FAILOVERS}, ${acknowledged.length} transfers acknowledged, ${booked.size} booked, ` +
        `${received.size} events received; first success ${firstSuccessMs.join(", ")} ms after the promotion\n`,
    );
    expect(acknowledged.filter((reference) => !booked.has(reference))).toEqual([]);
    expect(acknowledged.length).toBe(booked.size);
    expect(received.size).toBe(booked.size * EVENTS_PER_TRANSFER);
    await expectBooksToBalance(db);
  },
  120_000 + FAILOVERS * 60_000,
);

async function promote({ url: own }: Server): Promise<void> {
  const pool = openPool({ url: own, max: 1, applicationName: "promote" });
  await pool.query("select pg_promote(true, 30)");
  await pool.end();
}
