import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../scripts/system/ports.ts";
import { makeTemporaryFolder } from "../scripts/system/temporary-folder.ts";
import { openHttpHarness } from "../service/testing/processes/http-harness.ts";
import { type ServiceProcess, startServiceProcess } from "../service/testing/processes/service-process.ts";
import { startServer, startStandby } from "../service/testing/standby.ts";
import { cpuSecondsOf } from "./support/cpu-time.ts";
import { openConnection } from "./support/http-client.ts";
import { loadTransactions } from "./support/load-transactions.ts";

// Transfers by key while another process exports all transactions of the merchant: from the replica, from the primary, or not at all. The
// primary, its service and the clients have one half of the processors, the replica and the exporting services the other, as two machines would.
const TRANSACTIONS = Number(process.env.BENCH_TRANSACTIONS ?? 1_000_000);
const WALLETS = Number(process.env.BENCH_WALLETS ?? 10_000);
const CALLERS = Number(process.env.BENCH_CALLERS ?? 16);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 15);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

const half = Math.ceil(cpus().length / 2);
const HERE = `0-${half - 1}`;
const THERE = cpus().length > 1 ? `${half}-${cpus().length - 1}` : HERE;

/** Transfers acknowledged in a window, and the processor time of the primary's server meanwhile. */
type Window = { transfers: number; seconds: number; primarySeconds: number; exported: number };

const folder = makeTemporaryFolder("replica-export-");
const primary = await startServer(join(folder, "primary"), await findFreePort());
const isPinned = pin(primary.pid, HERE) && pin(process.pid, HERE);
const harness = await openHttpHarness(primary.url, { wallets: WALLETS, each: 1_000_000_000n });
await loadTransactions(harness.pool, { tenant: harness.tenant, count: TRANSACTIONS, say });
const standby = await startStandby(primary, join(folder, "standby"), await findFreePort(), { isAsynchronous: true });
pin(standby.pid, THERE);

const services = {
  transfers: await start(HERE),
  primary: await start(THERE),
  replica: await start(THERE, { DATABASE_REPLICA_URLS: standby.url }),
};
const connections = await Promise.all(
  Array.from({ length: CALLERS }, () => openConnection(services.transfers.address)),
);
let made = 0;

