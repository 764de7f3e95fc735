import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "../../db/pool.ts";
import type { Context } from "../../domain/context.ts";
import { startPhoneVerification } from "../../domain/customers/phone/start-phone-verification.ts";
import type { CreatedMerchant } from "../../domain/merchant/sign-up/create-merchant.ts";
import { deliverMessages } from "../../domain/messages/deliver-messages.ts";
import { purgeMessages } from "../../domain/messages/purge-messages.ts";
import { hasSmsQuota } from "../../domain/messages/sms-quota.ts";
import type { CreatedWallet } from "../../domain/wallets/creation/open-wallet.ts";
import { type TestClock, testClock } from "../../testing/clock.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import {
  createTestMerchant,
  createTestWallet,
  sandboxPrivateKey,
  TEST_PASSWORD,
  testMember,
} from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { buildApp } from "../app.ts";

const START = "/customer/verification/phone/start";
const COMPLETE = "/customer/verification/phone/complete";

const database = useTestDatabase();
const clock: TestClock = testClock();
let app: FastifyInstance;
let ctx: Context;
let merchant: CreatedMerchant;
let wallet: CreatedWallet;
let key: string;
let token: string;

beforeAll(async () => {
  const services = testServices(database, { clock });
  app = buildApp(services, { hasDevelopmentOutbox: true });
  merchant = await createTestMerchant(services);
  ctx = testContext(services, { tenant: merchant.sandbox });
  key = await sandboxPrivateKey(services, merchant);
});
beforeEach(async () => {
  wallet = await createTestWallet(ctx);
  token = await newToken();
});
afterAll(async () => {
  await expectBooksToBalance(database.pool);
  await app.close();
  await ctx.committer.close();
});

async function call(bearer: string, path: string, payload?: object) {
  const headers = { authorization: `Bearer ${bearer}` };
  const method = "POST";
  const reply = await app.inject({ method, url: `/v1${path}`, headers, ...(payload ? { payload } : {}) });
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers };
}

async function newToken(): Promise<string> {
  return (await call(key, "/customer/token", { customerId: wallet.customerId })).body.data.token;
}

async function phoneNumber(): Promise<string> {
  const { rows } = await database.pool.query("select phone_number from customers where tenant = $1 and id = $2", [
    merchant.sandbox.id,
    wallet.customerId,
  ]);
  return rows[0].phone_number;
}

async function outbox(to: string) {
  await deliverMessages(ctx);
  return (await app.inject({ method: "GET", url: `/dev/outbox?to=${encodeURIComponent(to)}` })).json().data;
}

async function sentCode(): Promise<string> {
  const [newest] = await outbox(await phoneNumber());
  return /\b\d{6}\b/.exec(newest.text)?.[0] ?? "";
}

const wrongCode = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, "0");

