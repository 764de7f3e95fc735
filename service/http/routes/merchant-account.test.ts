import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createCallerCache } from "../../domain/auth/caller-cache.ts";
import { createKeyUse } from "../../domain/auth/key-use.ts";
import type { Services } from "../../domain/context.ts";
import { setReview } from "../../domain/merchant/settings/set-review.ts";
import type { CreatedMerchant } from "../../domain/merchant/sign-up/create-merchant.ts";
import { deliverMessages } from "../../domain/messages/deliver-messages.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import { type TestClock, testClock } from "../../testing/clock.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { parseCsv } from "../../testing/csv/parse-csv.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, sandboxPrivateKey, TEST_PASSWORD, testMember } from "../../testing/factories.ts";
import { bearerOf } from "../../testing/sign-in.ts";
import { buildApp } from "../app.ts";

const database = useTestDatabase({ connections: 20 });
let clock: TestClock;
let services: Services;
let app: FastifyInstance;
let merchant: CreatedMerchant;
let email: string;
let owner: { authorization: string };
let key: { authorization: string };

beforeAll(() => {
  clock = testClock();
  const plain = testServices(database, { clock });
  const callers = createCallerCache(clock, 3_600_000);
  services = { ...plain, callers, keyUse: createKeyUse(database.pool, clock) };
  app = buildApp(services);
});
beforeEach(async () => {
  email = `owner-${services.ids.next()}@test.example`;
  merchant = await createTestMerchant(services, {
    owner: { email, password: TEST_PASSWORD, firstName: "Ada", lastName: "Obi" },
  });
  owner = await bearerOf(services, email);
  key = { authorization: `Bearer ${await sandboxPrivateKey(services, merchant)}` };
});
afterAll(async () => {
  await app.close();
  await services.committer.close();
});

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
async function call(headers: Record<string, string>, method: Method, path: string, body?: object) {
  const response = await app.inject({ method, url: `/v1${path}`, headers, ...(body ? { payload: body } : {}) });
  const isJson = String(response.headers["content-type"]).startsWith("application/json");
  return { status: response.statusCode, body: isJson ? response.json() : null, text: response.payload };
}
const iso = (milliseconds: number) => new Date(milliseconds).toISOString();
const enable = () => setReview(testContext(services, { tenant: merchant.sandbox }), "ENABLED");

describe("POST /merchant/account-mode", () => {
  it("requires an approved review for PRODUCTION", async () => {
    expect(await call(owner, "POST", "/merchant/account-mode", { mode: "PRODUCTION" })).toMatchObject({
      status: 400,
      body: { message: "Kindly complete your account verification/setup before switching account mode." },
    });
  });

  it("switches every session and key immediately, and creates a mode's keys on the first switch", async () => {
    await enable();
    expect((await call(key, "GET", "/merchant/settings")).body.data.mode).toBe("SANDBOX");
    const done = await call(owner, "POST", "/merchant/account-mode", { mode: "PRODUCTION" });
    expect(done).toMatchObject({ status: 200, body: { message: "Account successfully switched to PRODUCTION mode" } });
    expect((await call(owner, "GET", "/merchant/settings")).body.data.mode).toBe("PRODUCTION");
    const refused = await call(key, "GET", "/merchant/settings");
    expect(refused).toMatchObject({ status: 401, body: { code: "wrong_mode_key" } });
    expect(refused.body.message).toMatch(/SANDBOX.*PRODUCTION/);
    const { privateKey } = (await call(owner, "GET", "/merchant/my-access-keys")).body.data;
    expect(privateKey).toMatch(/^sk_live_/);
    const live = { authorization: `Bearer ${privateKey}` };
    expect((await call(live, "GET", "/merchant/settings")).body.data.mode).toBe("PRODUCTION");

    await call(owner, "POST", "/merchant/account-mode", { mode: "SANDBOX" });
    await call(owner, "POST", "/merchant/account-mode", { mode: "PRODUCTION" });
    expect((await call(owner, "GET", "/merchant/my-access-keys")).body.data.privateKey).toBe(privateKey);
  });

  it("refuses a write from a page that shows the other mode, and audits the switch in both modes", async () => {
    await enable();
    await call(owner, "POST", "/merchant/account-mode", { mode: "PRODUCTION" });
    const stale = { ...owner, "x-account-mode": "SANDBOX" };
    expect(await call(stale, "PATCH", "/merchant/settings", { merchantFee: 1 })).toMatchObject({
      status: 409,
      body: { code: "mode_changed" },
    });
    const { rows } = await database.pool.query(
      "select tenant from audit_log where action = 'merchant.switch_mode' and object_id = $1 order by tenant",
      [merchant.merchantId],
    );
    expect(rows.map(({ tenant }) => tenant)).toEqual(
      [merchant.sandbox.id, merchant.production.id].sort((a, b) => a - b),
    );
  });
});