try {
  say(
    `Export of ${TRANSACTIONS.toLocaleString("en")} transactions beside transfers of ${CALLERS} callers, ${ROUNDS} rounds. ` +
      (isPinned
        ? `Processors ${HERE}: primary, service, clients; ${THERE}: replica, exports.`
        : "All share the processors (no taskset)."),
  );
  await measure(null, Math.min(SECONDS, 3));
  const windows: Record<"without" | "replica" | "primary", Window[]> = { without: [], replica: [], primary: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    windows.without.push(await measure(null));
    windows.replica.push(await measure(services.replica));
    windows.primary.push(await measure(services.primary));
  }
  const of = { without: sum(windows.without), replica: sum(windows.replica), primary: sum(windows.primary) };
  for (const [name, window] of Object.entries(of)) say(`  ${name.padEnd(8)} ${lineOf(window)}`);
  const ratio = (window: Window) => (rateOf(window) / rateOf(of.without)).toFixed(2);
  say(`transfers with the export on the replica / without an export: ${ratio(of.replica)} (aim 0.95)`);
  say(`transfers with the export on the primary / without an export: ${ratio(of.primary)}`);
  const metrics = await (await fetch(`${services.replica.address}/metrics`)).text();
  say(
    `Statements of the export: ${[...metrics.matchAll(/^database_reads_total\{server="(\w+)"\} (\d+)/gm)].map(([, server, n]) => `${n} on the ${server}`).join(", ")}.`,
  );
} finally {
  for (const connection of connections) connection.close();
  for (const service of Object.values(services)) service.kill();
  await harness.close();
  await standby.stop();
  await primary.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Transfers during one export by this service, or for some seconds. */
async function measure(exporter: ServiceProcess | null, seconds = SECONDS): Promise<Window> {
  let isRunning = true;
  const [startedAt, before, first] = [performance.now(), primarySeconds(), made];
  const clients = connections.map(async (_, caller) => {
    while (isRunning) await transfer(caller);
  });
  const exported = exporter ? await exportAll(exporter) : await sleep(seconds * 1_000, 0);
  isRunning = false;
  const window = {
    transfers: made - first,
    seconds: (performance.now() - startedAt) / 1_000,
    primarySeconds: primarySeconds() - before,
    exported,
  };
  await Promise.all(clients);
  return window;
}

async function transfer(caller: number): Promise<void> {
  const [from, to] = [made, made * 7 + 1].map((n) => harness.customers[n % WALLETS]);
  made += 1;
  const headers = `authorization: Bearer ${harness.key}\r\nidempotency-key: export-${made}\r\n`;
  const body = JSON.stringify({ fromCustomerId: from, toCustomerId: to, amount: 10 });
  const status = await connections[caller]?.post("/v1/transfer/wallet", headers, body);
  if (status !== 200) throw new Error(`unexpected answer ${status}`);
}

/** Reads a whole export in a process of its own, and returns its lines. */
async function exportAll({ address }: ServiceProcess): Promise<number> {
  const read = `let n = 0; const reply = await fetch(process.argv[1], { headers: { authorization: process.argv[2] } });
    for await (const chunk of reply.body) for (const byte of chunk) if (byte === 10) n += 1;
    console.log(reply.status === 200 ? n : "failed");`;
  const url = `${address}/v1/transaction/download/merchant`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", read, url, `Bearer ${harness.key}`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  pin(child.pid ?? 0, THERE);
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  await once(child, "close");
  const lines = Number(output);
  if (!(lines > TRANSACTIONS * 0.9)) throw new Error(`the export ended after ${output.trim()} lines`);
  return lines;
}

async function start(processors: string, env: Record<string, string> = {}): Promise<ServiceProcess> {
  const service = await startServiceProcess(primary.url, await findFreePort(), { env });
  pin(service.pid, processors);
  // So that the replica is in use.
  await sleep(1_000);
  return service;
}

/** Processor time of the primary's server so far: its own, its connections', and what ended ones used. */
function primarySeconds(): number {
  const pids = [primary.pid, ...childrenOf(primary.pid)];
  return [...cpuSecondsOf(pids).values()].reduce((total, one) => total + one, 0);
}

function childrenOf(pid: number): number[] {
  if (process.platform !== "linux") return [];
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
}

/** Keeps a process, its threads and the children that it has on these processors. False where that is not possible. */
function pin(pid: number, processors: string): boolean {
  const pids = process.platform === "linux" ? [pid, ...childrenOf(pid)].filter((one) => one > 0) : [];
  const pinned = pids.map((one) => spawnSync("taskset", ["-a", "-cp", processors, String(one)]).status === 0);
  return pinned.length > 0 && pinned.every(Boolean);
}

function sum(windows: readonly Window[]): Window {
  const total = (of: (window: Window) => number) => windows.reduce((so, window) => so + of(window), 0);
  return {
    transfers: total(({ transfers }) => transfers),
    seconds: total(({ seconds }) => seconds),
    primarySeconds: total((window) => window.primarySeconds),
    exported: total(({ exported }) => exported),
  };
}

function rateOf({ transfers, seconds }: Window): number {
  return transfers / seconds;
}

function lineOf(window: Window): string {
  const perTransfer = ((window.primarySeconds / window.transfers) * 1_000_000).toFixed(0);
  const exported = window.exported > 0 ? `, ${(window.exported / window.seconds).toFixed(0)} rows exported/s` : "";
  return `${rateOf(window).toFixed(0)} transfers/s in ${window.seconds.toFixed(0)} s; processor time of the primary ${perTransfer} µs per transfer${exported}`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
