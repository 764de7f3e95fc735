import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { CALLER_HEADER } from "../connections.ts";
import {
  cookieOf,
  type PageCall,
  pageRequest,
  sendProfile,
  testSession,
  testSettings,
  testToken,
  tokenSetBy,
} from "../testing/sessions.ts";
import { sendJson, unusedPort, upstreamOfFile } from "../testing/upstream.ts";
import { forward } from "./session-proxy.ts";

const upstream = upstreamOfFile();
const WALLET = "/wallet/customer?customerId=01890000-0000-7000-8000-0000000000c1";
const FREEZE = { method: "POST", path: "/wallet/close", body: '{"customerId":"c","reason":"fraud report"}' };
const FUND = { method: "POST", path: "/merchant/fund-wallet", body: '{"amount":100}' };

type Options = { session?: Partial<ReturnType<typeof testSession>>; limits?: Record<string, number>; url?: string };

async function call(pageCall: PageCall, { session, limits, url }: Options = {}) {
  const settings = testSettings(url ?? upstream.url, limits);
  const token = testToken({ session: testSession(session) });
  const request = pageRequest({ cookie: await cookieOf(token, settings), ...pageCall });
  const segments = new URL(request.url).pathname.split("/").slice(3).map(decodeURIComponent);
  const response = await forward(request, segments, settings);
  return { response, settings, token, reply: () => response.clone().json() };
}

describe("calls refused without reaching the service", () => {
  const refused: [name: string, pageCall: PageCall, status: number, code: string, options?: Options][] = [
    ["another site's write", { ...FREEZE, headers: { origin: "https://evil.example" } }, 403, "bad_origin"],
    ["a write without an origin", { ...FREEZE, headers: { origin: "" } }, 403, "bad_origin"],
    ["a write from a sister site", { ...FREEZE, headers: { "sec-fetch-site": "same-site" } }, 403, "bad_origin"],
    [
      "another site's write without a session",
      { ...FREEZE, cookie: "", headers: { origin: "null" } },
      403,
      "bad_origin",
    ],
    ["a call without a session", { path: WALLET, cookie: "" }, 401, "session_expired"],
    ["a forged session", { path: WALLET, cookie: "next-auth.session-token=abc.def" }, 401, "session_expired"],
    ["a login", { method: "POST", path: "/auth/login", body: "{}" }, 404, "not_found"],
    ["a refresh", { method: "POST", path: "/auth/refresh/token" }, 404, "not_found"],
    ["a path that is not in the contract", { path: "/metrics" }, 404, "not_found"],
    ["a path with another method", { method: "DELETE", path: "/wallet/customer" }, 404, "not_found"],
    ["a path traversal", { path: "/wallet/%2e%2e%2f%2e%2e/metrics" }, 404, "not_found"],
    ["a write without a mode", { ...FREEZE, headers: { "X-Account-Mode": "" } }, 400, "account_mode_required"],
    ["a money write without an idempotency key", FUND, 400, "idempotency_key_required"],
  ];

  it.each(refused)("%s", async (_name, pageCall, status, code, options) => {
    const { response, reply } = await call(pageCall, options);
    expect(response.status).toBe(status);
    expect(await reply()).toMatchObject({ status: false, code, requestId: response.headers.get("x-request-id") });
    expect(upstream.calls).toEqual([]);
  });

  it("a missing permission is refused with the permission's name", async () => {
    const { response, reply } = await call(FREEZE, { session: { permissions: ["BROWSE_CUSTOMER_WALLETS"] } });
    expect(response.status).toBe(403);
    expect((await reply()).message).toContain("ENABLE_DISABLE_WALLET or FREEZE_WALLET");
    expect(upstream.callsTo("POST /v1/wallet/close")).toEqual([]);
  });

  it("a call from a page that another member opened is refused", async () => {
    const { response, reply } = await call({ ...FREEZE, headers: { "X-Session-Of": "other.person" } });
    expect(response.status).toBe(409);
    expect(await reply()).toMatchObject({ code: "session_changed" });
    expect(upstream.callsTo("POST /v1/wallet/close")).toEqual([]);
  });

  it("checks run in the order origin, endpoint, session, permission, mode, key", async () => {
    const allInvalid = { ...FUND, headers: { origin: "https://evil.example", "X-Account-Mode": "" } };
    const none = { session: { permissions: [] } };
    expect((await call({ ...allInvalid, cookie: "" }, none)).response.status).toBe(403);
    const ownOrigin = { ...FUND, headers: { "X-Account-Mode": "" } };
    expect((await call({ ...ownOrigin, cookie: "" }, none)).response.status).toBe(401);
    expect((await call(ownOrigin, none)).response.status).toBe(403);
    expect((await (await call(ownOrigin)).reply()).code).toBe("account_mode_required");
    expect((await (await call(FUND)).reply()).code).toBe("idempotency_key_required");
  });
});