describe("keys", () => {
  it("a rotation revokes the old key immediately", async () => {
    expect((await call(key, "GET", "/merchant/settings")).status).toBe(200);
    const made = await call(owner, "POST", "/merchant/generate-access-keys", {});
    expect(made.body.data).toEqual({
      publicKey: expect.stringMatching(/^pk_sandbox_/),
      privateKey: expect.stringMatching(/^sk_sandbox_/),
    });
    expect((await call(key, "GET", "/merchant/settings")).status).toBe(401);
    const next = { authorization: `Bearer ${made.body.data.privateKey}` };
    expect((await call(next, "GET", "/merchant/settings")).status).toBe(200);
    expect(await call(owner, "GET", "/merchant/my-access-keys")).toMatchObject({ body: { data: made.body.data } });
  });

  it("accepts the old key during the overlap and refuses it afterwards", async () => {
    for (const overlapHours of [-1, 73, 1.5, "2"]) {
      expect((await call(owner, "POST", "/merchant/generate-access-keys", { overlapHours })).status).toBe(400);
    }
    await call(owner, "POST", "/merchant/generate-access-keys", { overlapHours: 2 });
    clock.advance(2 * 3_600_000 - 1);
    expect((await call(key, "GET", "/merchant/settings")).status).toBe(200);
    clock.advance(1);
    expect((await call(key, "GET", "/merchant/settings")).status).toBe(401);
  });

  it("lists the active keys with their use and never returns a private key", async () => {
    await call(key, "GET", "/merchant/settings");
    await call(key, "GET", "/merchant/wallet");
    await services.keyUse?.flush();
    await call(owner, "POST", "/merchant/generate-access-keys", { overlapHours: 1 });
    const { body, text } = await call(owner, "GET", "/merchant/access-keys");
    expect(body.data).toMatchObject([
      { lastUsedAt: null, stopsAt: null, callsLastDay: 0 },
      { lastUsedAt: expect.any(String), stopsAt: expect.any(String), callsLastDay: 2 },
    ]);
    expect(text).not.toContain("sk_");
    expect((await call(key, "GET", "/merchant/access-keys")).status).toBe(403);
  });

  it("concurrent rotations leave one key without an expiry", async () => {
    const both = await Promise.all([0, 1, 2].map(() => call(owner, "POST", "/merchant/generate-access-keys", {})));
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { rows } = await database.pool.query("select from merchant_keys where tenant = $1 and stops_at is null", [
      merchant.sandbox.id,
    ]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify((await database.pool.query("select to_jsonb(a) from audit_log a")).rows)).not.toContain(
      "sk_sandbox_",
    );
  });
});

