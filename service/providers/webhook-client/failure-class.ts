import { errors } from "undici";
import { BlockedAddress } from "./address-guard.ts";
import { NameNotResolved } from "./resolve-name.ts";
import type { WebhookFailureCode } from "./webhook-client.ts";

const CLASSES: Readonly<Record<string, WebhookFailureCode>> = {
  UND_ERR_CONNECT_TIMEOUT: "connect_timeout",
  ETIMEDOUT: "connect_timeout",
  ENOTFOUND: "dns_error",
  ECONNREFUSED: "connection_refused",
  EHOSTUNREACH: "connection_refused",
  ENETUNREACH: "connection_refused",
  EADDRNOTAVAIL: "connection_refused",
  ECONNRESET: "connection_reset",
  ECONNABORTED: "connection_reset",
  EPIPE: "connection_reset",
  UND_ERR_SOCKET: "connection_reset",
  UND_ERR_HEADERS_OVERFLOW: "http_error",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "http_error",
  EPROTO: "tls_error",
};

/** OpenSSL's certificate errors, by their codes in Node. */
const OF_CERTIFICATES = /^(CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_|INVALID_|HOSTNAME_|PATH_LENGTH_)/;

/** Classifies the error of a connection or response; unknown errors are `internal`. Webhooks 4. */
export function classOfError(error: unknown): WebhookFailureCode {
  if (error instanceof BlockedAddress) return "blocked_address";
  if (error instanceof NameNotResolved) return "dns_error";
  if (error instanceof errors.HTTPParserError) return "http_error";
  const code = codeOf(error);
  const known = CLASSES[code];
  if (known) return known;
  if (code.startsWith("ERR_TLS_") || code.startsWith("ERR_SSL_") || OF_CERTIFICATES.test(code)) return "tls_error";
  // All addresses of a name were tried in turn: report the first failure.
  if (error instanceof AggregateError) return classOfError(error.errors[0]);
  return "internal";
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}
