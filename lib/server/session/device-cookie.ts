import "server-only";
import { createHash } from "node:crypto";
import type { Settings } from "../env.ts";

/** As long as the service's tokens for devices. */
const SECONDS = 180 * 86_400;

type CookieSettings = Pick<Settings, "isSecure">;

/**
 * The token of this device for an account, from a `Cookie` header. The service issues it at sign-in, and counts failures
 * of a known device apart from those of strangers. Decision 0077.
 */
export function readDeviceToken(header: string | null, email: string, settings: CookieSettings): string | undefined {
  const start = `${nameOf(email, settings)}=`;
  return header
    ?.split(/;\s*/)
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length);
}

/** The `Set-Cookie` header that keeps the token for the next sign-in with this e-mail. */
export function deviceCookie(token: string, email: string, settings: CookieSettings): string {
  const flags = `Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${settings.isSecure ? "; Secure" : ""}`;
  return `${nameOf(email, settings)}=${token}; ${flags}`;
}

/** One cookie per account, so that colleagues may share a browser. The name holds no e-mail in clear. */
function nameOf(email: string, { isSecure }: CookieSettings): string {
  const account = createHash("sha256").update(email.trim().toLowerCase()).digest("hex").slice(0, 16);
  return `${isSecure ? "__Host-" : ""}device-${account}`;
}