describe("the upstream request", () => {
  it("has the call, the token and the allowlisted headers", async () => {
    upstream.on("POST /v1/wallet/close", (_call, response) =>
      sendJson(response, 200, { status: true, message: "Done." }),
    );
    const { token, response } = await call({
      ...FREEZE,
      headers: {
        "Idempotency-Key": "k-1",
        "sec-fetch-site": "same-origin",
        "X-Forwarded-For": "6.6.6.6",
        [CALLER_HEADER]: "203.0.113.9",
        "X-Access-Token": "at_of_the_browser",
        Authorization: "Bearer of-the-browser",
        "X-Channel": "api",
        "User-Agent": "Browser",
      },
    });
    expect(response.status).toBe(200);
    const [sent] = upstream.calls;
    expect(sent?.body.toString()).toBe(FREEZE.body);
    expect(sent?.headers).toMatchObject({
      authorization: `Bearer ${token.accessToken}`,
      accept: "application/json",
      "content-type": "application/json",
      "content-length": String(FREEZE.body.length),
      "idempotency-key": "k-1",
      "x-account-mode": "SANDBOX",
      "x-forwarded-for": "203.0.113.9",
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    for (const name of ["cookie", "origin", "x-access-token", "x-channel", "sec-fetch-site"]) {
      expect(sent?.headers).not.toHaveProperty(name);
    }
  });

  it("keeps path parameters and query unchanged", async () => {
    upstream.on("GET /v1/wallet/a%20b%3F/activity", (_call, response) => sendJson(response, 200, { status: true }));
    await call({ path: "/wallet/a%20b%3F/activity?page=2&perPage=20" });
    expect(upstream.calls[0]?.url).toBe("/v1/wallet/a%20b%3F/activity?page=2&perPage=20");
  });
});

describe("the response to the browser", () => {
  it("has the status, the body, allowlisted headers and no caching", async () => {
    upstream.on("GET /v1/wallet/customer", (_call, response) =>
      sendJson(
        response,
        400,
        { status: false, message: "Customer not found.", code: "customer_not_found", requestId: "u-7" },
        {
          "x-request-id": "u-7",
          "Retry-After": "3",
          "Idempotency-Replayed": "true",
          Location: "/v1/x",
          "Set-Cookie": "upstream=1",
          Server: "wallet",
          "X-Access-Token": "at_leak",
          "Cache-Control": "public",
        },
      ),
    );
    const { response, reply } = await call({ path: WALLET });
    expect(response.status).toBe(400);
    expect(await reply()).toMatchObject({ message: "Customer not found." });
    expect(Object.fromEntries(response.headers)).toEqual({
      "cache-control": "private, no-store",
      "content-type": "application/json; charset=utf-8",
      "idempotency-replayed": "true",
      location: "/v1/x",
      "referrer-policy": "no-referrer",
      "retry-after": "3",
      "x-content-type-options": "nosniff",
      "x-request-id": "u-7",
    });
  });

  it("cuts BVN and NIN to four digits at any depth and drops tokens", async () => {
    const secret = { bvn: "22212345678", list: [{ NIN: "12345679999", accessToken: "at_x" }], amount: 5 };
    upstream.on("GET /v1/wallet/customer", (_call, response) =>
      sendJson(response, 200, { status: true, wallet: secret }),
    );
    const { reply } = await call({ path: WALLET });
    expect((await reply()).wallet).toEqual({ bvn: "5678", list: [{ NIN: "9999" }], amount: 5 });
  });

  it("does not follow a redirect", async () => {
    upstream.on("GET /v1/wallet/customer", (_call, response) => {
      response.writeHead(302, { Location: "/v1/elsewhere" }).end();
    });
    const { response, reply } = await call({ path: WALLET });
    expect(response.status).toBe(503);
    expect(await reply()).toMatchObject({ code: "service_unreachable" });
    expect(upstream.calls).toHaveLength(1);
  });

  it("never contains a token in headers or body", async () => {
    upstream.on("GET /v1/wallet/customer", (_call, response) =>
      sendJson(response, 403, { status: false, message: "No." }),
    );
    upstream.on("GET /v1/user/profile", (_call, response) => sendProfile(response, testSession({ role: "Support" })));
    for (const pageCall of [{ path: WALLET }, { path: "/user/profile" }, FREEZE, { path: "/nothing" }]) {
      const { response, token } = await call(pageCall);
      const content = JSON.stringify([...response.headers]) + (await response.text());
      expect(content).not.toContain(token.accessToken);
      expect(content).not.toContain(token.refreshToken);
    }
  });
});

describe("a service that does not respond", () => {
  it("returns 503 when it was never reached", async () => {
    const url = `http://127.0.0.1:${await unusedPort()}/v1`;
    for (const pageCall of [{ path: WALLET }, FREEZE]) {
      const { response, reply } = await call(pageCall, { url });
      expect(response.status).toBe(503);
      expect(await reply()).toMatchObject({ code: "service_unreachable" });
    }
  });

  it.each([
    ["breaks the connection", {}, (response: { destroy(): void }) => response.destroy()],
    ["exceeds the time limit", { read: 100, write: 100 }, () => undefined],
  ])("that %s: unknown outcome for a write, unreachable for a read", async (_name, limits, act) => {
    upstream.on("POST /v1/wallet/close", (_call, response) => act(response));
    upstream.on("GET /v1/wallet/customer", (_call, response) => act(response));
    const write = await call(FREEZE, { limits });
    expect([write.response.status, (await write.reply()).code]).toEqual([504, "outcome_unknown"]);
    const read = await call({ path: WALLET }, { limits });
    expect([read.response.status, (await read.reply()).code]).toEqual([503, "service_unreachable"]);
  });

  it("returns an unknown outcome when a write's response breaks off", async () => {
    upstream.on("POST /v1/wallet/close", (_call, response) => {
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "100" });
      response.write('{"status":tr', () => response.destroy());
    });
    const { response } = await call(FREEZE);
    expect(response.status).toBe(504);
  });
});

