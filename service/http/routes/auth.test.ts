import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_MESSAGE } from "../../../contract/envelope.ts";
import { createCallerCache } from "../../domain/auth/caller-cache.ts";
import type { Services } from "../../domain/context.ts";
import type { CreatedMerchant } from "../../domain/merchant/sign-up/create-merchant.ts";
import { type TestClock, testClock } from "../../testing/clock.ts";
import { testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, sandboxPrivateKey, TEST_PASSWORD, testMember } from "../../testing/factories.ts";
import { buildApp } from "../app.ts";

const database = useTestDatabase({ connections: 25 });
let clock: TestClock;
let services: Services;
let app: FastifyInstance;
let merchant: CreatedMerchant;
let email: string;

beforeAll(() => {
  clock = testClock();
  services = { ...testServices(database, { clock }), callers: createCallerCache(clock, 3_000) };
  app = buildApp(services);
});
afterAll(() => app.close());
beforeEach(async () => {
  email = `owner-${services.ids.next()}@test.example`;
  merchant = await createTestMerchant(services, {
    owner: { email, password: TEST_PASSWORD, firstName: "Ada", lastName: "Obi" },
  });
});

const logIn = (payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: "POST", url: "/v1/auth/login", payload, headers });
const logInAsOwner = async (headers: Record<string, string> = {}) =>
  (await logIn({ email, password: TEST_PASSWORD }, headers)).json().data;
const refresh = (token: string) =>
  app.inject({ method: "POST", url: "/v1/auth/refresh/token", headers: { "x-refresh-token": token } });
const profile = (headers: Record<string, string>) => app.inject({ method: "GET", url: "/v1/user/profile", headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe("POST /auth/login", () => {
  it("returns the published body and repeats the tokens in headers", async () => {
    const reply = await logIn({ email, password: TEST_PASSWORD, metadata: { device: "x" } });
    expect(reply.statusCode).toBe(200);
    const { data, ...rest } = reply.json();
    expect(data).toEqual({
      id: merchant.owner.userId,
      role: "MainMerchant",
      email,
      firstName: "Ada",
      lastName: "Obi",
      mode: "SANDBOX",
      createdAt: "2026-03-02T09:00:00.000Z",
      updatedAt: "2026-03-02T09:00:00.000Z",
      accessToken: reply.headers["x-access-token"],
      refreshToken: reply.headers["x-refresh-token"],
      expiresAt: "2026-03-02T10:00:00.000Z",
    });
    const { merchantId } = merchant;
    expect(rest).toMatchObject({
      status: true,
      merchant: {
        id: merchantId,
        mode: "SANDBOX",
        role: "MainMerchant",
        owner: true,
        parentMerchant: null,
        callbackURL: null,
      },
      availableMerchants: [{ id: merchantId, role: "MainMerchant" }],
      hasMultipleMerchants: false,
    });
  });

  it("returns the same body for a wrong password and an unknown e-mail, except the request ID", async () => {
    const wrong = await logIn({ email, password: "wrong" });
    const unknown = await logIn({ email: "nobody@test.example", password: "wrong" });
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401]);
    expect({ ...wrong.json(), requestId: "" }).toEqual({ ...unknown.json(), requestId: "" });
    expect(Object.keys(wrong.headers)).toEqual(Object.keys(unknown.headers));
  });

  it("takes the same time for an unknown e-mail and a wrong password", async () => {
    const otherApp = buildApp(testServices(database, { clock, providers: { ...services.providers } }));
    const time = async (payload: object, round: number) => {
      const start = performance.now();
      // Use a new address for each call, because one address gets few attempts.
      await otherApp.inject({ method: "POST", url: "/v1/auth/login", payload, remoteAddress: `198.51.100.${round}` });
      return performance.now() - start;
    };
    const wrong: number[] = [];
    const unknown: number[] = [];
    for (let round = 1; round <= 12; round += 1) {
      wrong.push(await time({ email, password: "wrong" }, round));
      unknown.push(await time({ email: "nobody-else@test.example", password: "wrong" }, round));
    }
    expect(Math.min(...unknown)).toBeLessThan(Math.min(...wrong) * 3 + 5);
    expect(Math.min(...wrong)).toBeLessThan(Math.min(...unknown) * 3 + 5);
    await otherApp.close();
  });

  it("locks an account for one address after five failures and reports for how long", async () => {
    for (let count = 0; count < 5; count += 1) await logIn({ email, password: "wrong" });
    const locked = await logIn({ email, password: TEST_PASSWORD });
    expect([locked.statusCode, locked.headers["retry-after"], locked.json().code]).toEqual([
      429,
      "900",
      "login_locked",
    ]);
    const fromOtherAddress = await logIn({ email, password: TEST_PASSWORD }, { "x-forwarded-for": "203.0.113.5" });
    expect(fromOtherAddress.statusCode).toBe(200);
  });

  it("counts failures by the forwarded address of a trusted proxy only", async () => {
    const attempt = (remoteAddress: string, forwarded: string) =>
      app.inject({
        method: "POST",
        url: "/v1/auth/login",
        payload: { email, password: "wrong" },
        remoteAddress,
        headers: { "x-forwarded-for": forwarded },
      });
    for (let count = 0; count < 5; count += 1) await attempt("198.51.100.1", `10.0.0.${count}`);
    expect((await attempt("198.51.100.1", "10.0.0.99")).statusCode).toBe(429);
    for (let count = 0; count < 5; count += 1) await attempt("127.0.0.1", `203.0.113.${count}`);
    expect((await attempt("127.0.0.1", "203.0.113.99")).statusCode).toBe(401);
  });

  it("counts failures of an IPv6 caller by network, not by address", async () => {
    const attempt = (remoteAddress: string) =>
      app.inject({ method: "POST", url: "/v1/auth/login", payload: { email, password: "wrong" }, remoteAddress });
    for (let count = 0; count < 5; count += 1) await attempt(`2001:db8:1:2:${count}::${count + 1}`);
    expect((await attempt("2001:db8:1:2:ffff::9")).statusCode).toBe(429);
    expect((await attempt("2001:db8:1:3::9")).statusCode).toBe(401);
  });

  it.each([{}, { email: "a@b.example" }, { email: 1, password: 2 }, { email: "", password: "" }])(
    "rejects %j with the invalid fields",
    async (payload) => {
      const reply = await logIn(payload);
      expect(reply.statusCode).toBe(400);
      expect(reply.json().errors.length).toBeGreaterThan(0);
    },
  );

  it("returns no tokens for an unverified account, in the body or in headers", async () => {
    await database.pool.query("update users set verified_at = null where email = $1", [email]);
    const reply = await logIn({ email, password: TEST_PASSWORD });
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { status: true, message: DEFAULT_MESSAGE, requiresVerification: true },
    ]);
    expect(reply.headers["x-access-token"]).toBeUndefined();
  });
});

