import "server-only";
import { decode, encode } from "next-auth/jwt";
import * as z from "zod";
import { type Permission, permissions } from "../../../contract/permissions.ts";
import type { Settings } from "../env.ts";

/** A session ends 12 hours after sign-in, however often its tokens were renewed. Dashboard 3. */
export const SESSION_SECONDS = 12 * 60 * 60;

const SessionFacts = z.object({
  userId: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.string(),
  permissions: z.array(z.enum(Object.keys(permissions) as Permission[])),
  merchantId: z.string(),
  merchantName: z.string(),
  mode: z.enum(["SANDBOX", "PRODUCTION"]),
});

/** What the encrypted cookie holds; only `session` may ever leave this server. Times in milliseconds. */
export const SessionToken = z.object({
  session: SessionFacts,
  accessToken: z.string(),
  refreshToken: z.string(),
  accessEndsAt: z.number(),
  signedInAt: z.number(),
});
export type SessionToken = z.infer<typeof SessionToken>;

type Sealing = Pick<Settings, "secret" | "isSecure">;

/** The name that next-auth gives the cookie, too: under https no page of plain http can set it. */
export function sessionCookieName({ isSecure }: Sealing): string {
  return isSecure ? "__Secure-next-auth.session-token" : "next-auth.session-token";
}

/** Opens the session cookie of a `Cookie` header; `undefined` when there is none, or it is forged, damaged or too old. */
export async function openSessionCookie(header: string | null, sealing: Sealing): Promise<SessionToken | undefined> {
  const start = `${sessionCookieName(sealing)}=`;
  const sealed = header
    ?.split(/;\s*/)
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length);
  return sealed ? openSession(sealed, sealing) : undefined;
}

/** Opens the value of a session cookie. */
export async function openSession(sealed: string, { secret }: Sealing): Promise<SessionToken | undefined> {
  const content = await decode({ token: sealed, secret }).catch(() => null);
  return SessionToken.safeParse(content).data;
}

/** The `Set-Cookie` line that puts `token` in place of the one before. */
export async function sessionCookie(token: SessionToken, sealing: Sealing): Promise<string> {
  const leftSeconds = Math.max(1, Math.floor((token.signedInAt - Date.now()) / 1000) + SESSION_SECONDS);
  const sealed = await encode({ token, secret: sealing.secret, maxAge: leftSeconds });
  const flags = `Path=/; Max-Age=${leftSeconds}; HttpOnly; SameSite=Lax${sealing.isSecure ? "; Secure" : ""}`;
  return `${sessionCookieName(sealing)}=${sealed}; ${flags}`;
}
