import type { DeliveryErrorCode } from "../../../../contract/webhook-records.ts";

const TEXTS: Record<Exclude<DeliveryErrorCode, "http_error" | "redirect_not_followed">, string> = {
  timeout: "The endpoint did not answer within 10 seconds.",
  connect_timeout: "The endpoint could not be connected to within 5 seconds.",
  dns_error: "The endpoint's host name could not be resolved.",
  connection_refused: "The endpoint refused the connection.",
  connection_reset: "The endpoint closed the connection before it answered.",
  tls_error: "The endpoint's certificate or TLS version was not accepted.",
  blocked_address: "The endpoint's address may not be called.",
  invalid_url: "The endpoint's URL may not be called.",
  rate_limited: "More than 100 deliveries a minute to this subscription: not sent.",
  subscription_inactive: "The subscription is not active: not sent.",
  subscription_deleted: "The subscription was deleted: not sent.",
  internal: "The delivery could not be made. It can be replayed.",
};

/**
 * The merchant-facing message for a delivery's failure: short and stable, without addresses. `status` is the
 * response's status, if there was one.
 */
export function failureText(code: DeliveryErrorCode, status: number | null): string {
  if (code === "http_error") {
    return status === null
      ? "The endpoint's answer was not valid HTTP."
      : `The endpoint answered with status ${status}.`;
  }
  if (code === "redirect_not_followed")
    return `The endpoint answered with status ${status}; redirects are not followed.`;
  return TEXTS[code];
}
