import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findFreePort } from "../scripts/system/ports.ts";
import { type ReceivedMail, startMailServer } from "../service/testing/mail-server.ts";
import { assembleRoot, startInRoot } from "./support/root-file-system.ts";
import { type Ask, askThrough } from "./support/tls-client.ts";

// The product as its image holds it, in production mode behind Caddy with TLS. With a container engine: compose.yaml. Without one, on Linux as
// root: the steps of the Dockerfile (ops/image/build.sh) fill a root file system that has Node, the libraries it loads and nothing else; every
// process then runs in it by chroot, read-only, as user 10001. Caddy must be installed (Debian: caddy).
const ROOT = dirname(import.meta.dirname);
const DOMAIN = "localhost";
const CUSTOMER = {
  bvn: "22222222222",
  firstName: "Ada",
  lastName: "Obi",
  dateOfBirth: "1990-05-16",
  phoneNumber: "08031230001",
  email: "ada@shop.example",
  address: "1 Broad Street, Lagos",
};

const failures: string[] = [];
if (hasEngine()) runInContainers();
else await runInRootFileSystem();
if (failures.length > 0) process.exitCode = 1;

function check(name: string, isGood: boolean, found?: unknown): void {
  console.log(`  ${isGood ? "✓" : "✗"}  ${name}${isGood ? "" : `: ${String(found)}`}`);
  if (!isGood) failures.push(name);
}

function hasEngine(): boolean {
  return spawnSync("docker", ["info"], { stdio: "ignore" }).status === 0;
}

/** `--wait` ends well only if every health check succeeds. */
function runInContainers(): void {
  const secret = () => randomBytes(32).toString("hex");
  const names = ["RUNTIME_PASSWORD", "DATABASE_PASSWORD", "BANK_PASSWORD", "NEXTAUTH_SECRET"];
  const env = {
    ...process.env,
    // The database of the containers, not that of the benches.
    ...{ DATABASE_URL: "", DATABASE_OWNER_URL: "", DATABASE_REPLICA_URLS: "" },
    ...Object.fromEntries(
      [...names, "SANDBOX_BANK_CLIENT_SECRET", "SANDBOX_BANK_CALLBACK_SECRET"].map((name) => [name, secret()]),
    ),
    SECRETS_KEY: `1:${randomBytes(32).toString("base64")}`,
    ALLOW_SANDBOX_PROVIDERS: "1",
    COMPOSE_PROJECT_NAME: `wallet-${process.pid}`,
  };
  const compose = (...args: string[]) =>
    spawnSync("docker", ["compose", ...args], { cwd: ROOT, env, stdio: "inherit" }).status === 0;
  try {
    check("the containers are built, start and are healthy", compose("up", "--build", "--wait"), "see above");
  } finally {
    compose("down", "--volumes");
  }
}

async function runInRootFileSystem(): Promise<void> {
  const caddy = findProgram("caddy");
  const databaseUrl = process.env.DATABASE_URL;
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !caddy || !databaseUrl) {
    console.log("Not run: needs a container engine, or Linux as root with Caddy (npm run bench -- image).");
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "wallet-image-"));
  const children: ChildProcess[] = [];
  let isEnding = false;
  const mails = await startMailServer();
  try {
    const root = assembleRoot(folder, [DOMAIN, `api.${DOMAIN}`, `bank.${DOMAIN}`]);
    const ports = await choosePorts();
    const urls = await makeRoles(databaseUrl);
    const start = (name: string, args: string[], env: Record<string, string>) => {
      const child = startInRoot(root, args, env);
      children.push(child);
      if (process.env.BENCH_VERBOSE) child.stderr?.pipe(process.stderr);
      child.stdout?.resume();
      child.once("exit", (code) => code && !isEnding && console.log(`  ${name} exited with ${code}`));
      return child;
    };
    children.push(startCaddy(caddy, folder, ports));
    const authority = join(folder, "caddy", "caddy", "pki", "authorities", "local", "root.crt");
    await until(() => existsSync(authority));
    writeFileSync(join(root, "authority", "root.crt"), readFileSync(authority));
    const env = environmentOf({ ports, urls, mailPort: mails.port });
    const migrated = start("migrate", ["service/platform.ts", "migrate"], {
      ...env.service,
      DATABASE_OWNER_URL: urls.owner,
    });
    await exitOf(migrated);
    start("sandbox bank", ["service/sandbox-bank.ts"], env.bank);
    const service = (port: number) =>
      start("service", ["service/main.ts"], { ...env.service, SERVICE_PORT: String(port) });
    const first = service(ports.services[0]);
    service(ports.services[1]);
    start("worker", ["service/worker.ts"], { ...env.service, BOOK_HEADS_DIR: "/data/heads" });
    const next = ["node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1", "-p", String(ports.dashboard)];
    start("dashboard", next, env.dashboard);

    const ask = askThrough(ports.https, readFileSync(authority));
    await until(async () => (await ask(DOMAIN, "/login"))?.status === 200);
    await until(async () => (await ask(`api.${DOMAIN}`, "/healthz"))?.status === 200);
    checkConfinement(root, first);
    const health = await ask(DOMAIN, "/api/health");
    check("the dashboard reaches the service through TLS", health?.body.service === "reachable", health?.body.service);
    await useAsMerchant(ask, mails.received);
    await replaceService(ask, first, () => service(ports.services[0]));
    const paths = ["/metrics", "/readyz", "/dev/outbox"];
    const hidden = await Promise.all(paths.map((path) => ask(`api.${DOMAIN}`, path)));
    check(
      "metrics, readiness and the outbox stay inside",
      hidden.every((reply) => reply?.status === 404),
      hidden.map((reply) => reply?.status),
    );
  } finally {
    isEnding = true;
    mails.close();
    for (const child of children) child.kill("SIGTERM");
    await Promise.all(children.map(exitOf));
    rmSync(folder, { recursive: true, force: true });
  }
}

