import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Permission } from "../../../contract/permissions.ts";
import { permissions } from "../../../contract/permissions.ts";
import { readSettings, type Settings } from "../env.ts";
import { readSessionCookie, type SessionToken, sessionCookie } from "../session/session-cookie.ts";
import { sendJson, type Upstream } from "./upstream.ts";

export const ORIGIN = "http://localhost:3000";

export function testSettings(serviceUrl: string, limits: Partial<Settings["limits"]> = {}): Settings {
  const read = readSettings({
    NODE_ENV: "test",
    NEXTAUTH_SECRET: "a secret of the tests, thirty-two and more",
    NEXTAUTH_URL: ORIGIN,
    WALLET_SERVICE_URL: serviceUrl,
  });
  return { ...read, limits: { ...read.limits, ...limits } };
}

/** A session token valid for one hour; every call creates different tokens. */
export function testToken(overrides: Partial<SessionToken> = {}): SessionToken {
  return {
    session: testSession(),
    accessToken: `at_${randomUUID()}`,
    refreshToken: `rt_${randomUUID()}`,
    accessEndsAt: Date.now() + 60 * 60_000,
    signedInAt: Date.now(),
    ...overrides,
  };
}

export function testSession(overrides: Partial<SessionToken["session"]> = {}): SessionToken["session"] {
  return {
    userId: "01890000-0000-7000-8000-000000000001",
    email: "owner@demo.example",
    emailConfirmed: true,
    firstName: "Tola",
    lastName: "Ade",
    role: "MainMerchant",
    permissions: Object.keys(permissions) as Permission[],
    merchantId: "01890000-0000-7000-8000-0000000000aa",
    merchantName: "Ada Ventures",
    mode: "SANDBOX",
    ...overrides,
  };
}

export async function cookieOf(token: SessionToken, settings: Settings): Promise<string> {
  return (await sessionCookie(token, settings)).split(";")[0] ?? "";
}

/** The token in the `Set-Cookie` header of a response, if any. */
export function tokenSetBy(response: Response, settings: Settings): Promise<SessionToken | undefined> {
  return readSessionCookie(response.headers.get("set-cookie"), settings);
}

export type PageCall = {
  method?: string;
  /** Below `/api/service`. */
  path: string;
  cookie?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
  signal?: AbortSignal;
};

/** A request as a page of the dashboard sends it. */
export function pageRequest({ method = "GET", path, cookie, headers, body, signal }: PageCall): Request {
  const own: Record<string, string> = { Accept: "application/json", "X-Account-Mode": "SANDBOX" };
  if (cookie) own.cookie = cookie;
  if (method !== "GET") Object.assign(own, { origin: ORIGIN, "Content-Type": "application/json" });
  return new Request(`${ORIGIN}/api/service${path}`, {
    method,
    headers: { ...own, ...headers },
    ...(body !== undefined && { body, duplex: "half" }),
    ...(signal && { signal }),
  });
}

export function sendProfile(response: ServerResponse, session = testSession()): void {
  const at = "2026-01-05T09:00:00.000Z";
  sendJson(response, 200, {
    status: true,
    data: {
      id: session.userId,
      role: session.role,
      email: session.email,
      emailConfirmed: session.emailConfirmed,
      firstName: session.firstName,
      lastName: session.lastName,
      phoneNumber: null,
      MerchantId: session.merchantId,
      createdAt: at,
      updatedAt: at,
      Merchant: {
        id: session.merchantId,
        email: session.email,
        review: "PENDING",
        businessName: session.merchantName,
        canDebitCustomer: true,
        parentMerchant: null,
        createdAt: at,
        mode: session.mode,
        owner: true,
        walletFreeze: null,
        lowBalance: null,
      },
      changesToDecide: 0,
      firstSteps: null,
    },
    permissions: session.permissions,
  });
}

/** The response to login and refresh, with tokens in body and headers as the service sends them. */
export function sendPair(response: ServerResponse, pair: { accessToken: string; refreshToken: string }): void {
  const { userId, email, firstName, lastName, role, mode, merchantId, merchantName } = testSession();
  const at = "2026-01-05T09:00:00.000Z";
  const person = { email, firstName, lastName, role, mode, createdAt: at, updatedAt: at };
  const expiresAt = new Date(Date.now() + 60 * 60_000).toISOString();
  const merchant = {
    ...person,
    id: merchantId,
    businessName: merchantName,
    businessType: "RETAIL",
    owner: true,
    review: "PENDING",
    callbackURL: null,
    sandboxCallbackURL: null,
    parentMerchant: null,
    canDebitCustomer: true,
  };
  const body = {
    status: true,
    data: { ...person, id: userId, ...pair, expiresAt },
    merchant,
    availableMerchants: [{ id: merchantId, role, name: merchantName }],
    hasMultipleMerchants: false,
  };
  sendJson(response, 200, body, { "X-Access-Token": pair.accessToken, "X-Refresh-Token": pair.refreshToken });
}

/** Makes the upstream accept each refresh token once, like the service after its grace period of 60 s. */
export function renewOnce(upstream: Upstream): void {
  const used = new Set<string>();
  upstream.on("POST /v1/auth/refresh/token", ({ headers }, response) => {
    const token = String(headers["x-refresh-token"]);
    if (used.has(token)) {
      const message = "Invalid refresh token provided.";
      return sendJson(response, 400, { status: false, message, code: "invalid_refresh_token", requestId: "u-1" });
    }
    used.add(token);
    sendPair(response, { accessToken: `at_after_${token}`, refreshToken: `rt_after_${token}` });
  });
  upstream.on("GET /v1/user/profile", (_call, response) => sendProfile(response));
}
