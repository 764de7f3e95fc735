import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { choosePostgresAccount } from "../scripts/postgres/postgres-account.ts";
import { findFreePort } from "../scripts/system/ports.ts";
import { makeTemporaryFolder } from "../scripts/system/temporary-folder.ts";
import { openHttpHarness } from "../service/testing/processes/http-harness.ts";
import { startServiceProcess } from "../service/testing/processes/service-process.ts";
import { startTransferLoad } from "../service/testing/processes/transfer-load.ts";

// Three PostgreSQL servers under Patroni with the settings of ops/patroni.yml, and the service on all three. Transfers run while each
// leader in turn loses its Patroni and its PostgreSQL by kill -9. Needs Patroni, etcd and PostgreSQL 15 or newer (packages patroni,
// etcd-server and postgresql of Debian).
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const CLIENTS = 8;
const FEWEST_TRANSFERS = 200;
const SETTINGS = join(import.meta.dirname, "..", "ops", "patroni.yml");
const BINARIES = "/usr/lib/postgresql";

type Node = {
  name: string;
  port: number;
  api: string;
  dataDir: string;
  start(): void;
  kill(): void;
};

const patroni = findProgram("patroni");
const etcd = findProgram("etcd");
const binDir = findBinaries();
if (!patroni || !etcd || !binDir) {
  console.log("Not run: patroni, etcd and PostgreSQL are needed (Debian: patroni etcd-server postgresql).");
  process.exit(0);
}

const folder = makeTemporaryFolder("patroni-");
const account = choosePostgresAccount({ program: join(binDir, "postgres"), dataDir: join(folder, "none") });
account.own(folder);
const password = randomBytes(12).toString("hex");
const etcdUrl = `http://127.0.0.1:${await findFreePort()}`;
const children = new Set<ChildProcess>();
launch(
  etcd,
  [
    "--data-dir",
    join(folder, "etcd"),
    "--listen-client-urls",
    etcdUrl,
    "--advertise-client-urls",
    etcdUrl,
    "--listen-peer-urls",
    `http://127.0.0.1:${await findFreePort()}`,
  ],
  {},
);
const nodes = [await makeNode("node1"), await makeNode("node2"), await makeNode("node3")];

try {
  for (const node of nodes) node.start();
  await untilAllFollow();
  const servers = nodes.map(({ port }) => `127.0.0.1:${port}`).join(",");
  const url = `postgres://postgres:${password}@${servers}/postgres`;
  const harness = await openHttpHarness(url, { wallets: 40, each: 1_000_000n });
  const service = await startServiceProcess(url, await findFreePort());
  const load = startTransferLoad({ address: service.address, harness, clients: CLIENTS, pauseMs: 10 });
  const interruptions: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    await load.untilMore(FEWEST_TRANSFERS);
    const lost = await leader();
    if (!lost) throw new Error("the cluster has no leader");
    lost.kill();
    const killedAt = performance.now();
    await load.untilMore(CLIENTS + 1);
    const seconds = (performance.now() - killedAt) / 1_000;
    interruptions.push(seconds);
    console.log(
      `${lost.name} killed: ${(await leader())?.name} leads, transfers continue after ${seconds.toFixed(1)} s`,
    );
    lost.start();
    await untilAllFollow();
  }
  const acknowledged = await load.stop();
  const { rows } = await harness.pool.query<{ reference: string }>(
    "select reference from transactions where tenant = $1 and kind = 'transfer' and status = 'success'",
    [harness.tenant],
  );
  const booked = new Set(rows.map(({ reference }) => reference));
  const missing = acknowledged.filter((reference) => !booked.has(reference)).length;
  console.log(
    `${ROUNDS} failovers: ${acknowledged.length} transfers acknowledged, ${missing} lost, ${booked.size - acknowledged.length + missing} booked without an acknowledgement, ` +
      `longest interruption ${Math.max(...interruptions).toFixed(1)} s`,
  );
  if (missing > 0 || booked.size !== acknowledged.length) process.exitCode = 1;
  await service.stop();
  await harness.close();
} finally {
  for (const node of nodes) node.kill();
  for (const child of children) child.kill("SIGKILL");
  await sleep(500);
  rmSync(folder, { recursive: true, force: true });
}

