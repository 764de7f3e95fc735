import "server-only";
import { LoginBody, LoginReply } from "../../contract/auth.ts";
import type { Settings } from "./env.ts";
import { tracingHeaders } from "./forwarded-headers.ts";
import { readProfile } from "./profile.ts";
import { endSession, newestOf } from "./refresh.ts";
import type { SessionToken } from "./session-cookie.ts";
import { callService } from "./upstream.ts";

/** Why a sign-in failed, as one word for the browser; a pause carries its seconds: `login_locked.840`. */
export class SignInRefusal extends Error {}

/**
 * Signs in at the service as the dashboard and reads who that is. `incoming` are the headers of the browser's request.
 * @throws {SignInRefusal} `wrong_login`, `login_locked.<seconds>`, `not_verified` or `service_unreachable`
 */
export async function signInAtService(input: unknown, incoming: Headers, settings: Settings): Promise<SessionToken> {
  const body = LoginBody.safeParse(input);
  if (!body.success) throw new SignInRefusal("wrong_login");
  const headers = tracingHeaders(incoming);
  headers.set("Content-Type", "application/json");
  headers.set("Accept", "application/json");
  headers.set("X-Channel", "dashboard");
  const sent = await callService(settings, {
    method: "POST",
    path: "/auth/login",
    headers,
    body: JSON.stringify(body.data),
    signal: AbortSignal.timeout(settings.limits.signIn),
  });
  if (sent.kind !== "answered") throw new SignInRefusal("service_unreachable");
  if (!sent.response.ok) throw new SignInRefusal(refusalOf(sent.response));
  const reply = LoginReply.safeParse(await sent.response.json().catch(() => undefined));
  if (!reply.success) throw new SignInRefusal("service_unreachable");
  if ("requiresVerification" in reply.data) throw new SignInRefusal("not_verified");
  const { accessToken, refreshToken, expiresAt } = reply.data.data;
  const profile = await readProfile(accessToken, tracingHeaders(incoming), settings);
  if (profile.kind !== "read") throw new SignInRefusal("service_unreachable");
  const { session } = profile;
  return { session, accessToken, refreshToken, accessEndsAt: Date.parse(expiresAt), signedInAt: Date.now() };
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

function refusalOf({ status, headers }: Response): string {
  if (status === 400 || status === 401) return "wrong_login";
  if (status !== 429) return "service_unreachable";
  const seconds = Number(headers.get("retry-after"));
  return `login_locked.${Number.isInteger(seconds) && seconds > 0 ? seconds : 60}`;
}
