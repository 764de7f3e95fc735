import "server-only";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { ownPath } from "../api/return-path.ts";
import type { Session } from "../permissions.ts";
import { settings } from "./env.ts";
import { tracingHeaders } from "./forwarded-headers.ts";
import { PATH_HEADER } from "./page-headers.ts";
import { readProfile } from "./profile.ts";
import { newestOf } from "./refresh.ts";
import { openSession, sessionCookieName } from "./session-cookie.ts";

/**
 * Who is signed in, for server layouts and pages; without a session, the sign-in page, and back here afterwards. Mode and
 * permissions are the service's of this moment; when it does not answer, what the cookie last knew. Never renews tokens:
 * a page cannot set the cookie. Dashboard 3, 5.9.
 */
export const requireSession = cache(async (): Promise<Session> => {
  const incoming = await headers();
  const sealed = (await cookies()).get(sessionCookieName(settings()))?.value;
  const held = sealed ? await openSession(sealed, settings()) : undefined;
  const token = held && (await newestOf(held));
  if (!token) return toSignIn(incoming);
  if (token.accessEndsAt <= Date.now()) return token.session;
  const profile = await readProfile(token.accessToken, tracingHeaders(incoming), settings());
  // A token that should still hold was revoked: signed out elsewhere, or the member was removed.
  if (profile.kind === "refused") return toSignIn(incoming);
  return profile.kind === "read" ? profile.session : token.session;
});

function toSignIn(incoming: Headers): never {
  const here = ownPath(incoming.get(PATH_HEADER));
  redirect(here === "/" ? "/login" : `/login?return_to=${encodeURIComponent(here)}`);
}
