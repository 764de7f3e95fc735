import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { findFreePort } from "../scripts/system/ports.ts";
import { makeTemporaryFolder } from "../scripts/system/temporary-folder.ts";
import { inTransaction, ofTenant, openPool, type Pool } from "./db/pool.ts";
import { createReplicas, type Replicas } from "./db/replicas.ts";
import { grantRuntime } from "./db/runtime-role.ts";
import type { LogPosition, ReplicaReads } from "./db/tenant-scope.ts";
import { type HttpHarness, openHttpHarness } from "./testing/processes/http-harness.ts";
import { type ServiceProcess, startServiceProcess } from "./testing/processes/service-process.ts";
import { transferUntilBooked } from "./testing/processes/transfer-load.ts";
import { type Server, startServer, startStandby } from "./testing/standby.ts";

const ROLE = "wallet_runtime";
/** A conflict with recovery cancels a statement of the replica immediately. */
const settings = { max_standby_streaming_delay: "0", fsync: "off" };
/** A statement that the replica cancels, or is late for, runs on the primary: the next one on the replica again. */
const PATIENCE = { timeout: 10_000, interval: 50 };
const folder = makeTemporaryFolder("replicas-");

let primary: Server;
let standby: Server;
let harness: HttpHarness;
/** The service's pool and its replica, in this process. */
let pool: Pool;
let replicas: Replicas;
/** The replica as its owner. */
let onReplica: Pool;
let services: ServiceProcess[] = [];