describe("POST /customer/token", () => {
  test("issues a token for fifteen minutes and stores only its hash", async () => {
    const reply = await call(key, "/customer/token", { customerId: wallet.customerId });
    const expiresAt = new Date(clock.now().getTime() + 15 * 60_000).toISOString();
    expect(reply).toMatchObject({ status: 201, body: { status: true, data: { expiresAt } } });
    expect(reply.body.data.token).toMatch(/^ct_[\w-]{43}$/);
    const { rows } = await database.pool.query(
      "select t::text as row from customer_tokens t union all select t::text from audit_log t",
    );
    expect(JSON.stringify(rows)).not.toContain(reply.body.data.token.slice(3));
  });

  test("accepts only private keys, and only the merchant's own customers", async () => {
    const { email } = await testMember(ctx, merchant, "Admin");
    const payload = { email, password: TEST_PASSWORD };
    const login = await app.inject({ method: "POST", url: "/v1/auth/login", payload });
    const refused = await call(login.json().data.accessToken, "/customer/token", { customerId: wallet.customerId });
    expect(refused).toMatchObject({ status: 403, body: { code: "permission_missing" } });
    const foreignKey = await sandboxPrivateKey(ctx, await createTestMerchant(ctx));
    const foreign = await call(foreignKey, "/customer/token", { customerId: wallet.customerId });
    const missing = await call(foreignKey, "/customer/token", { customerId: ctx.ids.next() });
    expect(foreign).toMatchObject({ status: 400, body: { message: "Customer not found." } });
    expect({ ...foreign.body, requestId: "" }).toEqual({ ...missing.body, requestId: "" });
    expect(await call(key, "/customer/token", {})).toMatchObject({ body: { errors: [{ field: "customerId" }] } });
  });

  test("authorises only the two phone endpoints, and no other credential does", async () => {
    const elsewhere = await call(token, "/customer/token", { customerId: wallet.customerId });
    expect(elsewhere).toMatchObject({ status: 401, body: { code: "wrong_credential" } });
    const read = await app.inject({
      method: "GET",
      url: `/v1/wallet/customer?customerId=${wallet.customerId}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(read.statusCode).toBe(401);
    for (const path of [START, COMPLETE]) {
      expect(await call(key, path, { code: "123456" })).toMatchObject({ status: 401 });
      expect(await call("ct_unknown", path, { code: "123456" })).toMatchObject({ status: 401 });
    }
  });

  test("expires after fifteen minutes and is refused in the other mode", async () => {
    await database.pool.query("update merchants set mode = 'PRODUCTION' where id = $1", [merchant.merchantId]);
    expect(await call(token, START)).toMatchObject({ status: 401, body: { code: "wrong_mode_key" } });
    await database.pool.query("update merchants set mode = 'SANDBOX' where id = $1", [merchant.merchantId]);
    clock.advance(15 * 60_000);
    expect(await call(token, START)).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
  });
});

describe("verifying a phone", () => {
  test.each(["code", "verificationCode"])("accepts the correct code, sent as %s, once", async (name) => {
    const started = await call(token, START);
    const expiresAt = new Date(clock.now().getTime() + 600_000).toISOString();
    expect(started).toMatchObject({ status: 200, body: { status: true, data: { expiresAt } } });
    const code = await sentCode();
    expect(await call(token, COMPLETE, { [name]: code })).toMatchObject({
      status: 200,
      body: { status: true, data: { customerId: wallet.customerId, isPhoneVerified: true } },
    });
    expect(await call(token, COMPLETE, { code })).toMatchObject({ status: 400, body: { code: "code_expired" } });
    expect(await call(token, START)).toMatchObject({
      status: 400,
      body: { message: "This phone number is already verified." },
    });
  });

  test("sends the code in the message and in the sandbox response, and stores it in no table", async () => {
    const started = await call(token, START);
    const { rows } = await database.pool.query(
      "select t::text as row from phone_codes t union all select t::text from messages t union all select t::text from audit_log t",
    );
    const queued = await database.pool.query("select for_tenant from messages");
    expect(queued.rows).toEqual([{ for_tenant: merchant.sandbox.id }]);
    const code = await sentCode();
    expect(started.body.data).toEqual({ expiresAt: expect.any(String), code });
    expect(JSON.stringify(rows).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "")).not.toMatch(new RegExp(`\\b${code}\\b`));
    const [sent] = await outbox(await phoneNumber());
    expect(sent).toEqual({
      id: expect.any(String),
      channel: "sms",
      to: await phoneNumber(),
      subject: null,
      text: `Your verification code is ${code}. It is valid for 10 minutes. Do not share it.`,
      createdAt: clock.now().toISOString(),
    });
    expect(await outbox((await phoneNumber()).replace("+234", "0"))).toEqual(await outbox(await phoneNumber()));
  });

  test("refuses a second code within 60 seconds with Retry-After; afterwards only the new code is valid", async () => {
    await call(token, START);
    const first = await sentCode();
    clock.advance(20_500);
    expect(await call(token, START)).toMatchObject({
      status: 429,
      body: { code: "code_too_soon", message: "A code was already sent. Request another one in 40 seconds." },
      headers: { "retry-after": "40" },
    });
    clock.advance(39_500);
    expect(await call(token, START)).toMatchObject({ status: 200 });
    const second = await sentCode();
    if (first !== second) expect((await call(token, COMPLETE, { code: first })).body.code).toBe("code_wrong");
    expect(await call(token, COMPLETE, { code: second })).toMatchObject({ status: 200 });
  });

  test("sends one code for concurrent starts", async () => {
    const replies = await Promise.all([call(token, START), call(token, START), call(token, START)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    expect(await outbox(await phoneNumber())).toHaveLength(1);
  });

  test("allows ten codes a day", async () => {
    for (let sent = 1; sent <= 10; sent += 1) {
      token = await newToken();
      expect(await call(token, START), `code ${sent}`).toMatchObject({ status: 200 });
      clock.advance(61_000);
    }
    expect(await call(token, START)).toMatchObject({ status: 429 });
    clock.advance(86_400_000);
    expect(await purgeMessages(ctx)).toMatchObject({ tokens: expect.any(Number), codes: expect.any(Number) });
    const { rows } = await database.pool.query(
      "select hash from customer_tokens union all select code_hash from phone_codes",
    );
    expect(rows).toEqual([]);
    token = await newToken();
    expect(await call(token, START)).toMatchObject({ status: 200 });
  });

  test("refuses a code after ten minutes, or for another number", async () => {
    await call(token, START);
    const code = await sentCode();
    await database.pool.query("update customers set phone_number = '+2349099999999' where id = $1", [
      wallet.customerId,
    ]);
    expect((await call(token, COMPLETE, { code })).body.code).toBe("code_expired");
    clock.advance(60_000);
    await call(token, START);
    const other = await sentCode();
    clock.advance(600_000);
    expect((await call(token, COMPLETE, { code: other })).body).toMatchObject({
      code: "code_expired",
      message: "This code is no longer valid. Request a new one.",
    });
    await database.pool.query(
      "update customers set phone_number = '+2349011111' || floor(random() * 90 + 10) where id = $1",
      [wallet.customerId],
    );
  });

  test("checks five of a hundred concurrent guesses, then refuses the correct code", async () => {
    await call(token, START);
    const code = await sentCode();
    const guesses = Array.from({ length: 100 }, (_, at) => call(token, COMPLETE, { code: wrongCode(code, at + 1) }));
    const codes = (await Promise.all(guesses)).map(({ body }) => body.code);
    expect(codes.filter((one) => one === "code_wrong")).toHaveLength(5);
    expect(codes.filter((one) => one === "code_used_up")).toHaveLength(95);
    expect(await call(token, COMPLETE, { code })).toMatchObject({
      status: 400,
      body: { message: "Too many wrong codes. Request a new one." },
    });
    const { rows } = await database.pool.query(
      "select count(*)::int as n from audit_log where object_id = $1 and action = 'customer.verify_phone_failed'",
      [wallet.customerId],
    );
    expect(rows[0].n).toBe(5);
  });

  test("accepts a code once across concurrent requests", async () => {
    await call(token, START);
    const code = await sentCode();
    const replies = await Promise.all(Array.from({ length: 10 }, () => call(token, COMPLETE, { code })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("refuses a malformed code with 400 and names the field", async () => {
    for (const code of ["", "12345", "1234567", "12345a", 123456, null]) {
      expect(await call(token, COMPLETE, { code })).toMatchObject({
        status: 400,
        body: { errors: [{ field: "code" }] },
      });
    }
    expect(await call(token, COMPLETE, {})).toMatchObject({ status: 400, body: { errors: [{ field: "code" }] } });
  });
});

test("the development outbox does not exist in production", async () => {
  const production = buildApp(ctx);
  const reply = await production.inject({ method: "GET", url: "/dev/outbox" });
  expect(reply.statusCode).toBe(404);
  expect(reply.json()).toMatchObject({ status: false, code: "not_found" });
  await production.close();
});

describe("text messages in production", () => {
  let live: Context;
  const numbers = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${prefix}${String(n).padStart(11 - prefix.length, "0")}`);

  async function start(phoneNumber: string): Promise<unknown> {
    const { customerId } = await createTestWallet(live, { phoneNumber });
    const actor = { kind: "customer", id: customerId, name: "Test" } as const;
    return startPhoneVerification({ ...live, actor });
  }

  beforeEach(async () => {
    const other = await createTestMerchant(ctx);
    live = testContext(ctx, { tenant: other.production });
  });

  test("stop after 30 neighbouring numbers in an hour, and resume in the next", async () => {
    const [last = "", ...rest] = numbers("0803555", 31).reverse();
    for (const number of rest.reverse()) await start(number);
    await expect(start(last)).rejects.toMatchObject({
      code: "sms_quota_exceeded",
      headers: { "retry-after": expect.any(String) },
    });
    clock.advance(3_600_000);
    await expect(start("08035559999")).resolves.toMatchObject({ expiresAt: expect.any(Date) });
  });

  test("are limited to five an hour per number, across all merchants", async () => {
    for (let n = 0; n < 5; n += 1) {
      await start("08035660001");
      const other = await createTestMerchant(ctx);
      live = testContext(ctx, { tenant: other.production });
    }
    await expect(start("08035660001")).rejects.toMatchObject({ code: "sms_quota_exceeded" });
  });

  test("are not used up by strangers who register with the number, whose refused texts count for nobody", async () => {
    const register = (n: number) =>
      inTransaction(ctx.db, (tx) => hasSmsQuota(tx, ctx, n < 20 ? "+2348035880001" : `+23480358800${n}`));
    const allowed: boolean[] = [];
    for (let n = 0; n < 40; n += 1) allowed.push(await register(n));
    expect(allowed.slice(0, 20).filter(Boolean)).toHaveLength(5);
    expect(allowed.slice(20).every(Boolean)).toBe(true);
    await expect(start("08035880001")).resolves.toMatchObject({ expiresAt: expect.any(Date) });
  });

  test("carry the code; the response does not", async () => {
    expect(await start("08035770001")).toEqual({ expiresAt: expect.any(Date) });
  });
});
