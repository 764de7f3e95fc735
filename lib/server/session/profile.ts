import "server-only";
import { Profile } from "../../../contract/auth.ts";
import { type FrameFacts, frameFactsOf, type Session } from "../../permissions.ts";
import type { Settings } from "../env.ts";
import { callService } from "../proxy/upstream.ts";

const MAX_NAME_LENGTH = 80;
const PROFILE_TIMEOUT_MS = 3_000;

export type ProfileRead =
  | { kind: "read"; session: CookieSession; facts: FrameFacts }
  | { kind: "refused" }
  | { kind: "unreachable" };
type CookieSession = Omit<Session, "permissions"> & { permissions: Session["permissions"][number][] };

/**
 * Reads the owner and the permissions of an access token from `GET /user/profile`. `refused`: the token is invalid.
 */
export async function readProfile(accessToken: string, headers: Headers, settings: Settings): Promise<ProfileRead> {
  const own = new Headers(headers);
  own.set("Authorization", `Bearer ${accessToken}`);
  own.set("Accept", "application/json");
  const signal = AbortSignal.timeout(Math.min(PROFILE_TIMEOUT_MS, settings.limits.read));
  const sent = await callService(settings, { method: "GET", path: "/user/profile", headers: own, signal });
  if (sent.kind !== "responded") return { kind: "unreachable" };
  if (sent.response.status === 401) return { kind: "refused" };
  const parsed = Profile.safeParse(await sent.response.json().catch(() => undefined));
  if (!parsed.success) return { kind: "unreachable" };
  return { kind: "read", session: sessionOf(parsed.data), facts: frameFactsOf(parsed.data) };
}

function sessionOf({ data, permissions }: Profile): CookieSession {
  // Long names are cut so that the cookie stays under 3.5 kB.
  const short = (name: string) => name.slice(0, MAX_NAME_LENGTH);
  return {
    userId: data.id,
    email: data.email,
    emailConfirmed: data.emailConfirmed,
    firstName: short(data.firstName),
    lastName: short(data.lastName),
    role: short(data.role),
    permissions,
    merchantId: data.MerchantId,
    merchantName: short(data.Merchant.businessName),
    mode: data.Merchant.mode,
  };
}
