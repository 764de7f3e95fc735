import { existsSync } from "node:fs";
import { join } from "node:path";
import { checkPorts } from "./supervisor/check-ports.ts";
import { inspectDashboardBuild } from "./supervisor/dashboard-build.ts";
import { listDemoLogins, markSeeding, needsSeed, type ProductDatabase, startDatabase } from "./supervisor/database.ts";
import { lockInstance } from "./supervisor/instance-lock.ts";
import { watchParentProcesses } from "./supervisor/parents.ts";
import { Problem } from "./supervisor/problem.ts";
import { say, step } from "./supervisor/progress.ts";
import { readyMessage } from "./supervisor/ready-message.ts";
import { reloadOnChange } from "./supervisor/reload.ts";
import { readBankSecrets, readSecrets, withoutServiceSecrets } from "./supervisor/secrets.ts";
import { readSettings, type Settings } from "./supervisor/settings.ts";
import { createSupervisor, type SupervisedProcess, type Supervisor } from "./supervisor/supervisor.ts";
import { waitForPage } from "./supervisor/wait-for.ts";

const ROOT = join(import.meta.dirname, "..");
const NEXT = join(ROOT, "node_modules", "next", "dist", "bin", "next");
const LEFTOVER_TIMEOUT_MS = 15_000;
const REPEATED_SIGNAL_MS = 500;
/** With more room the heap grows to four times what is in use before it is collected. Decision 0207. */
const HEAP = "--max-old-space-size=1024";

// Everything started so far, in the order in which it is stopped.
type Running = {
  supervisor?: Supervisor;
  dashboard?: SupervisedProcess;
  backends: SupervisedProcess[];
  database?: ProductDatabase;
  unlock?: () => void;
};
const running: Running = { backends: [] };
let stopping: Promise<void> | undefined;

try {
  await start();
} catch (error) {
  if (!stopping) {
    console.error(error instanceof Problem ? `\n${error.message}\n` : error);
    await stop(1);
  }
}

async function start(): Promise<void> {
  if (Number(process.versions.node.split(".")[0]) < 24) {
    throw new Problem(`This is Node ${process.versions.node}; 24 is required. Start with npm start.`);
  }
  if (existsSync(join(ROOT, ".env"))) process.loadEnvFile(join(ROOT, ".env"));
  const settings = readSettings(ROOT, process.env, process.argv.slice(2));
  const lock = lockInstance(settings.dataDir, `http://localhost:${settings.port}`);
  running.unlock = lock.release;
  handleStopSignals();
  await checkPorts(settings, lock.wasLeftOver ? LEFTOVER_TIMEOUT_MS : 0);
  const common = commonEnvironment(settings);
  const logs = join(settings.dataDir, "logs");
  const supervisor = createSupervisor({ root: ROOT, logs, toTerminal: settings.isDev });
  running.supervisor = supervisor;

  say(`\nStarting${settings.isDev ? " for development" : ""} …`);
  const began = performance.now();
  const building = settings.isDev ? Promise.resolve() : buildDashboard(supervisor, common);
  building.catch(() => undefined);
  const database = await startDatabase(settings);
  running.database = database;
  // Only the migration gets the owner of the tables.
  const env = { ...common, DATABASE_URL: database.url, DATABASE_OWNER_URL: "", SANDBOX_BANK_DATABASE_URL: "" };
  await startBank(settings, supervisor, env, database);
  await prepareDatabase(settings, supervisor, database, env);
  await startService(settings, supervisor, env);
  await building;
  await startDashboard(settings, supervisor, env);
  if (settings.isDev) reloadOnChange(ROOT, running.backends);
  say(
    readyMessage({
      settings,
      logins: await listDemoLogins(database.ownerUrl),
      seconds: (performance.now() - began) / 1000,
    }),
  );
  process.send?.({ kind: "ready", databaseUrl: database.ownerUrl });
}

function commonEnvironment(settings: Settings): NodeJS.ProcessEnv {
  const bankUrl = process.env.SANDBOX_BANK_URL || `http://127.0.0.1:${settings.bankPort}`;
  return {
    ...process.env,
    ...readSecrets(settings, process.env),
    ...readBankSecrets(process.env),
    SANDBOX_BANK_URL: bankUrl,
    CARD_REVEAL_ORIGINS: process.env.CARD_REVEAL_ORIGINS || new URL(bankUrl).origin,
    PORT: String(settings.port),
    SERVICE_PORT: String(settings.servicePort),
    BOOK_HEADS_DIR: process.env.BOOK_HEADS_DIR || join(settings.dataDir, "heads"),
    SERVICE_HOST: process.env.SERVICE_HOST || "127.0.0.1",
    WALLET_SERVICE_URL: process.env.WALLET_SERVICE_URL || `http://127.0.0.1:${settings.servicePort}/v1`,
    NEXTAUTH_URL: process.env.NEXTAUTH_URL || `http://localhost:${settings.port}`,
    DASHBOARD_URL: process.env.DASHBOARD_URL || process.env.NEXTAUTH_URL || `http://localhost:${settings.port}`,
    NEXT_TELEMETRY_DISABLED: "1",
  };
}

