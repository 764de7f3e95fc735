import "server-only";
import { createHash } from "node:crypto";
import { SessionReply } from "../../../contract/auth.ts";
import type { Settings } from "../env.ts";
import { tracingHeaders } from "../proxy/tracing-headers.ts";
import { callService } from "../proxy/upstream.ts";
import { readProfile } from "./profile.ts";
import { SESSION_SECONDS, type SessionToken } from "./session-cookie.ts";

/** What a renewal came to. `unreachable`: nothing is known of the token, so it may be tried again. */
export type Renewal = { kind: "renewed"; token: SessionToken } | { kind: "ended" } | { kind: "unreachable" };

const SUCCESSOR_KEPT_MS = 60_000;
const RENEW_BEFORE_END_MS = 5 * 60_000;
const REFRESH_LIMIT_MS = 15_000;

// On globalThis: Next bundles routes and pages apart, and all must see the same renewals.
const MEMORY = Symbol.for("merchant-wallet.renewals");
const shared: typeof globalThis & { [MEMORY]?: Map<string, Promise<Renewal>> } = globalThis;
shared[MEMORY] ??= new Map();
const renewals = shared[MEMORY];

/** Whether the access token of `token` should be renewed before it is used again. */
export function isAboutToEnd(token: SessionToken): boolean {
  return token.accessEndsAt - Date.now() < RENEW_BEFORE_END_MS;
}

/**
 * The newest token of the session that `token` belongs to: itself, or the successor that a renewal gave. A renewal that
 * is under way is waited for. `undefined` when the session has ended.
 */
export async function newestOf(token: SessionToken): Promise<SessionToken | undefined> {
  const renewal = await renewals.get(keyOf(token));
  if (renewal === undefined || renewal.kind === "unreachable") return token;
  return renewal.kind === "renewed" ? newestOf(renewal.token) : undefined;
}

/**
 * Exchanges the refresh token, once per session however many calls ask, whether or not a browser still waits. The
 * successor stays in memory for 60 s; after that, who still holds the old cookie has no session: a used refresh token
 * is never sent twice. Dashboard 3.
 */
export function renew(token: SessionToken, settings: Settings): Promise<Renewal> {
  const key = keyOf(token);
  const known = renewals.get(key);
  if (known) return known;
  const renewal = exchange(token, settings).catch((): Renewal => ({ kind: "unreachable" }));
  renewals.set(key, renewal);
  void renewal.then(({ kind }) => {
    if (kind === "unreachable") renewals.delete(key);
    else if (kind === "renewed") later(SUCCESSOR_KEPT_MS, () => end(key));
    else end(key);
  });
  return renewal;
}

/** Makes every cookie of this session worthless here, also one that a renewal under way is about to set. */
export async function endSession(token: SessionToken): Promise<void> {
  const newest = await newestOf(token);
  end(keyOf(token));
  if (newest) end(keyOf(newest));
}

function end(key: string): void {
  renewals.set(key, Promise.resolve({ kind: "ended" }));
  // No cookie lives longer than this.
  later(SESSION_SECONDS * 1000, () => renewals.delete(key));
}

async function exchange(token: SessionToken, settings: Settings): Promise<Renewal> {
  const headers = tracingHeaders(new Headers());
  headers.set("X-Refresh-Token", token.refreshToken);
  headers.set("X-Channel", "dashboard");
  const signal = AbortSignal.timeout(REFRESH_LIMIT_MS);
  const sent = await callService(settings, { method: "POST", path: "/auth/refresh/token", headers, signal });
  if (sent.kind !== "answered" || sent.response.status >= 500 || sent.response.status === 429) {
    return { kind: "unreachable" };
  }
  const reply = SessionReply.safeParse(await sent.response.json().catch(() => undefined));
  if (!reply.success) return { kind: "ended" };
  const { accessToken, refreshToken, expiresAt } = reply.data.data;
  const profile = await readProfile(accessToken, tracingHeaders(new Headers()), settings);
  const session = profile.kind === "read" ? profile.session : token.session;
  return {
    kind: "renewed",
    token: { ...token, session, accessToken, refreshToken, accessEndsAt: Date.parse(expiresAt) },
  };
}

function keyOf({ refreshToken }: SessionToken): string {
  return createHash("sha256").update(refreshToken).digest("base64url");
}

function later(ms: number, act: () => void): void {
  setTimeout(act, ms).unref();
}
