import { isIP } from "node:net";
import type { Services } from "../../context.ts";
import { Failure } from "../../failure.ts";

/** The domain that passkeys belong to, and the origin that may use them. */
export type RelyingParty = { id: string; origin: string; name: string };

const LOOPBACK = ["127.0.0.1", "[::1]"];

/**
 * The relying party of this installation: the host of `DASHBOARD_URL`, or its parent domain in `PASSKEY_RP_ID`. Browsers
 * allow no IP address, so a dashboard on the loopback address takes part as `localhost`. Decision 0080.
 * @throws `passkeys_unavailable` without a dashboard address, and for other IP addresses
 */
export function relyingParty({
  dashboardUrl,
  passkeyRpId,
}: Pick<Services, "dashboardUrl" | "passkeyRpId">): RelyingParty {
  if (!dashboardUrl) throw new Failure("passkeys_unavailable");
  const url = new URL(dashboardUrl);
  if (LOOPBACK.includes(url.hostname)) url.hostname = "localhost";
  if (isIP(url.hostname.replace(/^\[|\]$/g, "")) !== 0) throw new Failure("passkeys_unavailable");
  return { id: passkeyRpId ?? url.hostname, origin: url.origin, name: "Merchant wallets" };
}
