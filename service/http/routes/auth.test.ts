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
const logInRightly = async (headers: Record<string, string> = {}) =>
  (await logIn({ email, password: TEST_PASSWORD }, headers)).json().data;
const refresh = (token: string) =>
  app.inject({ method: "POST", url: "/v1/auth/refresh/token", headers: { "x-refresh-token": token } });
const profile = (headers: Record<string, string>) => app.inject({ method: "GET", url: "/v1/user/profile", headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe("POST /auth/login", () => {
  it("answers the published body, and the same tokens in the headers", async () => {
    const answer = await logIn({ email, password: TEST_PASSWORD, metadata: { device: "x" } });
    expect(answer.statusCode).toBe(200);
    const { data, ...rest } = answer.json();
    expect(data).toEqual({
      id: merchant.owner.userId,
      role: "MainMerchant",
      email,
      firstName: "Ada",
      lastName: "Obi",
      mode: "SANDBOX",
      createdAt: "2026-03-02T09:00:00.000Z",
      updatedAt: "2026-03-02T09:00:00.000Z",
      accessToken: answer.headers["x-access-token"],
      refreshToken: answer.headers["x-refresh-token"],
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

  it("answers wrong password and unknown e-mail with the same body but for the request ID", async () => {
    const wrong = await logIn({ email, password: "wrong" });
    const unknown = await logIn({ email: "nobody@test.example", password: "wrong" });
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401]);
    expect({ ...wrong.json(), requestId: "" }).toEqual({ ...unknown.json(), requestId: "" });
    expect(Object.keys(wrong.headers)).toEqual(Object.keys(unknown.headers));
  });

  it("takes as long for an unknown e-mail as for a wrong password", async () => {
    const real = buildApp(testServices(database, { clock, providers: { ...services.providers } }));
    const time = async (payload: object, round: number) => {
      const began = performance.now();
      // From another address each time, as few guesses are taken from one.
      await real.inject({ method: "POST", url: "/v1/auth/login", payload, remoteAddress: `198.51.100.${round}` });
      return performance.now() - began;
    };
    const wrong: number[] = [];
    const unknown: number[] = [];
    for (let round = 1; round <= 12; round += 1) {
      wrong.push(await time({ email, password: "wrong" }, round));
      unknown.push(await time({ email: "nobody-else@test.example", password: "wrong" }, round));
    }
    expect(Math.min(...unknown)).toBeLessThan(Math.min(...wrong) * 3 + 5);
    expect(Math.min(...wrong)).toBeLessThan(Math.min(...unknown) * 3 + 5);
    await real.close();
  });

  it("locks an account for one address after five failures, and says for how long", async () => {
    for (let count = 0; count < 5; count += 1) await logIn({ email, password: "wrong" });
    const locked = await logIn({ email, password: TEST_PASSWORD });
    expect([locked.statusCode, locked.headers["retry-after"], locked.json().code]).toEqual([
      429,
      "900",
      "login_locked",
    ]);
    const elsewhere = await logIn({ email, password: TEST_PASSWORD }, { "x-forwarded-for": "203.0.113.5" });
    expect(elsewhere.statusCode).toBe(200);
  });

  it("counts by the address that a trusted proxy names, and lets nobody else name one", async () => {
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

  it("counts an IPv6 caller by the network that is theirs, not by each of its addresses", async () => {
    const attempt = (remoteAddress: string) =>
      app.inject({ method: "POST", url: "/v1/auth/login", payload: { email, password: "wrong" }, remoteAddress });
    for (let count = 0; count < 5; count += 1) await attempt(`2001:db8:1:2:${count}::${count + 1}`);
    expect((await attempt("2001:db8:1:2:ffff::9")).statusCode).toBe(429);
    expect((await attempt("2001:db8:1:3::9")).statusCode).toBe(401);
  });

  it.each([{}, { email: "a@b.example" }, { email: 1, password: 2 }, { email: "", password: "" }])(
    "refuses %j with the fields",
    async (payload) => {
      const answer = await logIn(payload);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().errors.length).toBeGreaterThan(0);
    },
  );

  it("gives an unverified account no tokens, neither in the body nor in headers", async () => {
    await database.pool.query("update users set verified_at = null where email = $1", [email]);
    const answer = await logIn({ email, password: TEST_PASSWORD });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { status: true, message: DEFAULT_MESSAGE, requiresVerification: true },
    ]);
    expect(answer.headers["x-access-token"]).toBeUndefined();
  });
});

describe("POST /auth/refresh/token", () => {
  it("answers as login does, in body and headers", async () => {
    const answer = await refresh((await logInRightly()).refreshToken);
    expect(answer.statusCode).toBe(200);
    const { data, merchant: of } = answer.json();
    expect(of.id).toBe(merchant.merchantId);
    expect(data.refreshToken).toBe(answer.headers["x-refresh-token"]);
    expect((await profile(bearer(data.accessToken))).statusCode).toBe(200);
  });

  it("gives twenty parallel calls one successor", async () => {
    const { refreshToken } = await logInRightly();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)));
    expect(new Set(answers.map((answer) => answer.json().data.refreshToken)).size).toBe(1);
  });

  it("takes a token that comes back after a minute for stolen, and ends the whole session at once", async () => {
    const { refreshToken } = await logInRightly();
    const { data } = (await refresh(refreshToken)).json();
    clock.advance(61_000);
    expect((await profile(bearer(data.accessToken))).statusCode).toBe(200);
    const answer = await refresh(refreshToken);
    expect([answer.statusCode, answer.json().message]).toEqual([400, "Invalid refresh token provided."]);
    expect((await profile(bearer(data.accessToken))).statusCode).toBe(401);
  });

  it("refuses a call without a token", async () => {
    const answer = await app.inject({ method: "POST", url: "/v1/auth/refresh/token" });
    expect([answer.statusCode, answer.json().code]).toEqual([400, "invalid_refresh_token"]);
  });
});

