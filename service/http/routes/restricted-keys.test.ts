import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { permissionsOfKeys } from "../../../contract/permissions.ts";
import { createCallerCache } from "../../domain/auth/caller-cache.ts";
import { createKeyUse } from "../../domain/auth/key-use.ts";
import { newRestrictedKey } from "../../domain/auth/restricted-key.ts";
import type { Services } from "../../domain/context.ts";
import type { CreatedMerchant } from "../../domain/merchant/sign-up/create-merchant.ts";
import { type TestClock, testClock } from "../../testing/clock.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet, sandboxPrivateKey, TEST_PASSWORD } from "../../testing/factories.ts";
import { bearerOf } from "../../testing/sign-in.ts";
import { buildApp } from "../app.ts";

const PATH = "/merchant/restricted-keys";
const HOUR_MS = 3_600_000;
const database = useTestDatabase({ connections: 20 });
let clock: TestClock;
let services: Services;
let app: FastifyInstance;
let merchant: CreatedMerchant;
let owner: Headers;

type Headers = Record<string, string>;
type Method = "GET" | "POST" | "PATCH" | "DELETE";

beforeAll(() => {
  clock = testClock();
  const callers = createCallerCache(clock, HOUR_MS);
  services = { ...testServices(database, { clock }), callers, keyUse: createKeyUse(database.pool, clock) };
  app = buildApp(services);
});
beforeEach(async () => {
  const email = `owner-${services.ids.next()}@test.example`;
  merchant = await createTestMerchant(services, {
    owner: { email, password: TEST_PASSWORD, firstName: "Ada", lastName: "Obi" },
  });
  owner = await bearerOf(services, email);
});
afterAll(async () => {
  await app.close();
  await services.committer.close();
});

async function call(headers: Headers, method: Method, path: string, body?: object) {
  const response = await app.inject({ method, url: `/v1${path}`, headers, ...(body ? { payload: body } : {}) });
  return { status: response.statusCode, body: response.json() };
}

async function create(input: object = {}): Promise<{ id: string; key: string; headers: Headers }> {
  const body = { name: "Payroll server", permissions: ["BROWSE_TRANSACTIONS"], ...input };
  const { data } = (await call(owner, "POST", PATH, body)).body;
  return { ...data, headers: { authorization: `Bearer ${data.key}` } };
}
const list = async () => (await call(owner, "GET", PATH)).body.data;
const from = (address: string): Headers => ({ "x-forwarded-for": address });
const inMs = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();

