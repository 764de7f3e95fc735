import { describe, expect, it } from "vitest";
import { CALLER_HEADER } from "../connections.ts";
import { renewOnce, sendPair, sendProfile, testSession, testSettings, testToken } from "../testing/sessions.ts";
import { sendJson, unusedPort, upstreamOfFile } from "../testing/upstream.ts";
import { deviceCookie } from "./device-cookie.ts";
import { latestToken, refreshTokens } from "./refresh.ts";
import { signInAtService, signInWithPasskeyAtService, signOutAtService } from "./sign-in.ts";

const upstream = upstreamOfFile();
const LOGIN = "POST /v1/auth/login";
const CREDENTIALS = { email: "owner@demo.example", password: "demo-password" };
const PAIR = { accessToken: "at_1", refreshToken: "rt_1" };

let kept: string[] = [];
function attempt(input: unknown = CREDENTIALS, headers: Record<string, string> = {}, url = upstream.url) {
  kept = [];
  const settings = testSettings(url, { signIn: 200 });
  return signInAtService(input, new Headers(headers), settings, (cookie) => void kept.push(cookie));
}

describe("signing in with a passkey", () => {
  const PASSKEY = "POST /v1/auth/passkey";
  const response = { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" };
  const credential = { id: "AA", rawId: "AA", type: "public-key", response };
  const attemptWith = (text: string | undefined) =>
    signInWithPasskeyAtService(text, new Headers({ "user-agent": "A browser" }), testSettings(upstream.url));

  it("sends what the browser returned, and the browser's User-Agent", async () => {
    upstream.on(PASSKEY, (_call, response) => sendPair(response, PAIR));
    upstream.on("GET /v1/user/profile", (_call, response) => sendProfile(response));
    expect(await attemptWith(JSON.stringify(credential))).toMatchObject(PAIR);
    const [sent] = upstream.callsTo(PASSKEY);
    expect(JSON.parse(sent?.body.toString() ?? "")).toEqual({ credential });
    expect(sent?.headers["user-agent"]).toBe("A browser");
  });

  it.each([undefined, "", "no JSON", "{}", '{"id":1}'])("refuses %j without sending it", async (text) => {
    await expect(attemptWith(text)).rejects.toThrow(/^passkey_refused$/);
    expect(upstream.calls).toEqual([]);
  });

  it.each([
    ["passkey_expired", 400],
    ["passkey_unknown", 401],
    ["passkey_refused", 401],
  ])("returns the code %s", async (code, status) => {
    upstream.on(PASSKEY, (_call, response) => sendJson(response, status, { status: false, code }));
    await expect(attemptWith(JSON.stringify(credential))).rejects.toThrow(new RegExp(`^${code}$`));
  });
});

describe("signing in", () => {
  it("logs in as the dashboard with the caller's address, then reads the profile", async () => {
    upstream.on(LOGIN, (_call, response) => sendPair(response, PAIR));
    upstream.on("GET /v1/user/profile", (_call, response) => sendProfile(response, testSession({ role: "Operator" })));
    const token = await attempt(
      { ...CREDENTIALS, csrfToken: "x" },
      { "x-forwarded-for": "1.1.1.1", [CALLER_HEADER]: "203.0.113.7" },
    );
    expect(token).toMatchObject({ ...PAIR, session: testSession({ role: "Operator" }) });
    const [login, profile] = upstream.calls;
    expect(login?.headers).toMatchObject({ "x-channel": "dashboard", "x-forwarded-for": "203.0.113.7" });
    expect(JSON.parse(login?.body.toString() ?? "")).toEqual(CREDENTIALS);
    expect(profile?.headers.authorization).toBe("Bearer at_1");
  });

  it.each([
    ["wrong credentials", 401, {}, "wrong_login"],
    ["an invalid body", 400, {}, "wrong_login"],
    ["a locked sign-in", 429, { "Retry-After": "840" }, "login_locked.840"],
    ["a locked sign-in without Retry-After", 429, {}, "login_locked.60"],
    ["a service error", 500, {}, "service_unreachable"],
  ])("reports %s by its code", async (_name, status, headers, word) => {
    upstream.on(LOGIN, (_call, response) => sendJson(response, status, { status: false }, headers));
    await expect(attempt()).rejects.toThrow(new RegExp(`^${word}$`));
  });

  it.each(["two_factor_required", "two_factor_wrong"])("returns the code %s", async (code) => {
    upstream.on(LOGIN, (_call, response) => sendJson(response, 401, { status: false, code }));
    await expect(attempt()).rejects.toThrow(new RegExp(`^${code}$`));
  });

  it("reports that the person has no merchant", async () => {
    upstream.on(LOGIN, (_call, response) => sendJson(response, 403, { status: false, code: "no_merchant" }));
    await expect(attempt()).rejects.toThrow(/^no_merchant$/);
  });

  it("keeps the service's token for this device per account, and sends it with the next sign-in", async () => {
    upstream.on(LOGIN, (_call, response) => {
      response.setHeader("X-Device-Token", "dv_1");
      sendPair(response, PAIR);
    });
    upstream.on("GET /v1/user/profile", (_call, response) => sendProfile(response));
    await attempt();
    expect(kept[0]).toMatch(/^device-[0-9a-f]{16}=dv_1; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/);
    const cookie = `other=1; ${kept[0]?.split(";")[0]}`;
    await attempt({ ...CREDENTIALS, email: "OWNER@demo.example" }, { cookie });
    await attempt({ ...CREDENTIALS, email: "admin@demo.example" }, { cookie }).catch(() => undefined);
    const sent = upstream.calls.filter(({ url }) => url.endsWith("/auth/login"));
    expect(sent.map(({ headers }) => headers["x-device-token"])).toEqual([undefined, "dv_1", undefined]);
    const secure = { isSecure: true };
    expect(deviceCookie("dv_1", "a@b.ng", secure)).toMatch(/^__Host-device-[0-9a-f]{16}=.*; Secure$/);
  });

  it("sends the second factor's code and the browser's User-Agent", async () => {
    upstream.on(LOGIN, (_call, response) => sendPair(response, PAIR));
    upstream.on("GET /v1/user/profile", (_call, response) => sendProfile(response));
    await attempt({ ...CREDENTIALS, code: "123456" }, { "user-agent": "A browser" });
    const [login] = upstream.calls;
    expect(JSON.parse(login?.body.toString() ?? "")).toEqual({ ...CREDENTIALS, code: "123456" });
    expect(login?.headers["user-agent"]).toBe("A browser");
  });

  it("reports an account that is not verified", async () => {
    upstream.on(LOGIN, (_call, response) => sendJson(response, 200, { status: true, requiresVerification: true }));
    await expect(attempt()).rejects.toThrow(/^not_verified$/);
  });

  it("refuses empty fields without a call", async () => {
    await expect(attempt({ email: "", password: "x" })).rejects.toThrow(/^wrong_login$/);
    await expect(attempt(null)).rejects.toThrow(/^wrong_login$/);
    expect(upstream.calls).toEqual([]);
  });

  it("reports a service that is down, does not respond, or fails after the login", async () => {
    await expect(attempt(CREDENTIALS, {}, `http://127.0.0.1:${await unusedPort()}/v1`)).rejects.toThrow(
      "service_unreachable",
    );
    upstream.on(LOGIN, () => undefined);
    await expect(attempt()).rejects.toThrow("service_unreachable");
    upstream.on(LOGIN, (_call, response) => sendPair(response, PAIR));
    await expect(attempt()).rejects.toThrow("service_unreachable");
  });
});

describe("signing out", () => {
  it("ends the session at the service with its latest token, and in this process", async () => {
    renewOnce(upstream);
    upstream.on("POST /v1/auth/logout", (_call, response) => sendJson(response, 200, { status: true }));
    const settings = testSettings(upstream.url);
    const token = testToken();
    const refresh = await refreshTokens(token, settings);
    await signOutAtService(token, settings);
    const [logout] = upstream.callsTo("POST /v1/auth/logout");
    expect(logout?.headers.authorization).toBe(`Bearer at_after_${token.refreshToken}`);
    expect(await latestToken(token)).toBeUndefined();
    if (refresh.kind !== "refreshed") throw new Error("not refreshed");
    expect(await latestToken(refresh.token)).toBeUndefined();
  });

  it("ends the session in this process when the service is down", async () => {
    const token = testToken();
    await signOutAtService(token, testSettings(`http://127.0.0.1:${await unusedPort()}/v1`));
    expect(await latestToken(token)).toBeUndefined();
  });
});
