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

async function call(asked: PageCall, { session, limits, url }: Options = {}) {
  const settings = testSettings(url ?? upstream.url, limits);
  const token = testToken({ session: testSession(session) });
  const request = pageRequest({ cookie: await cookieOf(token, settings), ...asked });
  const segments = new URL(request.url).pathname.split("/").slice(3).map(decodeURIComponent);
  const response = await forward(request, segments, settings);
  return { response, settings, token, reply: () => response.clone().json() };
}

describe("what never reaches the service", () => {
  const refused: [name: string, asked: PageCall, status: number, code: string, options?: Options][] = [
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
    ["a path that is not listed", { path: "/metrics" }, 404, "not_found"],
    ["a listed path with another method", { method: "DELETE", path: "/wallet/customer" }, 404, "not_found"],
    ["a way out of the path", { path: "/wallet/%2e%2e%2f%2e%2e/metrics" }, 404, "not_found"],
    ["a write without a mode", { ...FREEZE, headers: { "X-Account-Mode": "" } }, 400, "account_mode_required"],
    ["a money write without a key", FUND, 400, "idempotency_key_required"],
  ];

  it.each(refused)("%s", async (_name, asked, status, code, options) => {
    const { response, reply } = await call(asked, options);
    expect(response.status).toBe(status);
    expect(await reply()).toMatchObject({ status: false, code, requestId: response.headers.get("x-request-id") });
    expect(upstream.calls).toEqual([]);
  });

  it("a call that the role does not allow; the answer names the permission", async () => {
    const { response, reply } = await call(FREEZE, { session: { permissions: ["BROWSE_CUSTOMER_WALLETS"] } });
    expect(response.status).toBe(403);
    expect((await reply()).message).toContain("ENABLE_DISABLE_WALLET or FREEZE_WALLET");
    expect(upstream.callsTo("POST /v1/wallet/close")).toEqual([]);
  });

  it("a call of a page that another member had opened", async () => {
    const { response, reply } = await call({ ...FREEZE, headers: { "X-Session-Of": "other.person" } });
    expect(response.status).toBe(409);
    expect(await reply()).toMatchObject({ code: "session_changed" });
    expect(upstream.callsTo("POST /v1/wallet/close")).toEqual([]);
  });

  it("is checked in the order origin, list, session, permission, mode, key", async () => {
    const everythingWrong = { ...FUND, headers: { origin: "https://evil.example", "X-Account-Mode": "" } };
    const none = { session: { permissions: [] } };
    expect((await call({ ...everythingWrong, cookie: "" }, none)).response.status).toBe(403);
    const ownOrigin = { ...FUND, headers: { "X-Account-Mode": "" } };
    expect((await call({ ...ownOrigin, cookie: "" }, none)).response.status).toBe(401);
    expect((await call(ownOrigin, none)).response.status).toBe(403);
    expect((await (await call(ownOrigin)).reply()).code).toBe("account_mode_required");
    expect((await (await call(FUND)).reply()).code).toBe("idempotency_key_required");
  });
});

describe("what the service is sent", () => {
  it("is the call, the token, and headers by list", async () => {
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

  it("keeps parameters and query as they were", async () => {
    upstream.on("GET /v1/wallet/a%20b%3F/activity", (_call, response) => sendJson(response, 200, { status: true }));
    await call({ path: "/wallet/a%20b%3F/activity?page=2&perPage=20" });
    expect(upstream.calls[0]?.url).toBe("/v1/wallet/a%20b%3F/activity?page=2&perPage=20");
  });
});

describe("what the browser gets", () => {
  it("is status, envelope and headers by list, kept by nobody", async () => {
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

  it("has BVN and NIN cut to four digits, at any depth, and no token", async () => {
    const secret = { bvn: "22212345678", list: [{ NIN: "12345679999", accessToken: "at_x" }], amount: 5 };
    upstream.on("GET /v1/wallet/customer", (_call, response) =>
      sendJson(response, 200, { status: true, wallet: secret }),
    );
    const { reply } = await call({ path: WALLET });
    expect((await reply()).wallet).toEqual({ bvn: "5678", list: [{ NIN: "9999" }], amount: 5 });
  });

  it("is not where a redirect points", async () => {
    upstream.on("GET /v1/wallet/customer", (_call, response) => {
      response.writeHead(302, { Location: "/v1/elsewhere" }).end();
    });
    const { response, reply } = await call({ path: WALLET });
    expect(response.status).toBe(503);
    expect(await reply()).toMatchObject({ code: "service_unreachable" });
    expect(upstream.calls).toHaveLength(1);
  });

  it("never holds a token, in no header and no body, whatever is asked", async () => {
    upstream.on("GET /v1/wallet/customer", (_call, response) =>
      sendJson(response, 403, { status: false, message: "No." }),
    );
    upstream.on("GET /v1/user/profile", (_call, response) => sendProfile(response, testSession({ role: "Support" })));
    for (const asked of [{ path: WALLET }, { path: "/user/profile" }, FREEZE, { path: "/nothing" }]) {
      const { response, token } = await call(asked);
      const whole = JSON.stringify([...response.headers]) + (await response.text());
      expect(whole).not.toContain(token.accessToken);
      expect(whole).not.toContain(token.refreshToken);
    }
  });
});

describe("a service that does not answer", () => {
  it("which was never reached did nothing: 503", async () => {
    const url = `http://127.0.0.1:${await unusedPort()}/v1`;
    for (const asked of [{ path: WALLET }, FREEZE]) {
      const { response, reply } = await call(asked, { url });
      expect(response.status).toBe(503);
      expect(await reply()).toMatchObject({ code: "service_unreachable" });
    }
  });

  it.each([
    ["cuts the line", {}, (response: { destroy(): void }) => response.destroy()],
    ["takes too long", { read: 100, write: 100 }, () => undefined],
  ])("when it %s: unknown for a write, unreachable for a read", async (_name, limits, act) => {
    upstream.on("POST /v1/wallet/close", (_call, response) => act(response));
    upstream.on("GET /v1/wallet/customer", (_call, response) => act(response));
    const write = await call(FREEZE, { limits });
    expect([write.response.status, (await write.reply()).code]).toEqual([504, "outcome_unknown"]);
    const read = await call({ path: WALLET }, { limits });
    expect([read.response.status, (await read.reply()).code]).toEqual([503, "service_unreachable"]);
  });

  it("to the end leaves a write unknown", async () => {
    upstream.on("POST /v1/wallet/close", (_call, response) => {
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "100" });
      response.write('{"status":tr', () => response.destroy());
    });
    const { response } = await call(FREEZE);
    expect(response.status).toBe(504);
  });
});

describe("a change of rights or mode", () => {
  it.each([
    ["403", 403, "permission_missing"],
    ["409", 409, "mode_changed"],
  ])("shows in the cookie after a %s", async (_name, status, code) => {
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

describe("a body", () => {
  it("of more than 1 MiB is refused unread", async () => {
    const { response } = await call({ ...FREEZE, body: `"${"x".repeat(1024 * 1024)}"` });
    expect(response.status).toBe(413);
    expect(upstream.calls).toEqual([]);
  });

  it("of many bytes arrives as it was sent", async () => {
    upstream.on("POST /v1/wallet/close", (_call, response) => sendJson(response, 200, { status: true }));
    const body = randomBytes(1024 * 1024);
    await call({ ...FREEZE, body });
    expect(upstream.calls[0]?.body.equals(body)).toBe(true);
  });
});

describe("the log", () => {
  it("has one line per call, with the endpoint and not what was put into it", async () => {
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
