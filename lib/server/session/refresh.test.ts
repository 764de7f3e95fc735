import { describe, expect, it, vi } from "vitest";
import { forward } from "../proxy/session-proxy.ts";
import {
  cookieOf,
  pageRequest,
  renewOnce,
  sendPair,
  testSettings,
  testToken,
  tokenSetBy,
} from "../testing/sessions.ts";
import { sendJson, upstreamOfFile } from "../testing/upstream.ts";
import { endSession, latestToken, refreshTokens } from "./refresh.ts";
import type { SessionToken } from "./session-cookie.ts";

const upstream = upstreamOfFile();
const REFRESH = "POST /v1/auth/refresh/token";
const WALLET = "/wallet/customer?customerId=c";
const soon = () => Date.now() + 60_000;

function respondToWallet(isGood: (bearer: string) => boolean = () => true) {
  upstream.on("GET /v1/wallet/customer", ({ headers }, response) => {
    if (isGood(String(headers.authorization))) return sendJson(response, 200, { status: true });
    sendJson(response, 401, { status: false, code: "unauthenticated", message: "Missing or invalid.", requestId: "u" });
  });
}

async function read(token: SessionToken, signal?: AbortSignal) {
  const settings = testSettings(upstream.url);
  const cookie = await cookieOf(token, settings);
  const response = await forward(
    pageRequest({ path: WALLET, cookie, ...(signal && { signal }) }),
    ["wallet", "customer"],
    settings,
  );
  return { response, set: await tokenSetBy(response, settings) };
}

describe("refreshing a session", () => {
  it("happens once for 20 parallel calls close to expiry, and each receives the new cookie", async () => {
    renewOnce(upstream);
    respondToWallet((bearer) => bearer.startsWith("Bearer at_after_"));
    const token = testToken({ accessEndsAt: soon() });
    const responses = await Promise.all(Array.from({ length: 20 }, () => read(token)));
    expect(upstream.callsTo(REFRESH)).toHaveLength(1);
    expect(responses.map(({ response }) => response.status)).toEqual(Array(20).fill(200));
    for (const { set } of responses) expect(set?.refreshToken).toBe(`rt_after_${token.refreshToken}`);
  });

  it("happens once for 20 parallel calls that get a 401, and each is repeated", async () => {
    renewOnce(upstream);
    respondToWallet((bearer) => bearer.startsWith("Bearer at_after_"));
    const token = testToken();
    const responses = await Promise.all(Array.from({ length: 20 }, () => read(token)));
    expect(upstream.callsTo(REFRESH)).toHaveLength(1);
    expect(responses.map(({ response }) => response.status)).toEqual(Array(20).fill(200));
  });

  it("repeats a write with its body and idempotency key", async () => {
    renewOnce(upstream);
    upstream.on("POST /v1/merchant/fund-wallet", ({ headers }, response) =>
      sendJson(response, headers.authorization?.startsWith("Bearer at_after_") ? 200 : 401, { status: true }),
    );
    const settings = testSettings(upstream.url);
    const cookie = await cookieOf(testToken(), settings);
    const pageCall = { method: "POST", path: "/merchant/fund-wallet", body: '{"amount":5}', cookie };
    const request = pageRequest({ ...pageCall, headers: { "Idempotency-Key": "k-9" } });
    expect((await forward(request, ["merchant", "fund-wallet"], settings)).status).toBe(200);
    const sent = upstream.callsTo("POST /v1/merchant/fund-wallet");
    expect(sent.map(({ body, headers }) => [body.toString(), headers["idempotency-key"]])).toEqual([
      ['{"amount":5}', "k-9"],
      ['{"amount":5}', "k-9"],
    ]);
  });

  it("completes when the browser disconnects; the next call with the old cookie gets the new tokens", async () => {
    renewOnce(upstream);
    respondToWallet();
    const token = testToken({ accessEndsAt: soon() });
    const browser = new AbortController();
    const first = read(token, browser.signal);
    browser.abort();
    await first;
    const { response, set } = await read(token);
    expect(response.status).toBe(200);
    expect(set?.refreshToken).toBe(`rt_after_${token.refreshToken}`);
    expect(upstream.callsTo(REFRESH)).toHaveLength(1);
  });

  it("never sends a used refresh token again, even after the new tokens are forgotten after 60 s", async () => {
    renewOnce(upstream);
    respondToWallet();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const token = testToken({ accessEndsAt: soon() });
    await read(token);
    await vi.advanceTimersByTimeAsync(59_000);
    expect((await read(token)).response.status).toBe(200);
    await vi.advanceTimersByTimeAsync(2_000);
    const { response } = await read(token);
    vi.useRealTimers();
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "session_expired" });
    expect(upstream.callsTo(REFRESH)).toHaveLength(1);
  });

  it("ends the session when the service refuses, without a retry", async () => {
    upstream.on(REFRESH, (_call, response) =>
      sendJson(response, 400, { status: false, code: "invalid_refresh_token", message: "Invalid.", requestId: "u" }),
    );
    respondToWallet(() => false);
    const token = testToken();
    for (const _ of [1, 2]) {
      const { response, set } = await read(token);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ code: "session_expired" });
      expect(set).toBeUndefined();
    }
    expect(upstream.callsTo(REFRESH)).toHaveLength(1);
  });

  it("keeps using a valid token while the service is unavailable, and retries later", async () => {
    upstream.on(REFRESH, (_call, response) =>
      sendJson(response, 503, { status: false, code: "unavailable", message: "Busy." }),
    );
    respondToWallet();
    const token = testToken({ accessEndsAt: soon() });
    expect((await read(token)).response.status).toBe(200);
    renewOnce(upstream);
    expect((await read(token)).set?.refreshToken).toBe(`rt_after_${token.refreshToken}`);
  });

  it("fails a call with an expired token while the service is unavailable, without sending it", async () => {
    upstream.on(REFRESH, (_call, response) =>
      sendJson(response, 503, { status: false, code: "unavailable", message: "Busy." }),
    );
    respondToWallet();
    const { response } = await read(testToken({ accessEndsAt: Date.now() - 1 }));
    expect(response.status).toBe(503);
    expect(upstream.callsTo("GET /v1/wallet/customer")).toEqual([]);
  });

  it("reads the profile again and keeps the 12-hour limit", async () => {
    renewOnce(upstream);
    const token = testToken({ signedInAt: Date.now() - 5_000, session: { ...testToken().session, role: "Support" } });
    const refresh = await refreshTokens(token, testSettings(upstream.url));
    expect(refresh).toMatchObject({ token: { signedInAt: token.signedInAt, session: { role: "MainMerchant" } } });
  });
});

describe("a session that was signed out", () => {
  it("has no latest token, even when a refresh was in progress", async () => {
    let release: () => void = () => undefined;
    upstream.on(REFRESH, (_call, response) => {
      release = () => sendPair(response, { accessToken: "at_late", refreshToken: "rt_late" });
    });
    const token = testToken();
    const refresh = refreshTokens(token, testSettings(upstream.url));
    await vi.waitFor(() => expect(upstream.callsTo(REFRESH)).toHaveLength(1), 20_000);
    const ending = endSession(token);
    release();
    await Promise.all([refresh, ending]);
    expect(await latestToken(token)).toBeUndefined();
  });
});
