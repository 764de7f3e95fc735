import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { HttpHarness } from "../../service/testing/processes/http-harness.ts";
import type { ServiceProcess } from "../../service/testing/processes/service-process.ts";
import type { WorkerProcess } from "../../service/testing/processes/worker-process.ts";
import type { Server } from "../../service/testing/standby.ts";
import type { Receiver } from "../../service/testing/webhooks/receiver.ts";
import { untilTrue } from "./prometheus.ts";

// Longer than the limit of EventLoopBlocked, and shorter than the second that Prometheus waits for an answer: without one the alert starts
// anew. Each sample of a long delay must be more than a hundredth of all, so the time between them is short.
const BLOCKED_MS = 700;
const ANSWERING_MS = 200;

/** The processes in which faults are made. */
export type Watched = {
  harness: HttpHarness;
  service: ServiceProcess;
  worker: Worker;
  standby: Server;
  receiver: Receiver;
  /** The path of a file; while it exists, the primary cannot archive its log. */
  archiveIsFull: string;
};

export type Worker = {
  kill(): Promise<void>;
  /** Kills it and starts another one, with these variables added to its environment. */
  restart(env: Record<string, string>): Promise<void>;
};

/** A worker process that can be started again. */
export function openWorker(start: (env: Record<string, string>) => WorkerProcess): Worker {
  let worker = start({});
  return {
    kill: () => worker.kill(),
    async restart(env) {
      await worker.kill();
      worker = start(env);
    },
  };
}

export type System = ReturnType<typeof createSystem>;

/** What makes and ends faults. */
export function createSystem(watched: Watched) {
  const { harness, service, standby } = watched;
  const db = harness.pool;
  const connect = async () => await db.connect();
  const held = new Map<string, Awaited<ReturnType<typeof connect>>>();
  let blocking: NodeJS.Timeout | undefined;

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
    const sent = fetch(`${service.address}/v1${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    await sent.then((reply) => reply.arrayBuffer()).catch(() => undefined);
  }

  /** Sends a few transfers a second; their answers do not matter. */
  function sendTransfers(): { stop(): void } {
    let n = 0;
    const timer = setInterval(() => void transfer(n++), 200);
    return { stop: () => clearInterval(timer) };
  }

  function transfer(n: number): Promise<void> {
    const [fromCustomerId, toCustomerId] = [harness.customers[n % 20], harness.customers[(n + 1) % 20]];
    return call("POST", "/transfer/wallet", { fromCustomerId, toCustomerId, amount: 100 });
  }

  /** Pays to an account of the sandbox bank; its last digits choose what happens there (Rails 7). */
  async function payOut(accountNumber: string): Promise<void> {
    await call("GET", "/transfer/banks");
    const body = {
      customerId: harness.customers[0],
      amount: 10_000,
      sortCode: "000013",
      accountNumber,
      narration: "Bench",
    };
    void call("POST", "/transfer/bank/customer", body);
    await untilTrue("the payout exists", async () => {
      const { rowCount } = await db.query("select from payouts where account_number = $1", [accountNumber]);
      return rowCount === 1;
    });
  }

  /** Stops the service most of each second, as code that holds its thread does, and lets it answer in between. */
  function blockThread(): void {
    blocking = setInterval(() => {
      service.signal("SIGSTOP");
      setTimeout(() => service.signal("SIGCONT"), BLOCKED_MS);
    }, BLOCKED_MS + ANSWERING_MS);
  }

  return {
    ...watched,
    ...{ db, connect, hold, release, setCallback, call, transfer, sendTransfers, payOut, blockThread },
    unblockThread: () => clearInterval(blocking),
    fillArchive: (isFull: boolean) => fillArchive(watched, isFull),
    delayStandby: (by: string) => delayStandby(standby, by),
    close() {
      clearInterval(blocking);
      for (const client of held.values()) client.release(true);
    },
  };
}

/** Lets the archive of the log be full, or takes it back. PostgreSQL tries when a file of the log is complete or its settings are read. */
async function fillArchive({ harness, archiveIsFull }: Watched, isFull: boolean): Promise<void> {
  if (isFull) writeFileSync(archiveIsFull, "");
  else rmSync(archiveIsFull);
  await harness.pool.query("select pg_switch_wal()");
  await harness.pool.query("select pg_reload_conf()");
}

async function delayStandby(standby: Server, by: string): Promise<void> {
  const there = new pg.Pool({ connectionString: standby.url, max: 1, application_name: "alerts" });
  // What the standby replays may cancel a statement there, or end its connection.
  there.on("error", () => undefined);
  try {
    await untilTrue("the standby has its delay", async () => {
      await there.query(`alter system set recovery_min_apply_delay = '${by}'`);
      await there.query("select pg_reload_conf()");
      return true;
    });
  } finally {
    await there.end();
  }
}

/** The library that shifts the clock of one process (Debian: faketime), if there is one. */
export function findFaketime(): string | undefined {
  const roots = ["/usr/lib", "/usr/local/lib"].filter(existsSync);
  const folders = roots.flatMap((root) => [root, ...readdirSync(root).map((name) => join(root, name))]);
  return folders.map((folder) => join(folder, "faketime", "libfaketimeMT.so.1")).find(existsSync);
}

/** The variables of a process whose clock differs by `shift`, such as "+30s". Its intervals stay as they are. */
export function shiftedClock(library: string, shift: string): Record<string, string> {
  return { LD_PRELOAD: library, FAKETIME: shift, FAKETIME_DONT_FAKE_MONOTONIC: "1" };
}
