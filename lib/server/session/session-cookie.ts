import "server-only";
import { decode, encode } from "next-auth/jwt";
import * as z from "zod";
import { type Permission, permissions } from "../../../contract/permissions.ts";
import type { Settings } from "../env.ts";

/** A session ends 12 hours after sign-in, no matter how often its tokens are refreshed. Dashboard 3. */
export const SESSION_SECONDS = 12 * 60 * 60;

const SessionClaims = z.object({
  userId: z.string(),
  email: z.string(),
  // Cookies from before this field existed stay valid.
  emailConfirmed: z.boolean().default(true),
  firstName: z.string(),
  lastName: z.string(),
  role: z.string(),
  permissions: z.array(z.enum(Object.keys(permissions) as Permission[])),
  merchantId: z.string(),
  merchantName: z.string(),
  mode: z.enum(["SANDBOX", "PRODUCTION"]),
});

/** The content of the encrypted cookie. Only `session` may leave this server. Times in milliseconds. */
export const SessionToken = z.object({
  session: SessionClaims,
  accessToken: z.string(),
  refreshToken: z.string(),
  accessEndsAt: z.number(),
  signedInAt: z.number(),
});
export type SessionToken = z.infer<typeof SessionToken>;

type CookieSettings = Pick<Settings, "secret" | "isSecure">;

/** The name of the session cookie. Over HTTPS, `__Host-` keeps plain-HTTP pages and other hosts of the domain from setting it. */
export function sessionCookieName({ isSecure }: CookieSettings): string {
  return isSecure ? "__Host-next-auth.session-token" : "next-auth.session-token";
}

/** Decrypts the session cookie of a `Cookie` header; `undefined` when it is missing, forged, damaged or expired. */
export async function readSessionCookie(
  header: string | null,
  sealing: CookieSettings,
): Promise<SessionToken | undefined> {
  const start = `${sessionCookieName(sealing)}=`;
  const sealed = header
    ?.split(/;\s*/)
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length);
  return sealed ? decryptSession(sealed, sealing) : undefined;
}

/** Decrypts the value of a session cookie. */
export async function decryptSession(sealed: string, { secret }: CookieSettings): Promise<SessionToken | undefined> {
  const content = await decode({ token: sealed, secret }).catch(() => null);
  return SessionToken.safeParse(content).data;
}

/** The `Set-Cookie` header that replaces the session cookie with `token`. */
export async function sessionCookie(token: SessionToken, sealing: CookieSettings): Promise<string> {
  const leftSeconds = Math.max(1, Math.floor((token.signedInAt - Date.now()) / 1000) + SESSION_SECONDS);
  const sealed = await encode({ token, secret: sealing.secret, maxAge: leftSeconds });
  const flags = `Path=/; Max-Age=${leftSeconds}; HttpOnly; SameSite=Lax${sealing.isSecure ? "; Secure" : ""}`;
  return `${sessionCookieName(sealing)}=${sealed}; ${flags}`;
}
