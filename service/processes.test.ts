import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { testServices } from "./testing/context.ts";
import { useTestDatabase } from "./testing/database.ts";
import { createTestMerchant, TEST_PASSWORD } from "./testing/factories.ts";

const database = useTestDatabase();
const EMAIL = "owner@processes.example";
const children: ChildProcess[] = [];

beforeAll(async () => {
  const services = testServices(database, { clock: { now: () => new Date() } });
  const owner = { email: EMAIL, password: TEST_PASSWORD, firstName: "A", lastName: "B" };
  await createTestMerchant(services, { owner });
  await services.committer.close();
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

type Running = {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
  logged(text: string): Promise<string>;
};

function start(entry: string, env: Record<string, string> = {}): Running {
  const child = spawn(process.execPath, [join(import.meta.dirname, entry)], {
    env: { PATH: process.env.PATH, DATABASE_URL: database.runtime.url, SERVICE_PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  children.push(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
  const ended = once(child, "exit").then(([code]) => code as number | null);
  async function logged(wanted: string): Promise<string> {
    while (!text.includes(wanted)) {
      if (child.exitCode !== null) throw new Error(`ended without saying "${wanted}":\n${text}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return text;
  }
  return { child, output: () => text, ended, logged };
}

async function addressOf(service: Running): Promise<string> {
  const line = (await service.logged('"listening"')).split("\n").find((one) => one.includes('"listening"')) ?? "{}";
  return JSON.parse(line).address;
}

function logIn(address: string): Promise<Response> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ email: EMAIL, password: TEST_PASSWORD });
  return fetch(`${address}/v1/auth/login`, { method: "POST", headers, body });
}

describe("the service", () => {
  it("finishes requests in flight after SIGTERM, accepts no new ones, and exits with 0", async () => {
    const service = start("main.ts");
    const address = await addressOf(service);
    await (await fetch(`${address}/v1`)).text();
    const client = await database.pool.connect();
    await client.query("begin");
    await client.query("lock table login_failures in access exclusive mode");
    const inFlight = logIn(address);
    await untilSomebodyWaits();
    service.child.kill("SIGTERM");
    await service.logged('"stopping');
    await expect(fetch(`${address}/v1`)).rejects.toThrow();
    expect(service.child.exitCode).toBeNull();
    await client.query("commit");
    client.release();
    const answer = await inFlight;
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ data: { accessToken: expect.stringMatching(/^at_/) } });
    expect(await service.ended).toBe(0);
    expect(service.output()).toContain('"stopped"');
  });

  it("hears from another process that a session has ended", async () => {
    const [one, other] = [await addressOf(start("main.ts")), await addressOf(start("main.ts"))];
    const { data } = (await (await logIn(one)).json()) as { data: { accessToken: string } };
    const headers = { authorization: `Bearer ${data.accessToken}` };
    const status = async () => (await fetch(`${other}/v1/user/profile`, { headers })).status;
    expect(await status()).toBe(200);
    await expect.poll(countListeners).toBe(2);
    expect((await fetch(`${one}/v1/auth/logout`, { method: "POST", headers })).status).toBe(200);
    await expect.poll(status).toBe(401);
  });

  it("exits when its parent disconnects", async () => {
    const service = start("main.ts");
    await addressOf(service);
    service.child.disconnect();
    expect(await service.ended).toBe(0);
  });

  it("replies over a socket, with metrics for this machine", async () => {
    const service = start("main.ts");
    const address = await addressOf(service);
    const answer = await fetch(`${address}/v1/nowhere`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ requestId: answer.headers.get("x-request-id") });
    expect(await (await fetch(`${address}/metrics`)).text()).toContain("http_request_duration_seconds");
    expect((await fetch(`${address}/readyz`)).status).toBe(503);
  });

  it("names the variable to change when its port is in use", async () => {
    const first = start("main.ts");
    const port = new URL(await addressOf(first)).port;
    const second = start("main.ts", { SERVICE_PORT: port });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`Port ${port} is taken. Set SERVICE_PORT to another one.`);
  });

  it("lists every invalid variable and does not start", async () => {
    const service = start("main.ts", { DATABASE_URL: "mysql://x", SERVICE_PORT: "eighty" });
    expect(await service.ended).toBe(1);
    expect(service.output()).toMatch(/DATABASE_URL.*\n.*SERVICE_PORT/);
  });
});

describe("the worker", () => {
  it("records heartbeats and stops on SIGTERM", async () => {
    const worker = start("worker.ts");
    await worker.logged('"working"');
    await expect
      .poll(async () => (await database.pool.query("select 1 from heartbeats where process = 'worker'")).rowCount)
      .toBe(1);
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
  });

  it("does not run on tables that lack a migration, and names it", async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `update schema_migrations set name = name || ' later' where name = (select max(name) from schema_migrations)
       returning split_part(name, ' ', 1) as name`,
    );
    const name = rows[0]?.name ?? "";
    const worker = start("worker.ts");
    expect(await worker.ended).toBe(1);
    expect(worker.output()).toContain(`the tables lack the migration ${name}.`);
    await database.pool.query("update schema_migrations set name = $1 where name = $1 || ' later'", [name]);
  });
});

async function countListeners(): Promise<number> {
  const { rows } = await database.pool.query(
    "select count(*)::int as n from pg_stat_activity where application_name = 'wallet-revocations' and datname = current_database()",
  );
  return rows[0].n;
}

async function untilSomebodyWaits(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await database.pool.query("select count(*)::int as n from pg_locks where not granted");
      return rows[0].n;
    })
    .toBeGreaterThan(0);
}
