import "server-only";
import { createHash } from "node:crypto";
import { SessionReply } from "../../../contract/auth.ts";
import type { Settings } from "../env.ts";
import { tracingHeaders } from "../proxy/tracing-headers.ts";
import { callService } from "../proxy/upstream.ts";
import { readProfile } from "./profile.ts";
import { SESSION_SECONDS, type SessionToken } from "./session-cookie.ts";

/** The result of a token refresh. `unreachable`: the refresh token may still be valid, so a retry is allowed. */
export type RefreshResult = { kind: "refreshed"; token: SessionToken } | { kind: "ended" } | { kind: "unreachable" };

const NEW_TOKENS_KEPT_MS = 60_000;
const REFRESH_BEFORE_EXPIRY_MS = 5 * 60_000;
const REFRESH_TIMEOUT_MS = 15_000;

// On globalThis: Next bundles routes and pages separately, and all of them must share these refreshes.
const MEMORY = Symbol.for("merchant-wallet.renewals");
const shared: typeof globalThis & { [MEMORY]?: Map<string, Promise<RefreshResult>> } = globalThis;
shared[MEMORY] ??= new Map();
const refreshes = shared[MEMORY];

/** Whether the access token expires within 5 minutes and should be refreshed before use. */
export function expiresSoon(token: SessionToken): boolean {
  return token.accessEndsAt - Date.now() < REFRESH_BEFORE_EXPIRY_MS;
}

/**
 * The latest tokens of the session that `token` belongs to: `token` itself or its refreshed successor. Waits for a
 * refresh in progress. `undefined` when the session has ended.
 */
export async function latestToken(token: SessionToken): Promise<SessionToken | undefined> {
  const refresh = await refreshes.get(keyOf(token));
  if (refresh === undefined || refresh.kind === "unreachable") return token;
  return refresh.kind === "refreshed" ? latestToken(refresh.token) : undefined;
}

/**
 * Exchanges the refresh token, once per session for all concurrent calls, and completes it even if the browser
 * disconnects. The new tokens stay in memory for 60 s. After that, the old cookie has no session: a used refresh token
 * is never sent again. Dashboard 3.
 */
export function refreshTokens(token: SessionToken, settings: Settings): Promise<RefreshResult> {
  const key = keyOf(token);
  const running = refreshes.get(key);
  if (running) return running;
  const refresh = exchange(token, settings).catch((): RefreshResult => ({ kind: "unreachable" }));
  refreshes.set(key, refresh);
  void refresh.then(({ kind }) => {
    if (kind === "unreachable") refreshes.delete(key);
    else if (kind === "refreshed") runLater(NEW_TOKENS_KEPT_MS, () => markEnded(key));
    else markEnded(key);
  });
  return refresh;
}

/**
 * Invalidates every cookie of this session in this process, including one that a refresh in progress is about to set.
 */
export async function endSession(token: SessionToken): Promise<void> {
  const latest = await latestToken(token);
  markEnded(keyOf(token));
  if (latest) markEnded(keyOf(latest));
}

function markEnded(key: string): void {
  refreshes.set(key, Promise.resolve({ kind: "ended" }));
  // No cookie lives longer than this.
  runLater(SESSION_SECONDS * 1000, () => refreshes.delete(key));
}

async function exchange(token: SessionToken, settings: Settings): Promise<RefreshResult> {
  const headers = tracingHeaders(new Headers());
  headers.set("X-Refresh-Token", token.refreshToken);
  headers.set("X-Channel", "dashboard");
  const signal = AbortSignal.timeout(REFRESH_TIMEOUT_MS);
  const sent = await callService(settings, { method: "POST", path: "/auth/refresh/token", headers, signal });
  if (sent.kind !== "responded" || sent.response.status >= 500 || sent.response.status === 429) {
    return { kind: "unreachable" };
  }
  const reply = SessionReply.safeParse(await sent.response.json().catch(() => undefined));
  if (!reply.success) return { kind: "ended" };
  const { accessToken, refreshToken, expiresAt } = reply.data.data;
  const profile = await readProfile(accessToken, tracingHeaders(new Headers()), settings);
  const session = profile.kind === "read" ? profile.session : token.session;
  return {
    kind: "refreshed",
    token: { ...token, session, accessToken, refreshToken, accessEndsAt: Date.parse(expiresAt) },
  };
}

function keyOf({ refreshToken }: SessionToken): string {
  return createHash("sha256").update(refreshToken).digest("base64url");
}

function runLater(ms: number, act: () => void): void {
  setTimeout(act, ms).unref();
}
