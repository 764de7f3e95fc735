import "server-only";
import { LoginBody, LoginReply, type SessionReply } from "../../../contract/auth.ts";
import type { Settings } from "../env.ts";
import { tracingHeaders } from "../proxy/tracing-headers.ts";
import { callService } from "../proxy/upstream.ts";
import { readProfile } from "./profile.ts";
import { endSession, newestOf } from "./refresh.ts";
import type { SessionToken } from "./session-cookie.ts";

/** Why a sign-in failed, as one word for the browser; a pause carries its seconds: `login_locked.840`. */
export class SignInRefusal extends Error {}

/**
 * Signs in at the service as the dashboard and reads who that is. `incoming` are the headers of the browser's request.
 * @throws {SignInRefusal} `wrong_login`, `login_locked.<seconds>`, `not_verified`, `no_merchant`, `two_factor_required`,
 * `two_factor_wrong` or `service_unreachable`
 */
export async function signInAtService(input: unknown, incoming: Headers, settings: Settings): Promise<SessionToken> {
  const { accessToken, refreshToken, expiresAt } = await logInAtService(input, incoming, settings);
  const profile = await readProfile(accessToken, tracingHeaders(incoming), settings);
  if (profile.kind !== "read") throw new SignInRefusal("service_unreachable");
  const { session } = profile;
  return { session, accessToken, refreshToken, accessEndsAt: Date.parse(expiresAt), signedInAt: Date.now() };
}

/** Opens a session of the dashboard at the service, whoever it is for. @throws {SignInRefusal} as `signInAtService` */
export async function logInAtService(
  input: unknown,
  incoming: Headers,
  settings: Settings,
): Promise<SessionReply["data"] & { merchantId: string }> {
  const body = LoginBody.safeParse(input);
  if (!body.success) throw new SignInRefusal("wrong_login");
  const headers = tracingHeaders(incoming);
  headers.set("Content-Type", "application/json");
  headers.set("Accept", "application/json");
  headers.set("X-Channel", "dashboard");
  // The person's browser, so that they know their session again among others.
  const userAgent = incoming.get("user-agent");
  if (userAgent !== null) headers.set("User-Agent", userAgent);
  const sent = await callService(settings, {
    method: "POST",
    path: "/auth/login",
    headers,
    body: JSON.stringify(body.data),
    signal: AbortSignal.timeout(settings.limits.signIn),
  });
  if (sent.kind !== "answered") throw new SignInRefusal("service_unreachable");
  const answer: unknown = await sent.response.json().catch(() => undefined);
  if (!sent.response.ok) throw new SignInRefusal(refusalOf(sent.response, answer));
  const reply = LoginReply.safeParse(answer);
  if (!reply.success) throw new SignInRefusal("service_unreachable");
  if ("requiresVerification" in reply.data) throw new SignInRefusal("not_verified");
  return { ...reply.data.data, merchantId: reply.data.merchant.id };
}

/** Ends the session at the service and in this process. A service that does not answer keeps nobody signed in here. */
export async function signOutAtService(token: SessionToken, settings: Settings): Promise<void> {
  const newest = await newestOf(token);
  await endSession(token);
  if (!newest) return;
  const headers = tracingHeaders(new Headers());
  headers.set("Authorization", `Bearer ${newest.accessToken}`);
  const signal = AbortSignal.timeout(settings.limits.signIn);
  await callService(settings, { method: "POST", path: "/auth/logout", headers, signal });
}

const TOLD_AS_THEY_ARE = ["two_factor_required", "two_factor_wrong", "no_merchant"];

function refusalOf({ status, headers }: Response, answer: unknown): string {
  const { code } = (answer ?? {}) as { code?: unknown };
  if (typeof code === "string" && TOLD_AS_THEY_ARE.includes(code)) return code;
  if (status === 400 || status === 401) return "wrong_login";
  if (status !== 429) return "service_unreachable";
  const seconds = Number(headers.get("retry-after"));
  return `login_locked.${Number.isInteger(seconds) && seconds > 0 ? seconds : 60}`;
}
