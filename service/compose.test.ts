import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { assertRuntimeRole, type Composition, compose } from "./compose.ts";
import { readConfig } from "./config.ts";
import type { Listening } from "./db/listen.ts";
import { ofAllTenants, openPool } from "./db/pool.ts";
import { suspendMerchant } from "./domain/merchant/settings/suspend-merchant.ts";
import type { CreatedMerchant } from "./domain/merchant/sign-up/create-merchant.ts";
import { buildApp } from "./http/app.ts";
import { testClock } from "./testing/clock.ts";
import { testContext } from "./testing/context.ts";
import { useTestDatabase } from "./testing/database.ts";
import { createTestMerchant, sandboxPrivateKey, TEST_PASSWORD, testMember } from "./testing/factories.ts";

const database = useTestDatabase();
/** It stands still, so that no cached caller expires. */
const clock = testClock();
type Process = Composition & { app: FastifyInstance; listening: Listening };
const processes: Process[] = [];
let merchant: CreatedMerchant;
let bearer: Record<string, string>;
let email: string;

beforeAll(() => {
  const config = readConfig({ DATABASE_URL: database.url });
  for (const name of ["one", "other"]) {
    const parts = compose(config, { name, clock });
    const listening = parts.followRevocations(() => undefined);
    processes.push({ ...parts, listening, app: buildApp(parts.services) });
  }
});
afterAll(async () => {
  for (const { app, listening, close } of processes) {
    await app.close();
    await listening.close();
    await close();
  }
});
beforeEach(async () => {
  const { services } = processOf(0);
  email = `owner-${services.ids.next()}@test.example`;
  const owner = { email, password: TEST_PASSWORD, firstName: "Ada", lastName: "Obi" };
  merchant = await createTestMerchant(services, { owner });
  bearer = await signIn(email);
});

function processOf(index: number): Process {
  const found = processes[index];
  if (!found) throw new Error("there is no such process");
  return found;
}

type Method = "GET" | "POST" | "PUT" | "DELETE";

async function call(index: number, method: Method, path: string, headers: Record<string, string>, payload?: object) {
  const { app } = processOf(index);
  const reply = await app.inject({ method, url: `/v1${path}`, headers, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.json() };
}

async function signIn(as: string): Promise<Record<string, string>> {
  const { body } = await call(0, "POST", "/auth/login", {}, { email: as, password: TEST_PASSWORD });
  return { authorization: `Bearer ${body.data.accessToken}` };
}

/** Caches the caller in the other process, and returns how it is answered there from then on. */
async function known(path: string, headers: Record<string, string>): Promise<() => Promise<number>> {
  expect((await call(1, "GET", path, headers)).status).toBe(200);
  return async () => (await call(1, "GET", path, headers)).status;
}

it("a statement to a database that has vanished ends, and no sooner than PostgreSQL would end it", () => {
  const { options } = ofAllTenants(processOf(0).services.db);
  expect(options).toMatchObject({ keepAlive: true, statement_timeout: 30_000, query_timeout: 35_000 });
});

it("a sign-out ends the session in every process", async () => {
  const status = await known("/user/profile", bearer);
  expect((await call(0, "POST", "/auth/logout", bearer)).status).toBe(200);
  await expect.poll(status).toBe(401);
});

it("a removed member and a changed role count in every process", async () => {
  const { services } = processOf(0);
  const member = await testMember(services, merchant, "Operator");
  const status = await known("/wallet", await signIn(member.email));
  expect((await call(0, "DELETE", `/team/member/${member.id}`, bearer)).status).toBe(200);
  await expect.poll(status).toBe(401);
});

it("a rotated key and a suspended merchant count in every process", async () => {
  const { services } = processOf(0);
  const key = { authorization: `Bearer ${await sandboxPrivateKey(services, merchant)}` };
  const byKey = await known("/wallet", key);
  const rotated = await call(0, "POST", "/merchant/generate-access-keys", bearer, { overlapHours: 0 });
  await expect.poll(byKey).toBe(401);
  const byNewKey = await known("/wallet", { authorization: `Bearer ${rotated.body.data.privateKey}` });
  await suspendMerchant(testContext(services, { tenant: merchant.sandbox }), "A fraud report.");
  await expect.poll(byNewKey).toBe(403);
});

it("while the listener is disconnected the cached caller expires, and reconnecting forgets everybody", async () => {
  const status = await known("/user/profile", bearer);
  const kill = () =>
    database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'wallet-revocations' and datname = current_database()",
    );
  // The row changes without a notification, as if it had been sent while the listener was away.
  await database.pool.query("update sessions set revoked_at = now() where member_id = $1", [merchant.owner.memberId]);
  expect(await status()).toBe(200);
  await vi.waitFor(async () => expect((await kill()).rowCount).toBe(2), 20_000);
  await expect.poll(status, { timeout: 20_000 }).toBe(401);

  const again = await signIn(email);
  await processOf(1).listening.close();
  const later = await known("/user/profile", again);
  expect((await call(0, "POST", "/auth/logout", again)).status).toBe(200);
  expect(await later()).toBe(200);
  clock.advance(3_000);
  expect(await later()).toBe(401);
});

it("production does not start with a role that owns the tables, nor with one whose requests reach every tenant", async () => {
  const config = { ...readConfig({ DATABASE_URL: database.url }), isProduction: true };
  await expect(assertRuntimeRole(config, database.runtime.pool)).resolves.toBeUndefined();
  await expect(assertRuntimeRole(config, database.pool)).rejects.toThrow("could rewrite its own books");
  const db = openPool({ url: database.url, max: 1, applicationName: "without-requests" });
  try {
    await db.query("create role without_requests");
    await db.query("set session authorization without_requests");
    await expect(assertRuntimeRole(config, db)).rejects.toThrow("no member of a role without_requests_requests");
    await expect(assertRuntimeRole({ ...config, allowsOwnerRole: true }, db)).resolves.toBeUndefined();
  } finally {
    await db.query("reset session authorization; drop role without_requests");
    await db.end();
  }
});