describe("a change of permissions or mode", () => {
  it.each([
    ["403", 403, "permission_missing"],
    ["409", 409, "mode_changed"],
  ])("updates the cookie after a %s", async (_name, status, code) => {
    upstream.on("POST /v1/wallet/close", (_call, response) =>
      sendJson(response, status, { status: false, code, message: "No." }),
    );
    upstream.on("GET /v1/user/profile", (_call, response) =>
      sendProfile(response, testSession({ mode: "PRODUCTION" })),
    );
    const { response, settings, token, reply } = await call(FREEZE);
    expect(await reply()).toMatchObject({ code });
    expect(await tokenSetBy(response, settings)).toMatchObject({
      session: { mode: "PRODUCTION" },
      refreshToken: token.refreshToken,
    });
  });
});

describe("a request body", () => {
  it("of more than 1 MiB is refused unread", async () => {
    const { response } = await call({ ...FREEZE, body: `"${"x".repeat(1024 * 1024)}"` });
    expect(response.status).toBe(413);
    expect(upstream.calls).toEqual([]);
  });

  it("of many bytes is forwarded unchanged", async () => {
    upstream.on("POST /v1/wallet/close", (_call, response) => sendJson(response, 200, { status: true }));
    const body = randomBytes(1024 * 1024);
    await call({ ...FREEZE, body });
    expect(upstream.calls[0]?.body.equals(body)).toBe(true);
  });
});

describe("the log", () => {
  it("has one line per call, with the endpoint and without parameters", async () => {
    upstream.on("GET /v1/wallet/c-secret/activity", (_call, response) => sendJson(response, 200, { status: true }));
    const { response, token } = await call({ path: "/wallet/c-secret/activity?page=3" });
    expect(upstream.logged).toHaveLength(1);
    expect(JSON.parse(upstream.logged[0] ?? "")).toEqual({
      time: expect.any(String),
      level: "info",
      message: "call",
      method: "GET",
      endpoint: "/wallet/{customerId}/activity",
      status: 200,
      ms: expect.any(Number),
      requestId: response.headers.get("x-request-id"),
      userId: token.session.userId,
    });
  });
});
