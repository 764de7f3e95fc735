import { describe, expect, it } from "vitest";
import type { Permission } from "../../../contract/permissions.ts";
import { cookieOf, ORIGIN, sendPair, testSession, testSettings, testToken } from "../testing/sessions.ts";
import { sendJson, upstreamOfFile } from "../testing/upstream.ts";
import { createRestrictedKey, revealKeys, rollRestrictedKey, rotateKeys } from "./key-proxy.ts";

const upstream = upstreamOfFile();
const LOGIN = "POST /v1/auth/login";
const LOGOUT = "POST /v1/auth/logout";
const READ = "GET /v1/merchant/my-access-keys";
const ROTATE = "POST /v1/merchant/generate-access-keys";
const FRESH = { accessToken: "at_fresh", refreshToken: "rt_fresh" };
const PAIR = { publicKey: "pk_sandbox_1", privateKey: "sk_sandbox_1" };
const PROOF = { password: "a-long-pass-phrase" };

type CallOptions = {
  proxy?: typeof revealKeys;
  body?: unknown;
  headers?: Record<string, string>;
  session?: Partial<ReturnType<typeof testSession>>;
  isSignedOut?: boolean;
};

async function call({ proxy = revealKeys, body = PROOF, headers = {}, session = {}, isSignedOut }: CallOptions = {}) {
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
  return proxy(request, settings);
}

function respondToAll(): void {
  upstream.on(LOGIN, (_call, response) => sendPair(response, FRESH));
  upstream.on(LOGOUT, (_call, response) => sendJson(response, 200, { status: true }));
  upstream.on(READ, (_call, response) => sendJson(response, 200, { status: true, data: PAIR }));
  upstream.on(ROTATE, (_call, response) => sendJson(response, 200, { status: true, data: PAIR }));
}

const routes = () => upstream.calls.map(({ method, url }) => `${method} ${url}`);

