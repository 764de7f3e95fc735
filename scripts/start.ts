import { existsSync } from "node:fs";
import { join } from "node:path";
import { checkPorts } from "./supervisor/check-ports.ts";
import { inspectDashboardBuild } from "./supervisor/dashboard-build.ts";
import { listDemoLogins, markSeeding, needsSeed, type ProductDatabase, startDatabase } from "./supervisor/database.ts";
import { createFamily, type Family, type Kept } from "./supervisor/family.ts";
import { lockInstance } from "./supervisor/instance-lock.ts";
import { watchParents } from "./supervisor/parents.ts";
import { Problem } from "./supervisor/problem.ts";
import { say, step } from "./supervisor/progress.ts";
import { reloadOnChange } from "./supervisor/reload.ts";
import { readSecrets, withoutServiceSecrets } from "./supervisor/secrets.ts";
import { readSettings, type Settings } from "./supervisor/settings.ts";
import { waitForPage } from "./supervisor/wait-for.ts";
import { welcome } from "./supervisor/welcome.ts";

const ROOT = join(import.meta.dirname, "..");
const NEXT = join(ROOT, "node_modules", "next", "dist", "bin", "next");
const FORMER_RUN_PATIENCE_MS = 15_000;
const SAME_KEYSTROKE_MS = 500;

// What has been started so far, in the order in which it is stopped.
type Running = { family?: Family; dashboard?: Kept; backs: Kept[]; database?: ProductDatabase; unlock?: () => void };
const running: Running = { backs: [] };
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
    throw new Problem(`This is Node ${process.versions.node}; the product needs 24. Start it with npm start.`);
  }
  if (existsSync(join(ROOT, ".env"))) process.loadEnvFile(join(ROOT, ".env"));
  const settings = readSettings(ROOT, process.env, process.argv.slice(2));
  const lock = lockInstance(settings.dataDir, `http://localhost:${settings.port}`);
  running.unlock = lock.release;
  listenForTheEnd();
  await checkPorts(settings, lock.wasLeftOver ? FORMER_RUN_PATIENCE_MS : 0);
  const common = commonEnvironment(settings);
  const logs = join(settings.dataDir, "logs");
  const family = createFamily({ root: ROOT, logs, toTerminal: settings.isDev });
  running.family = family;

  say(`\nStarting${settings.isDev ? " for development" : ""} …`);
  const began = performance.now();
  const building = settings.isDev ? Promise.resolve() : buildDashboard(family, common);
  building.catch(() => undefined);
  const database = await startDatabase(settings);
  running.database = database;
  const env = { ...common, DATABASE_URL: database.url };
  await prepareDatabase(settings, family, database, env);
  await startService(settings, family, env);
  await building;
  await startDashboard(settings, family, env);
  if (settings.isDev) reloadOnChange(ROOT, running.backs);
  say(welcome({ settings, logins: await listDemoLogins(database.url), seconds: (performance.now() - began) / 1000 }));
  process.send?.({ kind: "ready" });
}

function commonEnvironment(settings: Settings): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...readSecrets(settings, process.env),
    PORT: String(settings.port),
    SERVICE_PORT: String(settings.servicePort),
    SERVICE_HOST: process.env.SERVICE_HOST || "127.0.0.1",
    WALLET_SERVICE_URL: process.env.WALLET_SERVICE_URL || `http://127.0.0.1:${settings.servicePort}/v1`,
    NEXTAUTH_URL: process.env.NEXTAUTH_URL || `http://localhost:${settings.port}`,
    DASHBOARD_URL: process.env.DASHBOARD_URL || process.env.NEXTAUTH_URL || `http://localhost:${settings.port}`,
    NEXT_TELEMETRY_DISABLED: "1",
  };
}

async function prepareDatabase(settings: Settings, family: Family, database: ProductDatabase, env: NodeJS.ProcessEnv) {
  const platform = (command: string) => family.run({ name: command, args: ["service/platform.ts", command], env });
  await step("schema up to date", () => platform("migrate"));
  const isWanted = !settings.isProduction && (settings.seedDemo ?? database.isEmbedded);
  if (!isWanted || !(await needsSeed(database.url))) return;
  const done = database.isEmbedded ? markSeeding(settings) : () => undefined;
  await step("demo merchant made", () => platform("seed"));
  done();
}

async function buildDashboard(family: Family, common: NodeJS.ProcessEnv): Promise<void> {
  const build = inspectDashboardBuild(ROOT);
  if (!build.isNeeded) return;
  const env = { ...withoutServiceSecrets(common), NODE_ENV: "production" as const };
  await step("dashboard built (only after a change)", () => family.run({ name: "build", args: [NEXT, "build"], env }));
  build.noteDone();
}

async function startService(settings: Settings, family: Family, env: NodeJS.ProcessEnv): Promise<void> {
  await step("service and worker started", async () => {
    const service = family.keep({ name: "service", args: ["service/main.ts"], env });
    running.backs.push(service);
    const worker = family.keep({ name: "worker", args: ["service/worker.ts"], env });
    running.backs.push(worker);
    await Promise.race([waitForPage(`http://127.0.0.1:${settings.servicePort}/readyz`, service), worker.failure]);
    service.settle();
    worker.settle();
  });
}

async function startDashboard(settings: Settings, family: Family, env: NodeJS.ProcessEnv): Promise<void> {
  const command = settings.isDev ? "dev" : "start";
  const args = [NEXT, command, "-H", "127.0.0.1", "-p", String(settings.port)];
  const mode = settings.isDev ? ("development" as const) : ("production" as const);
  await step("dashboard started", async () => {
    const dashboard = family.keep({
      name: "dashboard",
      args,
      env: { ...withoutServiceSecrets(env), NODE_ENV: mode },
    });
    running.dashboard = dashboard;
    await waitForPage(`http://127.0.0.1:${settings.port}/login`, dashboard);
    dashboard.settle();
  });
}

function listenForTheEnd(): void {
  let askedAt = Number.NEGATIVE_INFINITY;
  const asked = () => {
    // One Ctrl-C may arrive twice: from the terminal, and passed on by npm.
    const isRepeat = performance.now() - askedAt < SAME_KEYSTROKE_MS;
    if (isRepeat) return;
    askedAt = performance.now();
    if (stopping) return kill();
    say("\nStopping … (once more to force it)");
    void stop(0);
  };
  process.on("SIGINT", asked);
  process.on("SIGTERM", asked);
  process.on("SIGHUP", asked);
  watchParents(() => void stop(0));
}

/** Those who use something stop before it does. */
function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    await running.family?.stopRuns();
    await running.dashboard?.stop();
    await Promise.all(running.backs.map((child) => child.stop()));
    await running.database?.stop();
    running.unlock?.();
    if (code === 0) say("Stopped.");
    process.exit(code);
  })();
  return stopping;
}

// The database's guardian is left to itself: it stops PostgreSQL properly as soon as this process is gone.
// The lock file stays, so that the next start waits for that.
function kill(): void {
  running.family?.killAll();
  process.exit(1);
}
