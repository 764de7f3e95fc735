import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../scripts/system/ports.ts";
import { openHttpHarness } from "../service/testing/processes/http-harness.ts";
import { type ServiceProcess, startServiceProcess } from "../service/testing/processes/service-process.ts";
import { startWorkerProcess } from "../service/testing/processes/worker-process.ts";

// Two service processes behind HAProxy with ops/haproxy.cfg; each in turn is stopped by SIGTERM and started again while clients send transfers.
// A client sends each request once: every reply that is not 200 counts as failed. Needs HAProxy (Debian: haproxy).
const RESTARTS = Number(process.env.BENCH_RESTARTS ?? 100);
const CLIENTS = 8;
const SETTINGS = join(import.meta.dirname, "..", "ops", "haproxy.cfg");
const DATABASE_URL = process.env.DATABASE_URL;

const proxy = (process.env.PATH ?? "")
  .split(delimiter)
  .map((one) => join(one, "haproxy"))
  .find((file) => existsSync(file));
if (!proxy || !DATABASE_URL) {
  console.log("Not run: HAProxy is needed (Debian: haproxy), and a database (npm run bench -- rolling-restart).");
  process.exit(0);
}

const harness = await openHttpHarness(DATABASE_URL, { wallets: 40, each: 100_000_000n });
const worker = startWorkerProcess(DATABASE_URL);
const ports = [await findFreePort(), await findFreePort()];
const start = (port: number) => startServiceProcess(DATABASE_URL, port, { env: { DRAIN_SECONDS: "3" } });
const services: ServiceProcess[] = await Promise.all(ports.map(start));
const listen = `127.0.0.1:${await findFreePort()}`;
const balancer = spawn(proxy, ["-db", "-f", SETTINGS], {
  env: {
    LISTEN: listen,
    SERVICE_1: `127.0.0.1:${ports[0]}`,
    SERVICE_2: `127.0.0.1:${ports[1]}`,
    DASHBOARD: "127.0.0.1",
  },
  stdio: process.env.BENCH_VERBOSE ? "inherit" : "ignore",
});

const failures: string[] = [];
let sent = 0;
let isRunning = true;

try {
  await untilServed();
  const clients = Array.from({ length: CLIENTS }, (_, client) => sendTransfers(client));
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const which = restart % 2;
    await services[which]?.stop();
    services[which] = await start(ports[which] ?? 0);
    await untilReady(services[which]);
    // The proxy sees it, too.
    await sleep(300);
    if (restart % 10 === 9 && restart + 1 < RESTARTS) printProgress(restart + 1);
  }
  isRunning = false;
  await Promise.all(clients);
  printProgress(RESTARTS);
  for (const failure of failures.slice(0, 10)) console.log(`  ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
} finally {
  balancer.kill("SIGKILL");
  for (const service of services) service.kill();
  await worker.kill();
  await harness.close();
}

function printProgress(restarts: number): void {
  console.log(`${restarts} restarts, ${sent} transfers, ${failures.length} failed`);
}

async function sendTransfers(client: number): Promise<void> {
  for (let i = 0; isRunning; i += 1) {
    const [from, to] = [client + i, (client + i) * 7 + 1].map((n) => harness.customers[n % harness.customers.length]);
    const reply = await fetch(`http://${listen}/v1/transfer/wallet`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${harness.key}`,
        "content-type": "application/json",
        "idempotency-key": `rolling-${client}-${i}`,
      },
      body: JSON.stringify({ fromCustomerId: from, toCustomerId: to, amount: 10 }),
    }).catch((error: Error) => error);
    sent += 1;
    if (reply instanceof Error) failures.push(`${reply.message} (${reply.cause})`);
    else if (reply.status !== 200) failures.push(`${reply.status} ${await reply.text()}`);
    else await reply.arrayBuffer();
    await sleep(5);
  }
}

async function untilServed(): Promise<void> {
  while (
    !(await fetch(`http://${listen}/readyz?for=traffic`).then(
      (reply) => reply.ok,
      () => false,
    ))
  )
    await sleep(50);
}

async function untilReady(service: ServiceProcess | undefined): Promise<void> {
  while (
    !(await fetch(`${service?.address}/readyz?for=traffic`).then(
      (reply) => reply.ok,
      () => false,
    ))
  )
    await sleep(50);
}
