import "server-only";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { safeReturnPath } from "../../api/return-path.ts";
import type { FrameFacts, Session } from "../../permissions.ts";
import { settings } from "../env.ts";
import { PATH_HEADER } from "../page-headers.ts";
import { tracingHeaders } from "../proxy/tracing-headers.ts";
import { type ProfileRead, readProfile } from "./profile.ts";
import { latestToken } from "./refresh.ts";
import { decryptSession, type SessionToken, sessionCookieName } from "./session-cookie.ts";

const PROFILE_CACHE_MS = 30_000;
const PROFILE_CACHE_SIZE = 1_000;
const profileCache = new Map<string, SessionAndFacts & { until: number }>();

type SessionAndFacts = { session: Session; facts?: FrameFacts | undefined };

/** The tokens of this request's session; `undefined` without a session. */
export const currentToken = cache(async (): Promise<SessionToken | undefined> => {
  const sealed = (await cookies()).get(sessionCookieName(settings()))?.value;
  const cookieToken = sealed ? await decryptSession(sealed, settings()) : undefined;
  return cookieToken && (await latestToken(cookieToken));
});

/**
 * Returns the signed-in session and the facts of the frame for server layouts and pages; without one, redirects to sign-in with a return path. A
 * page load reads the current profile; a navigation inside a loaded page may use one up to 30 s old; if the service
 * does not respond, the profile in the cookie is used, without facts. Never refreshes tokens, because a page cannot set the cookie.
 * Dashboard 3, 5.9.
 */
export const requireSessionAndFacts = cache(async (): Promise<SessionAndFacts> => {
  const incoming = await headers();
  const token = await currentToken();
  if (!token) return redirectToSignIn(incoming);
  if (token.accessEndsAt <= Date.now()) return { session: token.session };
  const profile = await readProfileCached(token.accessToken, incoming);
  // The token has not expired, so it was revoked: the person signed out elsewhere or the member was removed.
  if (profile.kind === "refused") return redirectToSignIn(incoming);
  return profile.kind === "read" ? profile : { session: token.session };
});

/** The same without the facts, for pages. */
export async function requireSession(): Promise<Session> {
  return (await requireSessionAndFacts()).session;
}

async function readProfileCached(
  accessToken: string,
  incoming: Headers,
): Promise<ProfileRead | ({ kind: "read" } & SessionAndFacts)> {
  const known = profileCache.get(accessToken);
  // The browser sends this for a navigation inside a loaded page, which keeps its frame and the mode shown there.
  const isNavigation = incoming.get("sec-fetch-dest") === "empty";
  if (isNavigation && known && known.until > Date.now()) return { kind: "read", ...known };
  const profile = await readProfile(accessToken, tracingHeaders(incoming), settings());
  if (profileCache.size >= PROFILE_CACHE_SIZE) profileCache.clear();
  if (profile.kind === "read") {
    profileCache.set(accessToken, { ...profile, until: Date.now() + PROFILE_CACHE_MS });
  }
  return profile;
}

function redirectToSignIn(incoming: Headers): never {
  const here = safeReturnPath(incoming.get(PATH_HEADER));
  redirect(here === "/" ? "/login" : `/login?return_to=${encodeURIComponent(here)}`);
}