type Ports = { https: number; http: number; dashboard: number; bank: number; services: [number, number] };

async function choosePorts(): Promise<Ports> {
  const [https, http, dashboard, bank, first, second] = await Promise.all(Array.from({ length: 6 }, findFreePort));
  if (!https || !http || !dashboard || !bank || !first || !second) throw new Error("no port is free");
  return { https, http, dashboard, bank, services: [first, second] };
}

/** The roles of docs/operations.md, as ops/image/roles.sh makes them. */
async function makeRoles(ownerUrl: string): Promise<{ owner: string; runtime: string; bank: string }> {
  const password = randomBytes(24).toString("hex");
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  for (const role of ["wallet_runtime", "sandbox_bank"]) {
    await client.query(`create role ${role} login nosuperuser nocreatedb nocreaterole password '${password}'`);
  }
  for (const schema of ["sandbox_bank", "sandbox_issuer"]) {
    await client.query(`create schema ${schema} authorization sandbox_bank`);
  }
  await client.end();
  const as = (role: string) => Object.assign(new URL(ownerUrl), { username: role, password }).href;
  return { owner: ownerUrl, runtime: as("wallet_runtime"), bank: as("sandbox_bank") };
}

/** The environment of each process, as in compose.yaml. */
function environmentOf(input: { ports: Ports; urls: { runtime: string; bank: string }; mailPort: number }) {
  const { ports, urls, mailPort } = input;
  const at = (host: string) => `https://${host}:${ports.https}`;
  const bankSecrets = {
    SANDBOX_BANK_CLIENT_SECRET: randomBytes(32).toString("hex"),
    SANDBOX_BANK_CALLBACK_SECRET: randomBytes(32).toString("hex"),
  };
  const common = { NODE_EXTRA_CA_CERTS: "/authority/root.crt" };
  return {
    service: {
      ...common,
      ...bankSecrets,
      DATABASE_URL: urls.runtime,
      SECRETS_KEY: `1:${randomBytes(32).toString("base64")}`,
      DASHBOARD_URL: at(DOMAIN),
      SANDBOX_BANK_URL: at(`bank.${DOMAIN}`),
      DRAIN_SECONDS: "2",
      ALLOW_SANDBOX_PROVIDERS: "1",
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      SMTP_PLAINTEXT: "1",
      MAIL_FROM: "Wallets <no-reply@wallets.example>",
    },
    bank: {
      ...common,
      ...bankSecrets,
      SANDBOX_BANK_DATABASE_URL: urls.bank,
      SANDBOX_BANK_PORT: String(ports.bank),
      SANDBOX_BANK_SERVICE_URL: `${at(`api.${DOMAIN}`)}/v1`,
    },
    dashboard: {
      ...common,
      NEXTAUTH_SECRET: randomBytes(32).toString("hex"),
      NEXTAUTH_URL: at(DOMAIN),
      WALLET_SERVICE_URL: `${at(`api.${DOMAIN}`)}/v1`,
      CARD_REVEAL_ORIGINS: at(`bank.${DOMAIN}`),
    },
  };
}

