import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { totalmem } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findFreePort } from "../system/ports.ts";
import { choosePostgresAccount, type PostgresAccount } from "./postgres-account.ts";
import { findPostgresBinaries, type PostgresBinaries } from "./postgres-binaries.ts";
import { SERVER_SETTINGS } from "./server-settings.ts";
import { stopLeftoverPostgres } from "./stop-leftover-postgres.ts";

export type EmbeddedPostgres = {
  url: string;
  port: number;
  pid: number;
  /** Resolves when the server has exited, for any reason. */
  ended: Promise<void>;
  /** Closes connections, writes a checkpoint and waits for the exit. */
  stop(): Promise<void>;
  /** Kills the server and all its processes immediately, like a power failure without disk loss. */
  kill(): void;
};

export type EmbeddedPostgresOptions = {
  dataDir: string;
  /** Default: a free port. */
  port?: number;
  /** Receives each line of PostgreSQL's log. */
  log?: (line: string) => void;
  /** Further settings, for example `{ fsync: "off" }` for a temporary database. */
  settings?: Record<string, string>;
};

type Installation = { binaries: PostgresBinaries; account: PostgresAccount; dataDir: string };

const USER = "wallet";
const DATABASE = "wallet";
const RETRY_SECONDS = 5;
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  timezone: "UTC",
  log_timezone: "UTC",
  ...SERVER_SETTINGS,
  shared_buffers: `${sharedBuffersMiB()}MB`,
};

/** An eighth of the memory, also of a container's, from 128 MiB to that of other servers. */
function sharedBuffersMiB(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.round(Math.min(1_024, Math.max(128, memory / 8 / 1_048_576)));
}

/**
 * Starts PostgreSQL from the npm platform package on `dataDir` (created on the first start), on 127.0.0.1 only.
 * First stops a server that a killed run left on the same folder. Resolves when `url` accepts connections.
 * @throws an error with PostgreSQL's last log lines when it does not start
 */
export async function startPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const binaries = findPostgresBinaries();
  const account = choosePostgresAccount({ program: binaries.postgres, dataDir });
  const installation = { binaries, account, dataDir };
  mkdirSync(dirname(dataDir), { recursive: true });
  if (!existsSync(join(dataDir, "PG_VERSION"))) initialise(installation);
  assertSameMajor(installation);
  await stopLeftoverPostgres(dataDir);

  const { child, port } = await launchWithRetry(installation, options);
  const url = `postgres://${USER}:${readPassword(dataDir)}@127.0.0.1:${port}/${DATABASE}`;
  const ended = new Promise<void>((done) => void child.once("exit", () => done()));
  if (child.exitCode !== null || child.pid === undefined) throw new Error("PostgreSQL ended while it was starting.");
  await ensureDatabase(url);
  return {
    url,
    port,
    pid: child.pid,
    ended,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      if (process.platform === "win32") spawnSync(binaries.pgCtl, ["stop", "-m", "fast", "-D", dataDir]);
      else child.kill("SIGINT");
      await ended;
    },
    kill: () => killTree(child),
  };
}

function passwordFile(dataDir: string): string {
  return `${dataDir}.password`;
}

function readPassword(dataDir: string): string {
  const file = passwordFile(dataDir);
  if (!existsSync(file)) throw new Error(`The password of the embedded database is missing: ${file}`);
  return readFileSync(file, "utf8").trim();
}

// Created under another name and then renamed: an interrupted start leaves no folder that looks complete.
function initialise({ binaries, account, dataDir }: Installation): void {
  const unfinished = `${dataDir}.new`;
  const password = passwordFile(dataDir);
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  account.own(unfinished);
  rmSync(password, { force: true });
  writeFileSync(password, `${randomBytes(24).toString("hex")}\n`, { mode: 0o600 });
  account.own(password);
  const flags = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  const [file, args] = account.command(binaries.initdb, [
    `--pgdata=${unfinished}`,
    `--username=${USER}`,
    `--pwfile=${password}`,
    "--auth=scram-sha-256",
    ...flags,
  ]);
  const done = spawnSync(file, args, { ...childOptions(account, dataDir), encoding: "utf8" });
  if (done.status !== 0) {
    throw new Error(`The embedded database could not be created: ${done.stderr || done.error?.message || done.signal}`);
  }
  renameSync(unfinished, dataDir);
}

function childOptions(account: PostgresAccount, dataDir: string) {
  const cwd = process.platform === "win32" ? dirname(dataDir) : "/";
  return { ...account.identity, cwd, env: { ...process.env, LC_ALL: "C" }, windowsHide: true };
}

function assertSameMajor({ binaries, dataDir }: Installation): void {
  const made = readFileSync(join(dataDir, "PG_VERSION"), "utf8").trim();
  const present = /(\d+)\./.exec(spawnSync(binaries.postgres, ["--version"], { encoding: "utf8" }).stdout ?? "")?.[1];
  if (present !== undefined && present !== made) {
    throw new Error(
      `${dataDir} was created by PostgreSQL ${made}, but PostgreSQL ${present} is installed. Move the folder, or install PostgreSQL ${made}.`,
    );
  }
}

// A killed server holds its lock file until the system has reaped it, and another program may take a free port meanwhile.
async function launchWithRetry(installation: Installation, options: EmbeddedPostgresOptions) {
  const deadline = performance.now() + RETRY_SECONDS * 1000;
  for (;;) {
    const port = options.port ?? (await findFreePort());
    try {
      return { child: await launch(installation, { ...options, port }), port };
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      const passes = /lock file .* already exists|pre-existing shared memory block|Address already in use/.test(text);
      if (!passes || performance.now() > deadline) throw error;
      await sleep(200);
    }
  }
}

function launch(
  { binaries, account, dataDir }: Installation,
  options: EmbeddedPostgresOptions & { port: number },
): Promise<ChildProcess> {
  const settings = Object.entries({ ...SETTINGS, ...options.settings }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const [file, args] = account.command(binaries.postgres, ["-D", dataDir, "-p", String(options.port), ...settings]);
  // Detached: Ctrl-C must not reach PostgreSQL before its clients have finished.
  const child = spawn(file, args, {
    ...childOptions(account, dataDir),
    stdio: ["ignore", "ignore", "pipe"],
    detached: process.platform !== "win32",
  });
  return new Promise((started, failed) => {
    const lastLines: string[] = [];
    let rest = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        options.log?.(line);
        if (lastLines.push(line) > 20) lastLines.shift();
        if (/database system is ready to accept (read-only )?connections/.test(line)) started(child);
      }
    });
    child.once("error", failed);
    child.once("close", () => {
      failed(
        new Error(`PostgreSQL did not start over ${basename(dataDir)}:\n${[...lastLines, rest].join("\n").trim()}`),
      );
    });
  });
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: new URL("/postgres", url).href });
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

function killTree(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  const list = `/proc/${child.pid}/task/${child.pid}/children`;
  const backends = existsSync(list) ? readFileSync(list, "utf8").split(" ").filter(Boolean).map(Number) : [];
  child.kill("SIGKILL");
  for (const pid of backends) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It exited with the server.
    }
  }
}