/** Before the seed, which may use it. */
async function startBank(
  settings: Settings,
  supervisor: Supervisor,
  env: NodeJS.ProcessEnv,
  database: ProductDatabase,
): Promise<void> {
  const own = {
    SANDBOX_BANK_DATABASE_URL: database.bankUrl,
    SANDBOX_BANK_PORT: String(settings.bankPort),
    SANDBOX_BANK_CLIENT_SECRET: env.SANDBOX_BANK_CLIENT_SECRET,
    SANDBOX_BANK_CALLBACK_SECRET: env.SANDBOX_BANK_CALLBACK_SECRET,
    SANDBOX_BANK_SERVICE_URL: process.env.SANDBOX_BANK_SERVICE_URL || `http://127.0.0.1:${settings.servicePort}/v1`,
  };
  await step("sandbox bank started", async () => {
    const bank = supervisor.supervise({
      name: "sandbox-bank",
      args: ["service/sandbox-bank.ts"],
      env: { ...withoutServiceSecrets(env), ...own },
    });
    running.backends.push(bank);
    await waitForPage(`http://127.0.0.1:${settings.bankPort}/readyz`, bank);
    bank.markReady();
  });
}

async function prepareDatabase(
  settings: Settings,
  supervisor: Supervisor,
  database: ProductDatabase,
  env: NodeJS.ProcessEnv,
) {
  const platform = (command: string) => supervisor.run({ name: command, args: ["service/platform.ts", command], env });
  const isOwnRole = database.ownerUrl !== database.url;
  const owner = { ...env, DATABASE_OWNER_URL: isOwnRole ? database.ownerUrl : "" };
  await step("schema up to date", () =>
    supervisor.run({ name: "migrate", args: ["service/platform.ts", "migrate"], env: owner }),
  );
  const isWanted = !settings.isProduction && (settings.seedDemo ?? database.isEmbedded);
  if (!isWanted || !(await needsSeed(database.ownerUrl))) return;
  const done = database.isEmbedded ? markSeeding(settings) : () => undefined;
  await step("demo merchant made", () => platform("seed"));
  done();
}

async function buildDashboard(supervisor: Supervisor, common: NodeJS.ProcessEnv): Promise<void> {
  const build = inspectDashboardBuild(ROOT);
  if (!build.isNeeded) return;
  const env = { ...withoutServiceSecrets(common), NODE_ENV: "production" as const };
  await step("dashboard built (only after a change)", () =>
    supervisor.run({ name: "build", args: [NEXT, "build"], env }),
  );
  build.recordBuild();
}

async function startService(settings: Settings, supervisor: Supervisor, env: NodeJS.ProcessEnv): Promise<void> {
  await step("service and worker started", async () => {
    const service = supervisor.supervise({ name: "service", args: [HEAP, "service/main.ts"], env });
    running.backends.push(service);
    const worker = supervisor.supervise({ name: "worker", args: [HEAP, "service/worker.ts"], env });
    running.backends.push(worker);
    await Promise.race([waitForPage(`http://127.0.0.1:${settings.servicePort}/readyz`, service), worker.failure]);
    service.markReady();
    worker.markReady();
  });
}

async function startDashboard(settings: Settings, supervisor: Supervisor, env: NodeJS.ProcessEnv): Promise<void> {
  const command = settings.isDev ? "dev" : "start";
  const args = [NEXT, command, "-H", "127.0.0.1", "-p", String(settings.port)];
  const mode = settings.isDev ? ("development" as const) : ("production" as const);
  await step("dashboard started", async () => {
    const dashboard = supervisor.supervise({
      name: "dashboard",
      args,
      env: { ...withoutServiceSecrets(env), NODE_ENV: mode },
    });
    running.dashboard = dashboard;
    await waitForPage(`http://127.0.0.1:${settings.port}/login`, dashboard);
    dashboard.markReady();
  });
}

function handleStopSignals(): void {
  let lastSignalAt = Number.NEGATIVE_INFINITY;
  const onSignal = () => {
    // One Ctrl-C can arrive twice: from the terminal, and forwarded by npm.
    const isRepeat = performance.now() - lastSignalAt < REPEATED_SIGNAL_MS;
    if (isRepeat) return;
    lastSignalAt = performance.now();
    if (stopping) return kill();
    say("\nStopping … (once more to force it)");
    void stop(0);
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  process.on("SIGHUP", onSignal);
  watchParentProcesses(() => void stop(0));
}

/** Stops each process before the processes that it depends on. */
function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    await running.supervisor?.stopRuns();
    await running.dashboard?.stop();
    await Promise.all(running.backends.map((child) => child.stop()));
    await running.database?.stop();
    running.unlock?.();
    if (code === 0) say("Stopped.");
    process.exit(code);
  })();
  return stopping;
}

// The database's guardian stops PostgreSQL cleanly once this process has exited. The lock file stays, so that the next start
// waits for it.
function kill(): void {
  running.supervisor?.killAll();
  process.exit(1);
}
