import type { DeliveryErrorCode } from "../webhook-records.ts";

const FAILURES: Record<Exclude<DeliveryErrorCode, "http_error" | "redirect_not_followed">, string> = {
  timeout: "The endpoint did not answer within 10 seconds.",
  connect_timeout: "No connection to the endpoint could be opened within 5 seconds.",
  dns_error: "The endpoint's host name could not be resolved.",
  connection_refused: "The endpoint refused the connection.",
  connection_reset: "The endpoint closed the connection before it answered.",
  tls_error: "The endpoint's certificate or TLS version was not accepted.",
  blocked_address: "The endpoint's address may not be called.",
  invalid_url: "The endpoint's URL may not be called.",
  rate_limited: "More than 100 deliveries a minute to this subscription: not sent.",
  subscription_inactive: "The subscription is not active: not sent.",
  subscription_deleted: "The subscription was deleted: not sent.",
  subscription_unverified: "The endpoint has not answered the challenge: not sent.",
  restored: "It may have been sent before our database was restored: not sent again. It can be replayed.",
  internal: "The delivery could not be made. It can be replayed.",
};

/** Why a delivery failed: short and stable, without addresses. `status` is the response's status, if there was one. */
export function deliveryFailureText(code: DeliveryErrorCode, status: number | null): string {
  if (code === "http_error") {
    return status === null
      ? "The endpoint's answer was not valid HTTP."
      : `The endpoint answered with status ${status}.`;
  }
  if (code === "redirect_not_followed")
    return `The endpoint answered with status ${status}; redirects are not followed.`;
  return FAILURES[code];
}

export const wrongChallengeText = "The endpoint answered, but not with the challenge alone.";

/** Why a URL may not be called. Each text continues a sentence that starts with the name of the field; none names an address. */
export const webhookUrlTexts = {
  notAnAddress: "is not a valid address",
  httpsRequired: "must be an https address",
  httpsRequiredInProduction: "must be an https address in production",
  credentials: "must not contain a user name or password",
  invalidHost: "has no valid host name",
  blockedPort: "uses a port that is not allowed",
  notPublic:
    "must be reachable from the Internet; to receive events on your own computer, use the URL of a tunnel, or start a development installation with WEBHOOK_ALLOWED_CIDRS=127.0.0.0/8",
  unknownHost: "names a host that cannot be found; check its spelling",
};

export const everyEventText = "Every event, including those that are added later.";