describe("POST /auth/refresh/token", () => {
  it("returns the same body and headers as login", async () => {
    const reply = await refresh((await logInAsOwner()).refreshToken);
    expect(reply.statusCode).toBe(200);
    const { data, merchant: repliedMerchant } = reply.json();
    expect(repliedMerchant.id).toBe(merchant.merchantId);
    expect(data.refreshToken).toBe(reply.headers["x-refresh-token"]);
    expect((await profile(bearer(data.accessToken))).statusCode).toBe(200);
  });

  it("returns one successor to twenty concurrent calls", async () => {
    const { refreshToken } = await logInAsOwner();
    const replies = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)));
    expect(new Set(replies.map((reply) => reply.json().data.refreshToken)).size).toBe(1);
  });

  it("treats a token reused after a minute as stolen and ends the session immediately", async () => {
    const { refreshToken } = await logInAsOwner();
    const { data } = (await refresh(refreshToken)).json();
    clock.advance(61_000);
    expect((await profile(bearer(data.accessToken))).statusCode).toBe(200);
    const reply = await refresh(refreshToken);
    expect([reply.statusCode, reply.json().message]).toEqual([400, "Invalid refresh token provided."]);
    expect((await profile(bearer(data.accessToken))).statusCode).toBe(401);
  });

  it("rejects a call without a token", async () => {
    const reply = await app.inject({ method: "POST", url: "/v1/auth/refresh/token" });
    expect([reply.statusCode, reply.json().code]).toEqual([400, "invalid_refresh_token"]);
  });
});

describe("POST /auth/logout", () => {
  it("ends only the current session, immediately", async () => {
    const one = await logInAsOwner();
    const other = await logInAsOwner();
    expect((await profile(bearer(one.accessToken))).statusCode).toBe(200);
    const url = "/v1/auth/logout";
    const reply = await app.inject({ method: "POST", url, headers: bearer(one.accessToken) });
    expect([reply.statusCode, reply.json()]).toEqual([200, { status: true, message: DEFAULT_MESSAGE }]);
    expect((await profile(bearer(one.accessToken))).statusCode).toBe(401);
    expect((await refresh(one.refreshToken)).statusCode).toBe(400);
    expect((await profile(bearer(other.accessToken))).statusCode).toBe(200);
  });
});

describe("GET /user/profile", () => {
  it("returns the user, the merchant and the role's permissions", async () => {
    const member = await testMember(services, merchant, "Support", { firstName: "Sade" });
    await database.pool.query("update users set phone_number = '+2348031234567' where id = $1", [member.userId]);
    const { accessToken } = (await logIn({ email: member.email, password: TEST_PASSWORD })).json().data;
    const reply = (await profile(bearer(accessToken))).json();
    expect(reply).toMatchObject({
      status: true,
      data: {
        id: member.userId,
        role: "Support",
        firstName: "Sade",
        phoneNumber: "08031234567",
        MerchantId: merchant.merchantId,
        Merchant: { owner: false },
      },
    });
    expect(reply.permissions).toEqual(member.permissions);
  });

  it("rejects private keys and names the accepted credential", async () => {
    const reply = await profile(bearer(await sandboxPrivateKey(services, merchant)));
    expect([reply.statusCode, reply.json().code]).toEqual([403, "permission_missing"]);
    expect(reply.json().message).toContain("a member's access token");
  });

  it("accepts X-Access-Token without Authorization or with an expired one", async () => {
    const { accessToken } = await logInAsOwner();
    expect((await profile({ "x-access-token": accessToken })).statusCode).toBe(200);
    expect((await profile({ ...bearer("at_old"), "x-access-token": accessToken })).statusCode).toBe(200);
    expect((await profile({ ...bearer("at_old"), "x-access-token": "at_older" })).statusCode).toBe(401);
  });
});