function startCaddy(caddy: string, folder: string, ports: Ports): ChildProcess {
  return spawn(caddy, ["run", "--config", join(ROOT, "ops", "Caddyfile"), "--adapter", "caddyfile"], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_DATA_HOME: join(folder, "caddy"),
      XDG_CONFIG_HOME: join(folder, "caddy"),
      DOMAIN,
      HTTPS_PORT: String(ports.https),
      HTTP_PORT: String(ports.http),
      DASHBOARD: `127.0.0.1:${ports.dashboard}`,
      SERVICE_1: `127.0.0.1:${ports.services[0]}`,
      SERVICE_2: `127.0.0.1:${ports.services[1]}`,
      SANDBOX_BANK: `127.0.0.1:${ports.bank}`,
      // Everything runs on this machine, so callers stand in for the dashboard.
      DASHBOARD_ADDRESS: "127.0.0.1",
    },
    stdio: ["ignore", "ignore", process.env.BENCH_VERBOSE ? "inherit" : "ignore"],
  });
}

function checkConfinement(root: string, process: ChildProcess): void {
  const status = readFileSync(`/proc/${process.pid}/status`, "utf8");
  check("the service runs as user 10001", /^Uid:\s+10001\s/m.test(status), status);
  check("with no capability", /^CapEff:\s+0+$/m.test(status), /^CapEff.*/m.exec(status)?.[0]);
  const mounts = readFileSync(`/proc/${process.pid}/mounts`, "utf8").split("\n");
  const own = mounts.find((line) => line.split(" ")[1] === "/" || line.split(" ")[1] === root);
  check("its root file system is read-only", /^ro,/.test(own?.split(" ")[3] ?? ""), own);
}

/** Registers, confirms by the mailed code, signs in, opens a wallet and reads it, all through TLS. */
async function useAsMerchant(ask: Ask, mails: readonly ReceivedMail[]): Promise<void> {
  const forwardedFor = "203.0.113.7";
  const api = async (method: string, path: string, body?: object, token?: string) => {
    const call = { method, forwardedFor, ...(body && { body }), ...(token && { token }) };
    const reply = await ask(`api.${DOMAIN}`, `/v1${path}`, call);
    check(`${method} ${path}`, reply?.status === 200 || reply?.status === 201, JSON.stringify(reply?.body));
    return reply?.body ?? {};
  };
  const login = { email: "ngozi@shop.example", password: "a long pass phrase of mine" };
  const person = { firstName: "Ngozi", lastName: "Eze", phoneNumber: "08031234567" };
  await api("POST", "/merchant", { ...login, ...person, businessName: "Eze Stores", businessType: "Retail" });
  const findCode = () => mails.map(({ mail }) => /code is (\S+)/.exec(mail.text ?? "")?.[1]).find(Boolean);
  await until(() => findCode() !== undefined);
  const activationCode = findCode();
  await api("PUT", "/merchant/verify", { activationCode });
  const { data } = (await api("POST", "/auth/login", login)) as { data?: { accessToken: string } };
  const { customer } = (await api("POST", "/wallet", CUSTOMER, data?.accessToken)) as { customer?: { id: string } };
  await api("GET", `/wallet/customer?customerId=${customer?.id}`, undefined, data?.accessToken);
  const { data: sessions } = (await api("GET", "/user/sessions", undefined, data?.accessToken)) as {
    data?: { address: string }[];
  };
  const address = sessions?.[0]?.address;
  check("the service sees the address that the dashboard forwards", address === forwardedFor, address);
}

/** Stops a service process as an orchestrator does, while calls arrive, and starts it again. */
async function replaceService(ask: Ask, first: ChildProcess, again: () => void): Promise<void> {
  let isRunning = true;
  let calls = 0;
  const failed: unknown[] = [];
  const client = async () => {
    while (isRunning) {
      const reply = await ask(`api.${DOMAIN}`, "/healthz");
      calls += 1;
      if (reply?.status !== 200) failed.push(reply?.status ?? "no answer");
    }
  };
  const clients = [client(), client(), client(), client()];
  first.kill("SIGTERM");
  await exitOf(first);
  check("the service ends in order after SIGTERM", first.exitCode === 0, first.exitCode ?? first.signalCode);
  again();
  await sleep(3_000);
  isRunning = false;
  await Promise.all(clients);
  check(`no call fails while a process is replaced (${calls} calls)`, failed.length === 0, failed.slice(0, 5));
}

function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => void child.once("exit", () => done()));
}

async function until(isThere: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await isThere())) {
    if (performance.now() > deadline) throw new Error(`not within a minute: ${isThere}`);
    await sleep(200);
  }
}

function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}
