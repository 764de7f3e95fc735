import { describe, expect, it } from "vitest";
import type { Permission } from "../../../contract/permissions.ts";
import { cookieOf, ORIGIN, sendPair, testSession, testSettings, testToken } from "../testing/sessions.ts";
import { sendJson, upstreamOfFile } from "../testing/upstream.ts";
import { revealKeys, rotateKeys } from "./key-proxy.ts";

const upstream = upstreamOfFile();
const LOGIN = "POST /v1/auth/login";
const LOGOUT = "POST /v1/auth/logout";
const READ = "GET /v1/merchant/my-access-keys";
const ROTATE = "POST /v1/merchant/generate-access-keys";
const FRESH = { accessToken: "at_fresh", refreshToken: "rt_fresh" };
const PAIR = { publicKey: "pk_sandbox_1", privateKey: "sk_sandbox_1" };
const PROOF = { password: "a-long-pass-phrase" };

type Asked = {
  door?: typeof revealKeys;
  body?: unknown;
  headers?: Record<string, string>;
  session?: Partial<ReturnType<typeof testSession>>;
  isSignedOut?: boolean;
};

async function call({ door = revealKeys, body = PROOF, headers = {}, session = {}, isSignedOut }: Asked = {}) {
  const settings = testSettings(upstream.url, { read: 1_000, write: 1_000 });
  const cookie = await cookieOf(testToken({ session: testSession(session) }), settings);
  const request = new Request(`${ORIGIN}/api/keys`, {
    method: "POST",
    headers: {
      origin: ORIGIN,
      "Content-Type": "application/json",
      "X-Account-Mode": "SANDBOX",
      ...(isSignedOut ? {} : { cookie }),
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return door(request, settings);
}

function answerAll(): void {
  upstream.on(LOGIN, (_call, response) => sendPair(response, FRESH));
  upstream.on(LOGOUT, (_call, response) => sendJson(response, 200, { status: true }));
  upstream.on(READ, (_call, response) => sendJson(response, 200, { status: true, data: PAIR }));
  upstream.on(ROTATE, (_call, response) => sendJson(response, 200, { status: true, data: PAIR }));
}

const routes = () => upstream.calls.map(({ method, url }) => `${method} ${url}`);

describe("the door of the keys", () => {
  it("is a fresh login of the same person, the one call, and the end of that session", async () => {
    answerAll();
    const response = await call({ body: { ...PROOF, code: "123456" } });
    expect(await response.json()).toEqual({ status: true, data: PAIR });
    expect(routes()).toEqual([LOGIN, READ, LOGOUT]);
    const [login, read, logout] = upstream.calls;
    expect(JSON.parse(login?.body.toString() ?? "")).toEqual({ email: testSession().email, ...PROOF, code: "123456" });
    expect(read?.headers).toMatchObject({ authorization: "Bearer at_fresh", "x-account-mode": "SANDBOX" });
    expect(logout?.headers.authorization).toBe("Bearer at_fresh");
  });

  it("rotates with the hours that were chosen", async () => {
    answerAll();
    const response = await call({ door: rotateKeys, body: { ...PROOF, overlapHours: 24 } });
    expect((await response.json()).data).toEqual(PAIR);
    expect(routes()).toEqual([LOGIN, ROTATE, LOGOUT]);
    expect(JSON.parse(upstream.calls[1]?.body.toString() ?? "")).toEqual({ overlapHours: 24 });
  });

  it("goes to the merchant of the page first, when the login began at another", async () => {
    answerAll();
    upstream.on("POST /v1/team/merchants/switch", (_call, response) => sendJson(response, 200, { status: true }));
    const merchantId = "01890000-0000-7000-8000-0000000000bb";
    expect((await call({ session: { merchantId } })).status).toBe(200);
    expect(routes()).toEqual([LOGIN, "POST /v1/team/merchants/switch", READ, LOGOUT]);
    expect(JSON.parse(upstream.calls[1]?.body.toString() ?? "")).toEqual({ merchantId });
  });

  it("reads no other merchant's keys when that fails", async () => {
    answerAll();
    expect((await call({ session: { merchantId: "01890000-0000-7000-8000-0000000000bb" } })).status).toBe(503);
    expect(routes()).toEqual([LOGIN, "POST /v1/team/merchants/switch", LOGOUT]);
  });

  it.each([
    [401, "wrong_login", 400, "wrong_password"],
    [401, "two_factor_required", 400, "two_factor_required"],
    [401, "two_factor_wrong", 400, "two_factor_wrong"],
    [500, "internal", 503, "service_unreachable"],
  ])("answers a login's %i %s with %i %s, and reads nothing", async (status, code, answered, word) => {
    answerAll();
    upstream.on(LOGIN, (_call, response) => sendJson(response, status, { status: false, code }));
    const response = await call();
    expect([response.status, (await response.json()).code]).toEqual([answered, word]);
    expect(routes()).toEqual([LOGIN]);
  });

  it("says how long a pause lasts", async () => {
    upstream.on(LOGIN, (_call, response) => sendJson(response, 429, {}, { "Retry-After": "840" }));
    const response = await call();
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "840"]);
  });

  it("ends the fresh session also when the one call is refused", async () => {
    answerAll();
    const refusal = { status: false, code: "mode_changed", message: "Changed.", requestId: "u-1" };
    upstream.on(READ, (_call, response) => sendJson(response, 409, refusal));
    const response = await call();
    expect([response.status, (await response.json()).code]).toEqual([409, "mode_changed"]);
    expect(routes()).toEqual([LOGIN, READ, LOGOUT]);
  });

  it("a rotation whose answer is lost is not known; a lost read is nothing", async () => {
    answerAll();
    upstream.on(ROTATE, () => undefined);
    upstream.on(READ, () => undefined);
    const rotated = await call({ door: rotateKeys, body: { ...PROOF, overlapHours: 0 } });
    expect([rotated.status, (await rotated.json()).code]).toEqual([504, "outcome_unknown"]);
    const read = await call();
    expect([read.status, (await read.json()).code]).toEqual([503, "service_unreachable"]);
  });

  it.each<[string, Asked, number]>([
    ["another site", { headers: { origin: "https://evil.example" } }, 403],
    ["who has no session", { isSignedOut: true }, 401],
    ["a page that names no mode", { headers: { "X-Account-Mode": "" } }, 400],
    ["who may not see keys", { session: { permissions: [] as Permission[] } }, 403],
    ["a page of another merchant", { headers: { "x-session-of": `other.${testSession().userId}` } }, 409],
    ["who gives no password", { body: {} }, 400],
    ["hours that are none", { door: rotateKeys, body: { ...PROOF, overlapHours: 73 } }, 400],
  ])("refuses %s before any login", async (_who, asked, status) => {
    answerAll();
    expect((await call(asked)).status).toBe(status);
    expect(upstream.calls).toEqual([]);
  });

  it("logs neither password nor key", async () => {
    answerAll();
    await call();
    expect(upstream.logged).toHaveLength(1);
    expect(upstream.logged.join("")).not.toMatch(/pass-phrase|sk_sandbox|at_fresh/);
  });
});
