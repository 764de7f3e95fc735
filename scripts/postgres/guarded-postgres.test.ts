import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { isAlive } from "../system/processes.ts";
import { makeTemporaryFolder } from "../system/temporary-folder.ts";
import { startPostgres } from "./embedded-postgres.ts";
import { startGuardedPostgres } from "./guarded-postgres.ts";

const folder = makeTemporaryFolder("wallet-guardian-");
const dataDir = join(folder, "pg");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function serverPid(): number {
  return Number(readFileSync(join(dataDir, "postmaster.pid"), "utf8").split("\n")[0]);
}

async function untilGone(...pids: number[]): Promise<void> {
  while (pids.some(isAlive)) await sleep(20);
}

test("SIGKILL of the parent leaves no process, and the next start finds the data", async () => {
  const module = new URL("./guarded-postgres.ts", import.meta.url).href;
  const code = `const { startGuardedPostgres } = await import(${JSON.stringify(module)});
    const server = await startGuardedPostgres(${JSON.stringify({ dataDir })});
    console.log(JSON.stringify(server));`;
  const parent = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(parent.stdout, "data")) as [Buffer];
  const started = JSON.parse(line.toString()) as { url: string; pid: number; guardianPid: number };
  await query(started.url, "create table kept as select 42 as answer");
  parent.kill("SIGKILL");
  await untilGone(started.pid, started.guardianPid);

  const next = await startGuardedPostgres({ dataDir });
  expect(await query(next.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  await next.stop();
  expect(isAlive(next.pid)).toBe(false);
});

test("restarts a killed server at the same address", async () => {
  const restarted = Promise.withResolvers<void>();
  const server = await startGuardedPostgres({ dataDir }, restarted.resolve);
  process.kill(server.pid, "SIGKILL");
  await restarted.promise;
  expect(await query(server.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  await server.stop();
});

test("stops a server that a killed guardian left behind", async () => {
  const former = await startGuardedPostgres({ dataDir });
  process.kill(former.guardianPid, "SIGKILL");
  await former.ended;
  expect(isAlive(former.pid)).toBe(true);
  const next = await startPostgres({ dataDir });
  expect(isAlive(former.pid)).toBe(false);
  expect(serverPid()).toBe(next.pid);
  await next.stop();
});

test("kill stops the server with all its processes", async () => {
  const server = await startPostgres({ dataDir });
  server.kill();
  await server.ended;
  expect(isAlive(server.pid)).toBe(false);
});

test("reports PostgreSQL's own message when it does not start", async () => {
  const started = startPostgres({ dataDir, settings: { wal_level: "nonsense" } });
  await expect(started).rejects.toThrow('invalid value for parameter "wal_level"');
});
