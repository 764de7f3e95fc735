import type { DeliveryErrorCode } from "../../../contract/webhook-records.ts";

/** The account mode of the delivery: plain http is for the sandbox only (webhooks 1). */
export type WebhookTargetMode = "SANDBOX" | "PRODUCTION";

export type WebhookRequest = {
  url: string;
  mode: WebhookTargetMode;
  /** Sent byte for byte as UTF-8. */
  body: string;
  /** All headers except those of the connection: signatures, type and length of the body. */
  headers: Readonly<Record<string, string>>;
  /** The limit from name resolution to the last byte of the response head. */
  timeoutMs: number;
};

/** The reason for no status; `http_error`: the response was not HTTP. `errorCodeOf` classifies statuses. */
export type WebhookFailureCode = Exclude<
  DeliveryErrorCode,
  | "redirect_not_followed"
  | "rate_limited"
  | "subscription_inactive"
  | "subscription_deleted"
  | "subscription_unverified"
  | "restored"
>;

/**
 * A receiver's response; `durationMs` ends with its head. `headers` exclude its cookies and credentials. `body` is at
 * most 16 KiB of text, fit for a `text` column; `bodyBytes` counts the bytes read; `truncated`: the body was longer or
 * broke off. `repaired`: it was not valid UTF-8.
 */
export type WebhookAnswer = {
  kind: "answered";
  status: number;
  headers: Record<string, string>;
  body: string;
  bodyBytes: number;
  truncated: boolean;
  repaired: boolean;
  remoteAddress: string;
  durationMs: number;
};

export type WebhookFailure = {
  kind: "failed";
  errorCode: WebhookFailureCode;
  durationMs: number;
  remoteAddress: string | null;
};

export type WebhookOutcome = WebhookAnswer | WebhookFailure;

/** The reason why a URL may not be called; only `dns_error` can be temporary. */
export type UrlRefusal = { errorCode: "invalid_url" | "blocked_address" | "dns_error"; message: string };

/** Calls the merchants' endpoints, and nothing else: webhooks 8 and 9. */
export type WebhookClient = {
  /** Makes one attempt. Never throws: every error is returned as a classified failure. */
  send(request: WebhookRequest): Promise<WebhookOutcome>;
  /**
   * Applies the same rules before a URL is stored, with a message for the merchant; null when the URL may be called.
   */
  findRefusal(url: string, mode: WebhookTargetMode): Promise<UrlRefusal | null>;
  close(): Promise<void>;
};

/** The error code of an attempt's outcome in its delivery; null for a success. Webhooks 4, 5. */
export function errorCodeOf(outcome: WebhookOutcome): DeliveryErrorCode | null {
  if (outcome.kind === "failed") return outcome.errorCode;
  if (outcome.status >= 200 && outcome.status < 300) return null;
  return outcome.status >= 300 && outcome.status < 400 ? "redirect_not_followed" : "http_error";
}