describe("the key proxy", () => {
  it("logs in again as the same person, sends the one call and ends the new session", async () => {
    respondToAll();
    const response = await call({ body: { ...PROOF, code: "123456" } });
    expect(await response.json()).toEqual({ status: true, data: PAIR });
    expect(routes()).toEqual([LOGIN, READ, LOGOUT]);
    const [login, read, logout] = upstream.calls;
    expect(JSON.parse(login?.body.toString() ?? "")).toEqual({ email: testSession().email, ...PROOF, code: "123456" });
    expect(read?.headers).toMatchObject({ authorization: "Bearer at_fresh", "x-account-mode": "SANDBOX" });
    expect(logout?.headers.authorization).toBe("Bearer at_fresh");
  });

  it("rotates with the chosen overlap hours", async () => {
    respondToAll();
    const response = await call({ proxy: rotateKeys, body: { ...PROOF, overlapHours: 24 } });
    expect((await response.json()).data).toEqual(PAIR);
    expect(routes()).toEqual([LOGIN, ROTATE, LOGOUT]);
    expect(JSON.parse(upstream.calls[1]?.body.toString() ?? "")).toEqual({ overlapHours: 24 });
  });

  it("creates and rolls a restricted key: the proof goes to the login, the rest to the service", async () => {
    respondToAll();
    const made = (_call: unknown, response: Parameters<typeof sendJson>[0]) =>
      sendJson(response, 201, { status: true, data: { key: "mwk_sandbox_1" } });
    upstream.on("POST /v1/merchant/restricted-keys", made);
    upstream.on("POST /v1/merchant/restricted-keys/a%2Fb/roll", made);
    const key = { name: "Payroll server", permissions: ["BROWSE_CUSTOMERS"] };
    expect((await call({ proxy: createRestrictedKey, body: { ...PROOF, ...key } })).status).toBe(201);
    const roll: typeof revealKeys = (request, settings) => rollRestrictedKey(request, settings, "a/b");
    expect((await call({ proxy: roll, body: { ...PROOF, overlapHours: 1 } })).status).toBe(201);
    const bodies = upstream.calls.map(({ body }) => body.toString()).filter((body) => body !== "");
    expect(bodies.map((body) => JSON.parse(body))).toEqual([
      expect.objectContaining(PROOF),
      { ...key, allowedAddresses: [], expiresAt: null },
      expect.objectContaining(PROOF),
      { overlapHours: 1 },
    ]);
  });

  it("switches to the page's merchant when the new login starts at another one", async () => {
    respondToAll();
    upstream.on("POST /v1/team/merchants/switch", (_call, response) => sendJson(response, 200, { status: true }));
    const merchantId = "01890000-0000-7000-8000-0000000000bb";
    expect((await call({ session: { merchantId } })).status).toBe(200);
    expect(routes()).toEqual([LOGIN, "POST /v1/team/merchants/switch", READ, LOGOUT]);
    expect(JSON.parse(upstream.calls[1]?.body.toString() ?? "")).toEqual({ merchantId });
  });

  it("reads no keys when the switch fails", async () => {
    respondToAll();
    expect((await call({ session: { merchantId: "01890000-0000-7000-8000-0000000000bb" } })).status).toBe(503);
    expect(routes()).toEqual([LOGIN, "POST /v1/team/merchants/switch", LOGOUT]);
  });

  it.each([
    [401, "wrong_login", 400, "wrong_password"],
    [401, "two_factor_required", 400, "two_factor_required"],
    [401, "two_factor_wrong", 400, "two_factor_wrong"],
    [500, "internal", 503, "service_unreachable"],
  ])("maps a login response of %i %s to %i %s and sends no key call", async (status, code, proxyStatus, proxyCode) => {
    respondToAll();
    upstream.on(LOGIN, (_call, response) => sendJson(response, status, { status: false, code }));
    const response = await call();
    expect([response.status, (await response.json()).code]).toEqual([proxyStatus, proxyCode]);
    expect(routes()).toEqual([LOGIN]);
  });

  it("returns Retry-After when sign-in is locked", async () => {
    upstream.on(LOGIN, (_call, response) => sendJson(response, 429, {}, { "Retry-After": "840" }));
    const response = await call();
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "840"]);
  });

  it("ends the new session when the key call is refused", async () => {
    respondToAll();
    const failure = { status: false, code: "mode_changed", message: "Changed.", requestId: "u-1" };
    upstream.on(READ, (_call, response) => sendJson(response, 409, failure));
    const response = await call();
    expect([response.status, (await response.json()).code]).toEqual([409, "mode_changed"]);
    expect(routes()).toEqual([LOGIN, READ, LOGOUT]);
  });

  it("reports a lost rotation as unknown and a lost read as unreachable", async () => {
    respondToAll();
    upstream.on(ROTATE, () => undefined);
    upstream.on(READ, () => undefined);
    const rotated = await call({ proxy: rotateKeys, body: { ...PROOF, overlapHours: 0 } });
    expect([rotated.status, (await rotated.json()).code]).toEqual([504, "outcome_unknown"]);
    const read = await call();
    expect([read.status, (await read.json()).code]).toEqual([503, "service_unreachable"]);
  });

  it.each<[string, CallOptions, number]>([
    ["a request from another site", { headers: { origin: "https://evil.example" } }, 403],
    ["a request without a session", { isSignedOut: true }, 401],
    ["a request without a mode", { headers: { "X-Account-Mode": "" } }, 400],
    ["a member without the permission", { session: { permissions: [] as Permission[] } }, 403],
    ["a page of another merchant", { headers: { "x-session-of": `other.${testSession().userId}` } }, 409],
    ["a request without a password", { body: {} }, 400],
    ["invalid overlap hours", { proxy: rotateKeys, body: { ...PROOF, overlapHours: 73 } }, 400],
  ])("refuses %s before it logs in", async (_name, options, status) => {
    respondToAll();
    expect((await call(options)).status).toBe(status);
    expect(upstream.calls).toEqual([]);
  });

  it("logs neither password nor key", async () => {
    respondToAll();
    await call();
    expect(upstream.logged).toHaveLength(1);
    expect(upstream.logged.join("")).not.toMatch(/pass-phrase|sk_sandbox|at_fresh/);
  });
});