describe("a restricted key", () => {
  it("does what its permissions allow and nothing else", async () => {
    const { headers } = await create();
    expect((await call(headers, "GET", "/merchant/transactions")).status).toBe(200);
    expect(await call(headers, "GET", "/customer")).toMatchObject({
      status: 403,
      body: { message: "This restricted key does not have the permission BROWSE_CUSTOMERS." },
    });
    for (const [method, path] of [
      ["POST", "/customer/token"],
      ["GET", "/merchant/my-access-keys"],
      ["POST", "/merchant/generate-access-keys"],
      ["GET", PATH],
      ["POST", PATH],
      ["POST", "/transaction/approve"],
    ] as const) {
      expect([path, (await call(headers, method, path, method === "POST" ? {} : undefined)).status]).toEqual([
        path,
        403,
      ]);
    }
  });

  it("moves money only with the permission for it, under its own name", async () => {
    const ctx = testContext(services, { tenant: merchant.sandbox });
    const [source, target] = [await createTestWallet(ctx), await createTestWallet(ctx)];
    const key = { authorization: `Bearer ${await sandboxPrivateKey(services, merchant)}` };
    await call(key, "POST", "/merchant/fund-wallet", { amount: 1_000_000 });
    await call(key, "POST", "/wallet/credit", { customerId: source.customerId, amount: 100_000 });
    const transfer = { fromCustomerId: source.customerId, toCustomerId: target.customerId, amount: 5_000 };
    const reader = await create();
    expect(await call(reader.headers, "POST", "/transfer/wallet", transfer)).toMatchObject({ status: 403 });
    const payer = await create({ name: "Payouts", permissions: ["MANAGE_TRANSFER", "BROWSE_TRANSACTIONS"] });
    expect(
      await call(payer.headers, "POST", "/wallet/credit", { customerId: source.customerId, amount: 10 }),
    ).toMatchObject({
      status: 403,
    });
    const paid = await call(payer.headers, "POST", "/transfer/wallet", transfer);
    expect(paid).toMatchObject({ status: 200, body: { message: "Transaction successfully completed." } });
    const { rows } = await database.pool.query(
      "select actor, actor_name from transactions where tenant = $1 and request_id is not null",
      [merchant.sandbox.id],
    );
    expect(rows).toEqual([{ actor: `key:${payer.id}`, actor_name: "Payouts" }]);
  });

  it("with a wrong checksum is refused before the database is asked", async () => {
    const { key } = await create();
    const broken = `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`;
    const withoutDatabase = buildApp({ ...services, db: undefined as never });
    for (const text of [broken, key.slice(0, -1), "mwk_sandbox_x", key.replace("sandbox", "live")]) {
      const headers = { authorization: `Bearer ${text}` };
      const reply = await withoutDatabase.inject({ url: "/v1/merchant/settings", headers });
      expect([reply.statusCode, reply.json().message]).toEqual([401, expect.stringContaining("checksum")]);
    }
    await withoutDatabase.close();
    const unknown = { authorization: `Bearer ${newRestrictedKey("SANDBOX")}` };
    expect(await call(unknown, "GET", "/merchant/settings")).toMatchObject({
      status: 401,
      body: { message: expect.stringContaining("unknown, revoked or expired") },
    });
  });

  it("works from its addresses only, and refused calls are counted, also while the caller is cached", async () => {
    const { headers } = await create({ allowedAddresses: ["203.0.113.0/24", "2001:db8::7"] });
    const seen = (address: string) => call({ ...headers, ...from(address) }, "GET", "/merchant/settings");
    expect((await seen("203.0.113.9")).status).toBe(200);
    expect((await seen("2001:db8::7")).status).toBe(200);
    expect(await seen("198.51.100.1")).toMatchObject({
      status: 403,
      body: { code: "key_address_refused", message: expect.stringContaining("198.51.100.1") },
    });
    // What the caller writes further left does not count.
    expect((await seen("203.0.113.9, 198.51.100.2")).status).toBe(403);
    await services.keyUse?.flush();
    const [key] = await list();
    expect(key).toMatchObject({
      callsLastDay: 2,
      refusedLastDay: 2,
      lastUsedAddress: "2001:db8::7",
      lastRefusedAddress: "198.51.100.2",
      lastUsedAt: clock.now().toISOString(),
    });
  });

  it("ends at its expiry and when it is revoked, even when cached", async () => {
    const expiring = await create({ expiresAt: inMs(HOUR_MS) });
    const revoked = await create({ name: "Old server" });
    for (const { headers } of [expiring, revoked]) {
      expect((await call(headers, "GET", "/merchant/settings")).status).toBe(200);
    }
    clock.advance(HOUR_MS - 1);
    expect((await call(expiring.headers, "GET", "/merchant/settings")).status).toBe(200);
    clock.advance(1);
    expect((await call(expiring.headers, "GET", "/merchant/settings")).status).toBe(401);
    owner = await bearerOf(services, (await profile()).email);
    expect(await call(owner, "DELETE", `${PATH}/${revoked.id}`)).toMatchObject({
      status: 200,
      body: { message: "Restricted key successfully revoked." },
    });
    expect((await call(revoked.headers, "GET", "/merchant/settings")).status).toBe(401);
    expect((await call(owner, "DELETE", `${PATH}/${revoked.id}`)).status).toBe(404);
    expect(await list()).toMatchObject([
      { stopsAt: clock.now().toISOString() },
      { expiresAt: clock.now().toISOString() },
    ]);
    clock.advance(30 * 24 * HOUR_MS);
    owner = await bearerOf(services, (await profile()).email);
    expect(await list()).toEqual([]);
  });

  it("is rolled with an overlap, once", async () => {
    const old = await create({ allowedAddresses: ["127.0.0.1"], expiresAt: inMs(48 * HOUR_MS) });
    const roll = () => call(owner, "POST", `${PATH}/${old.id}/roll`, { overlapHours: 2 });
    const both = await Promise.all([roll(), roll()]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 404]);
    const fresh = both.find(({ status }) => status === 201)?.body.data;
    const headers = { authorization: `Bearer ${fresh.key}` };
    for (const each of [old.headers, headers]) expect((await call(each, "GET", "/merchant/settings")).status).toBe(200);
    expect(await list()).toMatchObject([
      { id: fresh.id, name: "Payroll server", allowedAddresses: ["127.0.0.1"], stopsAt: null },
      { id: old.id, stopsAt: inMs(2 * HOUR_MS) },
    ]);
    clock.advance(2 * HOUR_MS);
    expect((await call(old.headers, "GET", "/merchant/settings")).status).toBe(401);
    expect((await call(headers, "GET", "/merchant/settings")).status).toBe(200);
  });

  it("does not work in the other mode or for another merchant's page", async () => {
    const { id, headers } = await create();
    await database.pool.query("update merchants set mode = 'PRODUCTION' where id = $1", [merchant.merchantId]);
    expect(await call(headers, "GET", "/merchant/settings")).toMatchObject({
      status: 401,
      body: { code: "wrong_mode_key" },
    });
    const stranger = await createTestMerchant(services);
    const { rows } = await database.pool.query("select email from merchants where id = $1", [stranger.merchantId]);
    const other = await bearerOf(services, rows[0].email);
    expect((await call(other, "DELETE", `${PATH}/${id}`)).status).toBe(404);
    expect((await call(other, "POST", `${PATH}/${id}/roll`, {})).status).toBe(404);
    expect((await call(other, "GET", PATH)).body.data).toEqual([]);
  });
});