async function makeNode(name: string): Promise<Node> {
  const [port, apiPort] = [await findFreePort(), await findFreePort()];
  const dataDir = join(folder, name, "data");
  mkdirSync(join(folder, name));
  account.own(join(folder, name));
  let child: ChildProcess | undefined;
  return {
    name,
    port,
    api: `http://127.0.0.1:${apiPort}`,
    dataDir,
    start() {
      child = launch(patroni ?? "", [SETTINGS], {
        PATRONI_NAME: name,
        PATRONI_ETCD3_HOSTS: etcdUrl.replace("http://", ""),
        PATRONI_RESTAPI_LISTEN: `127.0.0.1:${apiPort}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${apiPort}`,
        PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_DATA_DIR: dataDir,
        PATRONI_POSTGRESQL_BIN_DIR: binDir ?? "",
        PATRONI_POSTGRESQL_PGPASS: join(folder, name, "pgpass"),
        PATRONI_SUPERUSER_USERNAME: "postgres",
        PATRONI_SUPERUSER_PASSWORD: password,
        PATRONI_REPLICATION_USERNAME: "replicator",
        PATRONI_REPLICATION_PASSWORD: password,
        PATRONI_REWIND_USERNAME: "rewinder",
        PATRONI_REWIND_PASSWORD: password,
      });
    },
    kill() {
      child?.kill("SIGKILL");
      const file = join(dataDir, "postmaster.pid");
      const postmaster = existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : 0;
      for (const pid of postmaster > 0 ? [...childrenOf(postmaster), postmaster] : []) {
        try {
          process.kill(pid, "SIGKILL");
        } catch {
          // It exited before.
        }
      }
    },
  };
}

function launch(program: string, args: string[], env: Record<string, string>): ChildProcess {
  const [file, parameters] = account.command(program, args);
  const child = spawn(file, parameters, {
    ...account.identity,
    cwd: "/",
    env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8", ...env },
    stdio: process.env.BENCH_VERBOSE ? "inherit" : "ignore",
  });
  children.add(child);
  child.once("exit", () => children.delete(child));
  return child;
}

function childrenOf(pid: number): number[] {
  const list = `/proc/${pid}/task/${pid}/children`;
  return existsSync(list) ? readFileSync(list, "utf8").split(" ").filter(Boolean).map(Number) : [];
}

async function leader(): Promise<Node | undefined> {
  for (const node of nodes) if ((await statusOf(node, "/leader")) === 200) return node;
  return undefined;
}

/** Resolves when one node leads, the others follow, and commits wait for one of them. */
async function untilAllFollow(): Promise<void> {
  const deadline = performance.now() + 180_000;
  for (;;) {
    const statuses = await Promise.all(nodes.map((node) => statusOf(node, "/health")));
    const synchronous = await Promise.all(nodes.map((node) => statusOf(node, "/synchronous")));
    if (statuses.every((status) => status === 200) && synchronous.includes(200) && (await leader())) return;
    if (performance.now() > deadline) throw new Error("the cluster did not come up in 3 minutes");
    await sleep(200);
  }
}

async function statusOf(node: Node, path: string): Promise<number> {
  const signal = AbortSignal.timeout(2_000);
  const reply = await fetch(`${node.api}${path}`, { signal }).catch(() => undefined);
  await reply?.arrayBuffer().catch(() => undefined);
  return reply?.status ?? 0;
}

function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((one) => join(one, name)).find((file) => existsSync(file));
}

/** The programs of the newest PostgreSQL that Debian installed. */
function findBinaries(): string | undefined {
  if (!existsSync(BINARIES)) return undefined;
  const versions = readdirSync(BINARIES)
    .map(Number)
    .filter((version) => version >= 15);
  return versions.length > 0 ? join(BINARIES, String(Math.max(...versions)), "bin") : undefined;
}