describe("settings and profile", () => {
  it("changes the merchant's own settings and audits the change", async () => {
    const change = {
      merchantFee: 500,
      merchantDailyLimit: 9_000_000,
      requirePinForDebit: true,
      canDebitCustomer: true,
    };
    const done = await call(owner, "PATCH", "/merchant/settings", change);
    expect(done.body.data).toMatchObject({
      fees: { merchantFee: 500, transferBaseFee: 1000 },
      merchantDailyLimit: 9_000_000,
      requirePinForDebit: true,
      canDebitCustomer: true,
      internalTransfers: true,
    });
    const { rows } = await database.pool.query(
      "select before, after from audit_log where action = 'merchant.change_settings' and object_id = $1",
      [merchant.merchantId],
    );
    expect(rows).toEqual([
      {
        before: { merchantFee: 0, merchantDailyLimit: null, requirePinForDebit: false, canDebitCustomer: false },
        after: change,
      },
    ]);
    await call(owner, "PATCH", "/merchant/settings", change);
    await call(owner, "PATCH", "/merchant/settings", { ...change, merchantFee: 600, sandboxCallbackURL: null });
    expect(
      (await call(owner, "GET", "/merchant/audit-log?action=merchant&objectKind=merchant")).body.data,
    ).toMatchObject([
      { before: { merchantFee: 500 }, after: { merchantFee: 600 } },
      { after: change },
      { action: "merchant.create" },
    ]);
    const off = await call(owner, "PATCH", "/merchant/settings", { merchantDailyLimit: null });
    expect(off.body.data.merchantDailyLimit).toBeNull();
  });

  it("stores a callback URL per mode and refuses forbidden addresses", async () => {
    const urls = { callbackURL: "https://receiver.example/live", sandboxCallbackURL: "http://receiver.example/test" };
    expect((await call(owner, "PATCH", "/merchant/settings", urls)).body.data).toMatchObject(urls);
    expect((await call(owner, "GET", "/merchant/profile")).body.data).toMatchObject(urls);
    const refused = [
      { callbackURL: "http://receiver.example/live" },
      { sandboxCallbackURL: "https://10.0.0.1/hook" },
      { callbackURL: "https://169.254.169.254/latest" },
    ];
    for (const body of refused) {
      for (const path of ["/merchant/settings", "/merchant/profile"]) {
        const [field] = Object.keys(body);
        expect(await call(owner, "PATCH", path, body)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
      }
    }
    const cleared = await call(owner, "PATCH", "/merchant/profile", { callbackURL: null });
    expect(cleared.body.data).toMatchObject({ callbackURL: null, sandboxCallbackURL: urls.sandboxCallbackURL });
  });

  it("refuses to weaken security settings or change the live callback URL with a private key", async () => {
    const attempts = [
      { requireTwoFactor: false },
      { membersMayMoveMoney: true },
      { requirePinForDebit: false },
      { merchantDailyLimit: null },
      { mailChainHead: false },
      { callbackURL: "https://receiver.example/live" },
    ];
    for (const body of attempts) {
      const [field] = Object.keys(body);
      expect(await call(key, "PATCH", "/merchant/settings", body)).toMatchObject({
        status: 403,
        body: { code: "permission_missing", errors: [{ field }] },
      });
    }
    const profile = { callbackURL: "https://receiver.example/live" };
    expect((await call(key, "PATCH", "/merchant/profile", profile)).status).toBe(403);
    const own = { sandboxCallbackURL: "https://receiver.example/test", merchantFee: 5 };
    expect((await call(key, "PATCH", "/merchant/settings", own)).status).toBe(200);
  });

  it("lets only a MainMerchant decide whether members move money through the API, per mode", async () => {
    const admin = await bearerOf(services, (await testMember(services, merchant, "Admin")).email);
    const body = { fromCustomerId: services.ids.next(), toCustomerId: services.ids.next(), amount: 5 };
    const isApprovalNeeded = async () => {
      const preview = await call(admin, "POST", "/transfer/wallet/preview", body);
      return preview.body.data.approval.required;
    };
    expect(await isApprovalNeeded()).toBe(false);
    expect(await call(admin, "PATCH", "/merchant/settings", { membersMayMoveMoney: false })).toMatchObject({
      status: 403,
      body: {
        message: "Only a MainMerchant can change membersMayMoveMoney.",
        errors: [{ field: "membersMayMoveMoney" }],
      },
    });
    const done = await call(owner, "PATCH", "/merchant/settings", { membersMayMoveMoney: false });
    expect(done.body.message).toBe("Change successfully submitted for approval.");
    expect(await isApprovalNeeded()).toBe(false);
    const changes = await call(admin, "GET", "/team/changes");
    await call(admin, "POST", `/team/changes/${changes.body.data[0].id}/approve`, {});
    expect(await isApprovalNeeded()).toBe(true);
    const { rows } = await database.pool.query(
      "select t.mode, s.members_may_move_money as on from tenant_settings s join tenants t on t.id = s.tenant where t.merchant_id = $1 order by 1",
      [merchant.merchantId],
    );
    expect(rows).toEqual([
      { mode: "PRODUCTION", on: true },
      { mode: "SANDBOX", on: false },
    ]);
    await deliverMessages(services);
    const mails = await database.pool.query('select subject, text from development_outbox where "to" = $1', [email]);
    expect(mails.rows).toContainEqual({
      subject: "The rules for moving money were changed",
      text: expect.stringContaining("Details: membersMayMoveMoney is off in SANDBOX"),
    });
  });

  it("refuses changes to platform settings in PRODUCTION", async () => {
    await enable();
    await call(owner, "POST", "/merchant/account-mode", { mode: "PRODUCTION" });
    expect(await call(owner, "PATCH", "/merchant/settings", { canDebitCustomer: true, merchantFee: 7 })).toMatchObject({
      status: 403,
      body: { code: "platform_setting", errors: [{ field: "canDebitCustomer" }] },
    });
    expect((await call(owner, "GET", "/merchant/settings")).body.data.fees.merchantFee).toBe(0);
  });

  it("returns and updates the published profile fields", async () => {
    const { body } = await call(owner, "GET", "/merchant/profile");
    expect(body.data).toMatchObject({
      email,
      phoneNumber: expect.stringMatching(/^0\d{10}$/),
      mode: "SANDBOX",
      review: "PENDING",
      walletToWalletTransfer: 1000,
      tier_1_daily_limit: 5_000_000,
      tier_3_min_balance: 0,
    });
    expect(await call(owner, "PATCH", "/merchant/profile", { canLogin: false })).toMatchObject({
      status: 400,
      body: { errors: [{ field: "canLogin", message: expect.stringContaining("cannot be switched off") }] },
    });
    const done = await call(owner, "PATCH", "/merchant/profile", { sendEmail: false });
    expect(done.body).toMatchObject({
      message: "Profile successfully updated",
      data: { sendEmail: false, canLogin: true },
    });
  });
});

describe("audit log", () => {
  it("lists newest first, filters, pages, and exports the same rows", async () => {
    for (const merchantFee of [1, 2, 3]) await call(owner, "PATCH", "/merchant/settings", { merchantFee });
    await call(key, "PATCH", "/merchant/settings", { merchantFee: 4 });
    const all = await call(owner, "GET", "/merchant/audit-log?action=merchant.change_settings");
    expect(all.body.metadata).toEqual({ page: 1, perPage: 20, totalRecords: 4, totalPages: 1 });
    expect(all.body.data.map((line: { after: object }) => line.after)).toEqual(
      [4, 3, 2, 1].map((merchantFee) => ({ merchantFee })),
    );
    const without = await call(owner, "GET", "/merchant/audit-log?without=merchant");
    expect(without.body.data.filter((line: { action: string }) => line.action.startsWith("merchant."))).toEqual([]);
    expect(without.body.metadata.totalRecords).toBeGreaterThan(0);
    const second = await call(owner, "GET", "/merchant/audit-log?action=merchant&objectKind=merchant&perPage=2&page=2");
    expect(second.body.data[0].after).toEqual({ merchantFee: 2 });
    const byKey = await call(owner, "GET", "/merchant/audit-log?actor=key");
    expect(byKey.body.data).toMatchObject([{ actor: { kind: "key", name: "Private key" }, after: { merchantFee: 4 } }]);
    const byName = await call(owner, "GET", "/merchant/audit-log?actor=ada&action=merchant.change_settings");
    expect(byName.body.metadata.totalRecords).toBe(3);
    const one = await call(owner, "GET", `/merchant/audit-log?id=${all.body.data[2].id}`);
    expect(one.body).toMatchObject({ data: [all.body.data[2]], metadata: { totalRecords: 1 } });
    const file = await call(owner, "GET", "/merchant/audit-log/download?action=merchant.change_settings");
    const [head, ...rows] = parseCsv(file.text);
    expect(head?.slice(0, 3)).toEqual(["id", "at", "actorKind"]);
    expect(rows.map((row) => row[0])).toEqual(all.body.data.map((line: { id: string }) => line.id));
    expect((await call(owner, "GET", "/merchant/audit-log?action=audit_log")).body.metadata.totalRecords).toBe(1);
  });

  it("filters by whole days and by instants, and excludes other merchants' entries", async () => {
    // Audit log IDs contain the machine's time, so this context uses the system clock.
    const real = { ...services, clock: { now: () => new Date() } };
    const ctx = testContext(real, { tenant: merchant.sandbox });
    await setReview(ctx, "PENDING");
    const now = Date.now();
    const between = (from: number, to: number) =>
      call(owner, "GET", `/merchant/audit-log?startDate=${iso(now + from)}&endDate=${iso(now + to)}`);
    expect((await between(-5_000, 5_000)).body.data).toMatchObject([{ action: "merchant.review" }]);
    expect((await between(5_000, 9_000)).body.data).toEqual([]);
    expect((await between(-9_000, -5_000)).body.data).toEqual([]);
    const today = lagosDay(new Date(now));
    const day = await call(
      owner,
      "GET",
      `/merchant/audit-log?startDate=${today}&endDate=${today}&action=merchant.review`,
    );
    expect(day.body.metadata.totalRecords).toBe(1);
    expect((await call(owner, "GET", "/merchant/audit-log?endDate=2020-01-01")).body.data).toEqual([]);
    expect((await call(owner, "GET", "/merchant/audit-log?startDate=2026-02-01&endDate=2026-01-01")).status).toBe(400);
    expect((await call(owner, "GET", "/merchant/audit-log?startDate=0000-01-01&endDate=0000-01-01")).status).toBe(200);
    for (const path of ["/merchant/overview", "/merchant/analytics"]) {
      expect(await call(owner, "GET", `${path}?startDate=0000-01-01&endDate=0000-01-01`)).toMatchObject({
        status: 400,
        body: { errors: [{ field: "startDate" }, { field: "endDate" }] },
      });
    }
    const other = await createTestMerchant(services);
    const foreign = await call(owner, "GET", `/merchant/audit-log?objectId=${other.merchantId}`);
    expect(foreign.body.data).toEqual([]);
  });
});

describe("own sessions and password", () => {
  it("lists the user's sessions and ends one of them, but never another user's session", async () => {
    const second = await bearerOf(services, email, "dashboard");
    const list = await call(owner, "GET", "/user/sessions");
    expect(list.body.data.map((one: { current: boolean }) => one.current).sort()).toEqual([false, true]);
    const other = list.body.data.find((one: { current: boolean }) => !one.current);
    expect((await call(owner, "DELETE", `/user/sessions/${other.id}`)).status).toBe(200);
    expect((await call(second, "GET", "/user/profile")).status).toBe(401);
    expect((await call(owner, "DELETE", `/user/sessions/${other.id}`)).status).toBe(404);
    const stranger = await createTestMerchant(services, {
      owner: { email: `s-${email}`, password: TEST_PASSWORD, firstName: "S", lastName: "T" },
    });
    const strangerBearer = await bearerOf(services, `s-${email}`);
    expect(stranger.merchantId).not.toBe(merchant.merchantId);
    const own = list.body.data.find((one: { current: boolean }) => one.current);
    expect((await call(strangerBearer, "DELETE", `/user/sessions/${own.id}`)).status).toBe(404);
    expect((await call(owner, "GET", "/user/profile")).status).toBe(200);
  });

  it("requires the current password, ends all other sessions, and locks after five wrong passwords", async () => {
    const second = await bearerOf(services, email);
    const wrong = { currentPassword: "not it", password: "a new pass-phrase" };
    expect(await call(owner, "PUT", "/user/password", wrong)).toMatchObject({
      status: 400,
      body: { message: "The current password is wrong." },
    });
    const right = { currentPassword: TEST_PASSWORD, password: "a new pass-phrase" };
    expect((await call(owner, "PUT", "/user/password", right)).body.message).toBe("Password successfully changed.");
    expect((await call(second, "GET", "/user/profile")).status).toBe(401);
    expect((await call(owner, "GET", "/user/profile")).status).toBe(200);
    await expect(bearerOf(services, email)).rejects.toMatchObject({ code: "wrong_login" });
    for (let i = 0; i < 5; i++) await call(owner, "PUT", "/user/password", wrong);
    expect((await call(owner, "PUT", "/user/password", right)).status).toBe(429);
  });
});
