import "server-only";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { ownPath } from "../../api/return-path.ts";
import type { Session } from "../../permissions.ts";
import { settings } from "../env.ts";
import { PATH_HEADER } from "../page-headers.ts";
import { tracingHeaders } from "../proxy/tracing-headers.ts";
import { type ProfileRead, readProfile } from "./profile.ts";
import { newestOf } from "./refresh.ts";
import { openSession, sessionCookieName } from "./session-cookie.ts";

const REMEMBERED_MS = 30_000;
const MOST_REMEMBERED = 1_000;
const remembered = new Map<string, { session: Session; until: number }>();

/**
 * Who is signed in, for server layouts and pages; without a session, the sign-in page, and back here afterwards. When a
 * page is loaded, mode and permissions are the service's of this moment; while one moves about inside it, of the last 30 s;
 * when the service does not answer, what the cookie knew. Never renews tokens: a page cannot set the cookie. Dashboard 3, 5.9.
 */
export const requireSession = cache(async (): Promise<Session> => {
  const incoming = await headers();
  const sealed = (await cookies()).get(sessionCookieName(settings()))?.value;
  const held = sealed ? await openSession(sealed, settings()) : undefined;
  const token = held && (await newestOf(held));
  if (!token) return toSignIn(incoming);
  if (token.accessEndsAt <= Date.now()) return token.session;
  const profile = await profileOf(token.accessToken, incoming);
  // A token that should still hold was revoked: signed out elsewhere, or the member was removed.
  if (profile.kind === "refused") return toSignIn(incoming);
  return profile.kind === "read" ? profile.session : token.session;
});

async function profileOf(accessToken: string, incoming: Headers): Promise<ProfileRead | Remembered> {
  const known = remembered.get(accessToken);
  // The browser's own word for a navigation inside a loaded page; the frame around it stays, and with it the mode shown.
  const isInside = incoming.get("sec-fetch-dest") === "empty";
  if (isInside && known && known.until > Date.now()) return { kind: "read", session: known.session };
  const profile = await readProfile(accessToken, tracingHeaders(incoming), settings());
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  if (profile.kind === "read") {
    remembered.set(accessToken, { session: profile.session, until: Date.now() + REMEMBERED_MS });
  }
  return profile;
}

type Remembered = { kind: "read"; session: Session };

function toSignIn(incoming: Headers): never {
  const here = ownPath(incoming.get(PATH_HEADER));
  redirect(here === "/" ? "/login" : `/login?return_to=${encodeURIComponent(here)}`);
}
