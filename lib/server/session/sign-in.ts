import "server-only";
import { LoginReply, type SessionReply } from "../../../contract/auth.ts";
import { LoginBody } from "../../../contract/login-body.ts";
import { PasskeyAssertion } from "../../../contract/passkey-credentials.ts";
import type { Settings } from "../env.ts";
import { tracingHeaders } from "../proxy/tracing-headers.ts";
import { callService } from "../proxy/upstream.ts";
import { deviceCookie, readDeviceToken } from "./device-cookie.ts";
import { readProfile } from "./profile.ts";
import { endSession, latestToken } from "./refresh.ts";
import type { SessionToken } from "./session-cookie.ts";

/**
 * Why a sign-in failed, as a code in `message`. `login_locked` carries its retry delay in seconds: `login_locked.840`;
 * `merchant_suspended` carries the text of the service after the dot.
 */
export class SignInError extends Error {}

/**
 * Signs in at the service on the dashboard channel and reads the profile. `incoming` are the headers of the browser's
 * request. `keepDevice` gets the `Set-Cookie` header by which the service knows this device the next time.
 * @throws {SignInError} `wrong_login`, `login_locked.<seconds>`, `not_verified`, `no_merchant`,
 * `merchant_suspended.<text>`, `two_factor_required`, `two_factor_wrong` or `service_unreachable`
 */
export async function signInAtService(
  input: unknown,
  incoming: Headers,
  settings: Settings,
  keepDevice: (setCookie: string) => void,
): Promise<SessionToken> {
  const opened = await logInAtService(input, incoming, settings);
  if (opened.deviceToken !== null) keepDevice(deviceCookie(opened.deviceToken, opened.email, settings));
  return sessionTokenOf(opened, incoming, settings);
}

/**
 * The same with a passkey. `credential` is the browser's answer as JSON text.
 * @throws {SignInError} `passkey_expired`, `passkey_unknown`, `passkey_refused`, `no_merchant`,
 * `login_locked.<seconds>` or `service_unreachable`
 */
export async function signInWithPasskeyAtService(
  credential: string | undefined,
  incoming: Headers,
  settings: Settings,
): Promise<SessionToken> {
  const parsed = PasskeyAssertion.safeParse(parseJson(credential ?? ""));
  if (!parsed.success) throw new SignInError("passkey_refused");
  const call = { path: "/auth/passkey", body: { credential: parsed.data } } as const;
  return sessionTokenOf(await openSessionAtService(call, incoming, settings), incoming, settings);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function sessionTokenOf(
  { accessToken, refreshToken, expiresAt }: SessionReply["data"],
  incoming: Headers,
  settings: Settings,
): Promise<SessionToken> {
  const profile = await readProfile(accessToken, tracingHeaders(incoming), settings);
  if (profile.kind !== "read") throw new SignInError("service_unreachable");
  const { session } = profile;
  return { session, accessToken, refreshToken, accessEndsAt: Date.parse(expiresAt), signedInAt: Date.now() };
}

/** Creates a dashboard session at the service. @throws {SignInError} as `signInAtService` */
export async function logInAtService(input: unknown, incoming: Headers, settings: Settings): Promise<OpenedSession> {
  const body = LoginBody.safeParse(input);
  if (!body.success) throw new SignInError("wrong_login");
  const deviceToken = readDeviceToken(incoming.get("cookie"), body.data.email, settings);
  return openSessionAtService({ path: "/auth/login", body: body.data, deviceToken }, incoming, settings);
}

type OpenedSession = SessionReply["data"] & { merchantId: string; deviceToken: string | null };
type SignInCall = { path: "/auth/login" | "/auth/passkey"; body: object; deviceToken?: string | undefined };

async function openSessionAtService(
  { path, body, deviceToken }: SignInCall,
  incoming: Headers,
  settings: Settings,
): Promise<OpenedSession> {
  const headers = tracingHeaders(incoming);
  headers.set("Content-Type", "application/json");
  headers.set("Accept", "application/json");
  headers.set("X-Channel", "dashboard");
  // The session list shows the browser, so forward the browser's User-Agent, not this server's.
  const userAgent = incoming.get("user-agent");
  if (userAgent !== null) headers.set("User-Agent", userAgent);
  if (deviceToken !== undefined) headers.set("X-Device-Token", deviceToken);
  const sent = await callService(settings, {
    method: "POST",
    path,
    headers,
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(settings.limits.signIn),
  });
  if (sent.kind !== "responded") throw new SignInError("service_unreachable");
  const json: unknown = await sent.response.json().catch(() => undefined);
  if (!sent.response.ok) throw new SignInError(signInErrorCode(sent.response, json));
  const reply = LoginReply.safeParse(json);
  if (!reply.success) throw new SignInError("service_unreachable");
  if ("requiresVerification" in reply.data) throw new SignInError("not_verified");
  const newDeviceToken = sent.response.headers.get("x-device-token");
  return { ...reply.data.data, merchantId: reply.data.merchant.id, deviceToken: newDeviceToken };
}

/** Ends the session at the service and in this process. It ends here even if the service does not respond. */
export async function signOutAtService(token: SessionToken, settings: Settings): Promise<void> {
  const latest = await latestToken(token);
  await endSession(token);
  if (!latest) return;
  const headers = tracingHeaders(new Headers());
  headers.set("Authorization", `Bearer ${latest.accessToken}`);
  const signal = AbortSignal.timeout(settings.limits.signIn);
  await callService(settings, { method: "POST", path: "/auth/logout", headers, signal });
}

const PASSED_THROUGH_CODES = [
  "two_factor_required",
  "two_factor_wrong",
  "no_merchant",
  "passkey_expired",
  "passkey_refused",
  "passkey_unknown",
];

function signInErrorCode({ status, headers }: Response, reply: unknown): string {
  const { code, message } = (reply ?? {}) as { code?: unknown; message?: unknown };
  if (code === "merchant_suspended") return `${code}.${message}`;
  if (typeof code === "string" && PASSED_THROUGH_CODES.includes(code)) return code;
  if (status === 400 || status === 401) return "wrong_login";
  if (status !== 429) return "service_unreachable";
  const seconds = Number(headers.get("retry-after"));
  return `login_locked.${Number.isInteger(seconds) && seconds > 0 ? seconds : 60}`;
}
