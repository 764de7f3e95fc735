import "server-only";
import { Profile } from "../../../contract/auth.ts";
import type { Session } from "../../permissions.ts";
import type { Settings } from "../env.ts";
import { callService } from "../proxy/upstream.ts";

const LONGEST_NAME = 80;
const PROFILE_LIMIT_MS = 3_000;

export type ProfileRead = { kind: "read"; session: SessionOfCookie } | { kind: "refused" } | { kind: "unreachable" };
type SessionOfCookie = Omit<Session, "permissions"> & { permissions: Session["permissions"][number][] };

/** Reads who an access token belongs to and what they may do, from `GET /user/profile`. `refused`: the token is no good. */
export async function readProfile(accessToken: string, headers: Headers, settings: Settings): Promise<ProfileRead> {
  const own = new Headers(headers);
  own.set("Authorization", `Bearer ${accessToken}`);
  own.set("Accept", "application/json");
  const signal = AbortSignal.timeout(Math.min(PROFILE_LIMIT_MS, settings.limits.read));
  const sent = await callService(settings, { method: "GET", path: "/user/profile", headers: own, signal });
  if (sent.kind !== "answered") return { kind: "unreachable" };
  if (sent.response.status === 401) return { kind: "refused" };
  const parsed = Profile.safeParse(await sent.response.json().catch(() => undefined));
  return parsed.success ? { kind: "read", session: sessionOf(parsed.data) } : { kind: "unreachable" };
}

function sessionOf({ data, permissions }: Profile): SessionOfCookie {
  // Long names are cut so that the cookie stays under 3.5 kB.
  const short = (name: string) => name.slice(0, LONGEST_NAME);
  return {
    userId: data.id,
    email: data.email,
    firstName: short(data.firstName),
    lastName: short(data.lastName),
    role: short(data.role),
    permissions,
    merchantId: data.MerchantId,
    merchantName: short(data.Merchant.businessName),
    mode: data.Merchant.mode,
  };
}
