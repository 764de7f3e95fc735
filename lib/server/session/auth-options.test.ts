import NextAuth from "next-auth";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Settings } from "../env.ts";
import { cookieOf, ORIGIN, sendPair, sendProfile, testSession, testSettings, testToken } from "../testing/sessions.ts";
import { sendJson, upstreamOfFile } from "../testing/upstream.ts";
import { authOptions } from "./auth-options.ts";
import { latestToken } from "./refresh.ts";
import { decryptSession, type SessionToken } from "./session-cookie.ts";

const upstream = upstreamOfFile();
const COOKIE = "next-auth.session-token";
const PAIR = { accessToken: "at_of_next_auth", refreshToken: "rt_of_next_auth" };
const CREDENTIALS = { email: "owner@demo.example", password: "demo-password", json: "true", callbackUrl: "/" };

type Asked = { path: string; method?: string; cookies?: Record<string, string>; body?: object };

/** Runs next-auth without Next and returns its complete response. */
async function ask(settings: Settings, { path, method = "GET", cookies = {}, body = {} }: Asked) {
  const answer = { status: 200, headers: new Map<string, string | string[]>(), body: undefined as unknown };
  const response = {
    status: (status: number) => Object.assign(response, Object.assign(answer, { status })),
    getHeader: (name: string) => answer.headers.get(name.toLowerCase()),
    setHeader: (name: string, value: string | string[]) => {
      answer.headers.set(name.toLowerCase(), value);
      return response;
    },
    json: (json: unknown) => void Object.assign(answer, { body: json }),
    send: (text: unknown) => void Object.assign(answer, { body: text }),
    end: () => undefined,
  };
  const request = { method, cookies, body, headers: {}, query: { nextauth: path.split("/") } };
  await NextAuth(authOptions(settings, () => undefined))(request, response);
  const set = [answer.headers.get("set-cookie") ?? []].flat();
  return { ...answer, set, whole: JSON.stringify([answer.body, ...answer.headers]) };
}

function valueSet(set: string[], name: string): string | undefined {
  return set
    .find((line) => line.startsWith(`${name}=`))
    ?.slice(name.length + 1)
    .split(";")[0];
}

beforeEach(() => {
  vi.stubEnv("NEXTAUTH_URL", ORIGIN);
});

async function withCsrf(settings: Settings) {
  const { body, set } = await ask(settings, { path: "csrf" });
  const { csrfToken } = body as { csrfToken: string };
  const name = "next-auth.csrf-token";
  return { csrfToken, cookies: { [name]: decodeURIComponent(valueSet(set, name) ?? "") } };
}

async function signIn(settings: Settings) {
  const { csrfToken, cookies } = await withCsrf(settings);
  return ask(settings, { path: "callback/credentials", method: "POST", cookies, body: { ...CREDENTIALS, csrfToken } });
}

describe("next-auth", () => {
  it("keeps the tokens only in one cookie that the proxy can decrypt", async () => {
    upstream.on("POST /v1/auth/login", (_call, response) => sendPair(response, PAIR));
    upstream.on("GET /v1/user/profile", (_call, response) => sendProfile(response));
    const settings = testSettings(upstream.url);
    const answer = await signIn(settings);
    expect(answer.set.join()).toMatch(/next-auth\.session-token=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax/);
    const token = await decryptSession(valueSet(answer.set, COOKIE) ?? "", settings);
    expect(token).toEqual({
      session: testSession(),
      ...PAIR,
      accessEndsAt: expect.any(Number),
      signedInAt: expect.any(Number),
    } satisfies SessionToken);
    expect(answer.whole).not.toMatch(/at_of_next_auth|rt_of_next_auth/);
  });

  it("returns a refusal code and no cookie", async () => {
    upstream.on("POST /v1/auth/login", (_call, response) => sendJson(response, 429, {}, { "Retry-After": "840" }));
    const answer = await signIn(testSettings(upstream.url));
    expect(answer).toMatchObject({ status: 401, body: { url: expect.stringMatching(/[?&]error=login_locked\.840$/) } });
    expect(valueSet(answer.set, COOKIE)).toBeUndefined();
  });

  it("refuses a sign-in without its CSRF token", async () => {
    const answer = await ask(testSettings(upstream.url), {
      path: "callback/credentials",
      method: "POST",
      body: CREDENTIALS,
    });
    expect(valueSet(answer.set, COOKIE)).toBeUndefined();
    expect(upstream.calls).toEqual([]);
  });

  it("returns the signed-in person from the session endpoint, never a token", async () => {
    const settings = testSettings(upstream.url);
    const token = testToken();
    const sealed = (await cookieOf(token, settings)).split("=")[1] ?? "";
    const answer = await ask(settings, { path: "session", cookies: { [COOKIE]: sealed } });
    expect(answer.body).toEqual({ expires: expect.any(String), user: token.session });
    expect(answer.whole).not.toContain(token.accessToken);
    expect(answer.whole).not.toContain(token.refreshToken);
  });

  it("signs out at the service, in this process and in the browser", async () => {
    upstream.on("POST /v1/auth/logout", (_call, response) => sendJson(response, 200, { status: true }));
    const settings = testSettings(upstream.url);
    const token = testToken();
    const { csrfToken, cookies } = await withCsrf(settings);
    const sealed = (await cookieOf(token, settings)).split("=")[1] ?? "";
    const answer = await ask(settings, {
      path: "signout",
      method: "POST",
      cookies: { ...cookies, [COOKIE]: sealed },
      body: { csrfToken, json: "true" },
    });
    expect(answer.set.join()).toContain(`${COOKIE}=; Max-Age=0;`);
    expect(upstream.callsTo("POST /v1/auth/logout")).toHaveLength(1);
    expect(await latestToken(token)).toBeUndefined();
  });
});