describe(`POST ${PATH}`, () => {
  it("shows the key once and stores no part of it but a hash and its ending", async () => {
    const { id, key } = await create();
    expect(key).toMatch(/^mwk_sandbox_[0-9A-Za-z]{49}$/);
    expect(await list()).toMatchObject([
      { id, hint: `mwk_sandbox_…${key.slice(-4)}`, createdBy: { id: merchant.owner.memberId, name: "Ada Obi" } },
    ]);
    const { rows } = await database.pool.query(
      `select coalesce(string_agg(r::text, ''), '') || (select coalesce(string_agg(a::text, ''), '') from audit_log a) as text
       from restricted_keys r`,
    );
    expect(rows[0].text).toContain("restricted_key.create");
    expect(rows[0].text).not.toContain(key.slice(12, 40));
  });

  it.each([
    ["no name", { name: " " }, "name"],
    ["no permission", { permissions: [] }, "permissions"],
    ["a permission that keys never hold", { permissions: ["APPROVE_TRANSFER"] }, "permissions[0]"],
    ["a host name", { allowedAddresses: ["payroll.example"] }, "allowedAddresses[0]"],
    ["a range that is too wide", { allowedAddresses: ["0.0.0.0/0"] }, "allowedAddresses[0]"],
    ["an end in the past", { expiresAt: "2020-01-01T00:00:00.000Z" }, "expiresAt"],
  ])("refuses %s by name", async (_title, input, field) => {
    const body = { name: "Payroll server", permissions: ["BROWSE_TRANSACTIONS"], ...input };
    expect(await call(owner, "POST", PATH, body)).toMatchObject({
      status: 400,
      body: { code: "validation_failed", errors: [{ field }] },
    });
  });

  it("refuses permissions that the member does not hold, and a 51st key", async () => {
    await database.pool.query(
      `with role as (
         insert into roles (id, merchant_id, name, permissions, created_at, updated_at)
         values ($1, $2, 'Key keeper', '{GENERATE_KEYS,BROWSE_KEYS,BROWSE_CUSTOMERS}', now(), now()) returning id
       ) update members set role_id = role.id from role where members.id = $3`,
      [services.ids.next(), merchant.merchantId, merchant.owner.memberId],
    );
    services.callers?.forgetMerchant(merchant.merchantId);
    const refused = await call(owner, "POST", PATH, { name: "All", permissions: permissionsOfKeys });
    expect(refused).toMatchObject({ status: 403, body: { code: "permission_not_held" } });
    const input = { name: "Reader", permissions: ["BROWSE_CUSTOMERS"] };
    for (let made = 0; made < 48; made += 1) await call(owner, "POST", PATH, input);
    const last = await Promise.all([1, 2, 3].map(() => call(owner, "POST", PATH, input)));
    expect(last.map(({ status }) => status).sort()).toEqual([201, 201, 400]);
  });
});

async function profile(): Promise<{ email: string }> {
  const { rows } = await database.pool.query("select email from merchants where id = $1", [merchant.merchantId]);
  return rows[0];
}