describe("POST /auth/logout", () => {
  it("ends the session at once, and only that one", async () => {
    const one = await logInRightly();
    const other = await logInRightly();
    expect((await profile(bearer(one.accessToken))).statusCode).toBe(200);
    const url = "/v1/auth/logout";
    const answer = await app.inject({ method: "POST", url, headers: bearer(one.accessToken) });
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: true, message: DEFAULT_MESSAGE }]);
    expect((await profile(bearer(one.accessToken))).statusCode).toBe(401);
    expect((await refresh(one.refreshToken)).statusCode).toBe(400);
    expect((await profile(bearer(other.accessToken))).statusCode).toBe(200);
  });
});

describe("GET /user/profile", () => {
  it("answers the person, the merchant and what the role holds", async () => {
    const member = await testMember(services, merchant, "Support", { firstName: "Sade" });
    await database.pool.query("update users set phone_number = '+2348031234567' where id = $1", [member.userId]);
    const { accessToken } = (await logIn({ email: member.email, password: TEST_PASSWORD })).json().data;
    const answer = (await profile(bearer(accessToken))).json();
    expect(answer).toMatchObject({
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
    expect(answer.permissions).toEqual(member.permissions);
  });

  it("is not for private keys, and says for whom it is", async () => {
    const answer = await profile(bearer(await sandboxPrivateKey(services, merchant)));
    expect([answer.statusCode, answer.json().code]).toEqual([403, "permission_missing"]);
    expect(answer.json().message).toContain("a member's access token");
  });

  it("reads X-Access-Token without Authorization, and beside an expired one", async () => {
    const { accessToken } = await logInRightly();
    expect((await profile({ "x-access-token": accessToken })).statusCode).toBe(200);
    expect((await profile({ ...bearer("at_old"), "x-access-token": accessToken })).statusCode).toBe(200);
    expect((await profile({ ...bearer("at_old"), "x-access-token": "at_older" })).statusCode).toBe(401);
  });
});