beforeAll(async () => {
  primary = await startServer(join(folder, "primary"), await findFreePort(), { fsync: "off" });
  harness = await openHttpHarness(primary.url, { wallets: 20, each: 1_000_000n });
  await harness.pool.query(`create role ${ROLE} login password 'secret'`);
  await grantRuntime(harness.pool, ROLE);
  standby = await startStandby(primary, join(folder, "standby"), await findFreePort(), {
    isAsynchronous: true,
    settings,
  });
  onReplica = openPool({ url: standby.url, max: 2, applicationName: "test" });
  const [url, replicaUrl] = [ofRuntime(primary), ofRuntime(standby)];
  pool = openPool({ url, max: 4, applicationName: "test" });
  replicas = createReplicas({ primaryUrl: url, urls: [replicaUrl], max: 4, applicationName: "test-reads" });
  replicas.start();
  const env = { DATABASE_REPLICA_URLS: replicaUrl };
  const ports = [await findFreePort(), await findFreePort()];
  services = await Promise.all(ports.map((port) => startServiceProcess(url, port, { env })));
}, 120_000);
afterAll(async () => {
  for (const service of services) service.kill();
  await Promise.all([replicas.close(), pool.end(), onReplica.end(), harness.close()]);
  await standby.stop();
  await primary.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(untilUsed);

function ofRuntime({ url }: Server): string {
  const address = new URL(url);
  Object.assign(address, { username: ROLE, password: "secret" });
  return address.href;
}

/** Resolves when both processes and this one use the replica. */
async function untilUsed(): Promise<void> {
  const areUsed = async () => {
    const states = await Promise.all([0, 1].map((n) => metric(n, "database_replica_used")));
    return states.every((used) => used === 1) && replicas.states().every(({ isUsed }) => isUsed);
  };
  while (!(await areUsed())) await sleep(50);
}

/** The value of a metric of process `n`. */
async function metric(n: number, name: string): Promise<number> {
  const text = await (await fetch(`${services[n]?.address}/metrics`)).text();
  return Number(new RegExp(`^${name}.* (\\S+)$`, "m").exec(text)?.[1]);
}

const readsOn = (n: number, server: "primary" | "replica") => metric(n, `database_reads_total\\{server="${server}"\\}`);

/** The references of the newest transactions, as process `n` lists them. */
async function listOf(n: number): Promise<{ status: number; references: string[] }> {
  const reply = await fetch(`${services[n]?.address}/v1/merchant/transactions`, {
    headers: { authorization: `Bearer ${harness.key}` },
  });
  const { transactions } = (await reply.json()) as { transactions?: { reference: string }[] };
  return { status: reply.status, references: (transactions ?? []).map(({ reference }) => reference) };
}

let transfers = 0;
/** Books a transfer at process `n` and returns its reference. */
function transferAt(n: number): Promise<string> {
  transfers += 1;
  return transferUntilBooked({ address: services[n]?.address ?? "", harness }, `replicas-${transfers}`, transfers);
}

/** Runs a statement on the replica; again, where its replay cancels it. */
async function insistOnReplica(sql: string): Promise<unknown[]> {
  for (;;) {
    try {
      return (await onReplica.query(sql)).rows;
    } catch (error) {
      if (!String(error).includes("conflict with recovery")) throw error;
    }
  }
}

/** Stops the replay of the replica, so that it falls behind. */
async function whilePaused(work: () => Promise<void>): Promise<void> {
  await insistOnReplica("select pg_wal_replay_pause()");
  const isPaused = "select from (select pg_get_wal_replay_pause_state() as state) s where state = 'paused'";
  while ((await insistOnReplica(isPaused)).length === 0) await sleep(10);
  try {
    await work();
  } finally {
    await insistOnReplica("select pg_wal_replay_resume()");
  }
}

const scope = () => ({ tenant: harness.tenant, merchantId: "00000000-0000-4000-8000-000000000000", userId: null });
const isStandby = "select pg_is_in_recovery() as standby, current_user::text as role";

describe("with a replica", () => {
  it("lists read there, and see what the caller has just written at another process", async () => {
    const before = await readsOn(1, "replica");
    for (let n = 0; n < 20; n += 1) {
      const reference = await transferAt(0);
      expect((await listOf(1)).references).toContain(reference);
    }
    expect(await readsOn(1, "replica")).toBeGreaterThan(before);
    const { rows } = await onReplica.query(
      "select from pg_stat_activity where application_name = 'wallet-service-reads'",
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  it("that was the primary when it failed, it shows how long it has been away", async () => {
    const other = await startServer(join(folder, "other"), await findFreePort(), { fsync: "off" });
    const reads = createReplicas({ primaryUrl: primary.url, urls: [other.url], max: 1, applicationName: "test-other" });
    reads.start();
    await expect.poll(() => reads.states(), PATIENCE).toEqual([]);
    await sleep(2_000);
    const failedAt = performance.now();
    await other.stop();
    await expect.poll(() => reads.states().length, PATIENCE).toBe(1);
    const seconds = (performance.now() - failedAt) / 1_000;
    // The servers are asked twice a second.
    expect(reads.states()[0]?.lagSeconds).toBeLessThan(seconds + 1);
    await reads.close();
  });

  it("that does not replay any more, reads move to the primary and see every write", () =>
    whilePaused(async () => {
      for (let n = 0; n < 3; n += 1) {
        const reference = await transferAt(n % 2);
        expect((await listOf((n + 1) % 2)).references).toContain(reference);
      }
      const before = await readsOn(0, "replica");
      await listOf(0);
      expect(await readsOn(0, "replica")).toBe(before);
    }));

  it("that does not replay any more, a request sees what its own transaction has written", async () => {
    let wasOnReplica = false;
    // What others wrote just before the pause keeps the first read on the primary: then again.
    while (!wasOnReplica) {
      await untilUsed();
      await whilePaused(async () => {
        const db = ofTenant(pool, scope(), replicas);
        const named =
          "select count(*)::int as n, pg_is_in_recovery() as standby from wallets where account_name = 'Ada'";
        const [before] = (await db.query(named)).rows;
        expect(before).toMatchObject({ n: 0 });
        wasOnReplica = before?.standby;
        if (!wasOnReplica) return;
        await inTransaction(db, (tx) =>
          tx.query("update wallets set account_name = 'Ada' where customer_id = $1", [harness.customers[0]]),
        );
        expect((await db.query(named)).rows).toEqual([{ n: 1, standby: false }]);
      });
    }
  });

  it("the server itself refuses a statement before it has replayed the position of the request", async () => {
    const chosen = await vi.waitUntil(() => replicas.choose(), PATIENCE);
    const readAt = async (position: Partial<LogPosition>) => {
      const at: ReplicaReads = {
        ...replicas,
        choose: async () => ({ pool: chosen.pool, position: { ...chosen.position, ...position } }),
      };
      return (await ofTenant(pool, scope(), at).query(isStandby)).rows[0];
    };
    const [lsn, xmax] = ["FFFF/0", String(2n ** 40n)];
    await expect.poll(() => readAt({}), PATIENCE).toEqual({ standby: true, role: `${ROLE}_requests` });
    expect(await readAt({ lsn, xmax })).toMatchObject({ standby: false });
    // The log before this position, or all transactions: either is enough.
    await expect.poll(() => readAt({ xmax }), PATIENCE).toMatchObject({ standby: true });
    await expect.poll(() => readAt({ lsn }), PATIENCE).toMatchObject({ standby: true });
    // A position of another timeline says nothing.
    const history = chosen.position.history.replace(/\d+$/, "2");
    expect(await readAt({ history })).toMatchObject({ standby: false });
  });

  it("that is the primary itself, as where all servers are named, is not said to lag", async () => {
    const urls = [ofRuntime(primary), ofRuntime(standby)];
    const named = createReplicas({ primaryUrl: ofRuntime(primary), urls, max: 1, applicationName: "test-named" });
    named.start();
    const servers = () => named.states().map(({ server, isUsed }) => [server, isUsed]);
    await expect.poll(servers, PATIENCE).toEqual([[new URL(standby.url).host, true]]);
    await named.close();
  });

  it("a request sees there only the rows of its tenant", async () => {
    const count = "select count(*)::int as n, pg_is_in_recovery() as standby from wallets";
    const [own, other] = [scope(), { ...scope(), tenant: -1 }];
    const countOf = async (tenant: ReturnType<typeof scope>) =>
      (await ofTenant(pool, tenant, replicas).query(count)).rows;
    await expect.poll(() => countOf(own), PATIENCE).toEqual([{ n: 21, standby: true }]);
    await expect.poll(() => countOf(other), PATIENCE).toEqual([{ n: 0, standby: true }]);
  });

  it("a statement that it cancels or cannot run is run on the primary", async () => {
    await harness.pool.query(
      "create table crowded (n int); grant select on crowded to public; insert into crowded values (1)",
    );
    await untilUsed();
    const db = ofTenant(pool, scope(), replicas);
    const read = db.query<{ standby: boolean }>("select pg_is_in_recovery() as standby, pg_sleep(2 * n) from crowded");
    while ((await onReplica.query("select from pg_stat_activity where wait_event = 'PgSleep'")).rowCount === 0)
      await sleep(10);
    // Its lock conflicts with the statement on the replica.
    await harness.pool.query("truncate crowded; insert into crowded values (0)");
    expect((await read).rows).toMatchObject([{ standby: false }]);
    const writing = ofTenant(pool, scope(), replicas);
    await writing.query("update wallets set updated_at = updated_at where tenant = $1", [harness.tenant]);
  });

  it("that hangs or is killed, no request fails, and it is used again when it is back", async () => {
    const answers: number[] = [];
    let isReading = true;
    const readers = [0, 1].map(async (n) => {
      while (isReading) answers.push((await listOf(n)).status);
    });
    const until = async (more: number) => {
      const enough = answers.length + more;
      while (answers.length < enough) await sleep(10);
    };
    try {
      await until(5);
      const { rows } = await onReplica.query<{ pid: number }>(
        "select pid from pg_stat_activity where application_name in ('wallet-service-reads', 'wallet-log-position')",
      );
      for (const { pid } of rows) process.kill(pid, "SIGSTOP");
      await until(20);
      standby.kill();
      await standby.ended;
      await until(20);
      // Noticed by the next regular question; until then each read tries the replica first.
      await expect.poll(() => metric(0, "database_replica_used"), PATIENCE).toBe(0);
      await expect.poll(() => metric(0, "database_replica_lag_seconds"), PATIENCE).toBeGreaterThan(0.3);
      standby = await startServer(standby.dataDir, standby.port, settings);
      await untilUsed();
      await until(5);
    } finally {
      isReading = false;
    }
    await Promise.all(readers);
    expect(new Set(answers)).toEqual(new Set([200]));
    await expect.poll(() => metric(0, "database_replica_lag_seconds"), PATIENCE).toBeLessThan(0.3);
  }, 60_000);
});
