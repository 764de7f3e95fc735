import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../scripts/system/ports.ts";
import { makeTemporaryFolder } from "../scripts/system/temporary-folder.ts";
import { TEST_SECRETS_KEY } from "../service/testing/context.ts";
import { bankEnvironment, startBankProcess } from "../service/testing/processes/bank-process.ts";
import { openHttpHarness } from "../service/testing/processes/http-harness.ts";
import { startServiceProcess } from "../service/testing/processes/service-process.ts";
import { startWorkerProcess } from "../service/testing/processes/worker-process.ts";
import { startServer, startStandby } from "../service/testing/standby.ts";
import { openReceiver } from "../service/testing/webhooks/receiver.ts";
import { createSystem, openWorker } from "./support/fault-system.ts";
import { type Fault, faults } from "./support/faults.ts";
import { findPrometheus, startPrometheus, untilTrue } from "./support/prometheus.ts";

// A Prometheus with the rules of ops/prometheus/alerts.yml watches service, worker, primary and standby. Each fault is made, its alerts must
// fire and, where the fault ends, end. All times of the rules are 20 times shorter. Needs Prometheus (Debian: prometheus), and libfaketime for
// the fault of a clock (Debian: faketime).
// `BENCH_PICTURES` names a folder for pictures of the panels during some faults; `BENCH_FAULTS=SealOld,JobFailing` makes only the faults of these alerts.
const PATIENCE_MS = 120_000;
const PICTURES = process.env.BENCH_PICTURES;
const ONLY = process.env.BENCH_FAULTS?.split(",");

const program = findPrometheus();
if (!program) {
  console.log("Not run: Prometheus is needed (Debian: prometheus).");
  process.exit(0);
}

const folder = makeTemporaryFolder("alerts-");
/** While this file exists, the primary cannot archive. */
const archiveIsFull = join(folder, "archive-is-full");
const archiving = { archive_mode: "on", archive_command: `test ! -e '${archiveIsFull}'` };
const primary = await startServer(join(folder, "first"), await findFreePort(), archiving);
const harness = await openHttpHarness(primary.url, { wallets: 20, each: 100_000_000n });
const standby = await startStandby(primary, join(folder, "second"), await findFreePort());
const db = harness.pool;
const receiver = await openReceiver();
await db.query("update outbox set fanned_out_at = now() where fanned_out_at is null");
const [workerPort, servicePort, bankPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
const bank = await startBankProcess(primary.url, { bank: bankPort, service: servicePort });
const env = { ...bankEnvironment(bankPort), SECRETS_KEY: TEST_SECRETS_KEY };
const service = await startServiceProcess(primary.url, servicePort, { env });
const worker = openWorker((more) =>
  startWorkerProcess(primary.url, { ...env, WORKER_METRICS_PORT: String(workerPort), ...more }),
);
const prometheus = await startPrometheus(program, { folder, service: new URL(service.address).host, workerPort });

const system = createSystem({ harness, service, worker, standby, receiver, archiveIsFull });
await system.setCallback(receiver.url("/callback"));
const unprovoked: string[] = [];
const load = system.sendTransfers();
try {
  await untilTrue(
    "Prometheus has read both processes",
    async () => (await prometheus.query("sum(up)"))[0]?.value === "2",
  );
  // The standby, the rates and the last runs of the jobs need a past.
  await sleep(20_000);
  // On a busy machine the first scrapes come too late.
  await untilQuiet(["ServiceDown", "WorkerDown", "SlowRequests"]);
  console.log(`Firing without a fault: ${[...(await prometheus.firing())].join(", ") || "none"}`);
  const chosen = faults.filter(({ alerts }) => !ONLY || alerts.some((alert) => ONLY.includes(alert)));
  const possible = chosen.filter(({ lacks }) => !lacks);
  for (const fault of possible) await provoke(fault);
  console.log(`${possible.length} faults; alerts that did not fire: ${unprovoked.join(", ") || "none"}`);
  for (const { alerts, lacks } of chosen) if (lacks) console.log(`Not made: ${alerts.join(", ")}. Needed: ${lacks}.`);
  if (unprovoked.length > 0) process.exitCode = 1;
} finally {
  load.stop();
  prometheus.kill();
  service.kill();
  await worker.kill().catch(() => undefined);
  await bank.kill();
  system.close();
  await receiver.close();
  await harness.close();
  primary.kill();
  standby.kill();
  await sleep(500);
  rmSync(folder, { recursive: true, force: true });
}

async function provoke(fault: Fault): Promise<void> {
  // What fires already would prove nothing.
  await untilQuiet(fault.alerts);
  const startedAt = performance.now();
  await fault.make(system);
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
  await showPanels(fault);
  if (!fault.end) return;
  await fault.end(system);
  const endedAt = performance.now();
  const left = await untilQuiet(fault.alerts);
  console.log(left.length > 0 ? `  still firing: ${left.join(", ")}` : `  quiet ${seconds(endedAt)} s after its end`);
}

/** Resolves with those that fire still when patience ends. */
async function untilQuiet(names: readonly string[]): Promise<string[]> {
  const since = performance.now();
  for (;;) {
    const still = await prometheus.firing();
    const left = names.filter((name) => still.has(name));
    if (left.length === 0 || performance.now() - since > PATIENCE_MS) return left;
    await sleep(250);
  }
}

async function showPanels({ name, panels = [], picture }: Fault): Promise<void> {
  for (const title of panels) await prometheus.printPanel(title);
  if (PICTURES && picture) await prometheus.drawPanels(join(PICTURES, `${picture}.png`), name, panels);
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(0);
}
