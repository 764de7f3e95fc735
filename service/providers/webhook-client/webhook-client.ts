import type { DeliveryErrorCode } from "../../../contract/webhook-records.ts";

/** The account mode of the row that is sent: plain http is for the sandbox only (webhooks 1). */
export type WebhookTargetMode = "SANDBOX" | "PRODUCTION";

export type WebhookRequest = {
  url: string;
  mode: WebhookTargetMode;
  /** Sent byte for byte as UTF-8. */
  body: string;
  /** All but those of the connection: signatures, type and length of the body. */
  headers: Readonly<Record<string, string>>;
  /** Over everything, from the name's resolution to the last byte of the head. */
  timeoutMs: number;
};

/** Why no status came back; `http_error`: what came was not HTTP. What a status means is `errorCodeOf`'s to say. */
export type WebhookFailureCode = Exclude<
  DeliveryErrorCode,
  "redirect_not_followed" | "rate_limited" | "subscription_inactive" | "subscription_deleted"
>;

/**
 * A receiver's answer; `durationMs` ends with its head. `headers` are without its cookies and credentials. `body` is at most 16 KiB of text, fit for a
 * `text` column; `bodyBytes` counts what was read; `truncated`: there was more, or it broke off. `repaired`: it was not clean UTF-8.
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

/** Why a URL may not be called; `dns_error` may pass, the others do not. */
export type UrlRefusal = { errorCode: "invalid_url" | "blocked_address" | "dns_error"; message: string };

/** Calls the merchants' endpoints, and nothing else: webhooks 8 and 9. */
export type WebhookClient = {
  /** One attempt. Never throws: whatever goes wrong is a failure with its class. */
  send(request: WebhookRequest): Promise<WebhookOutcome>;
  /** The same rules before anything is stored, with a text for the merchant; null where the URL may be called. */
  findRefusal(url: string, mode: WebhookTargetMode): Promise<UrlRefusal | null>;
  close(): Promise<void>;
};

/** What an attempt's outcome is called in a delivery's record; null for a success. Webhooks 4, 5. */
export function errorCodeOf(outcome: WebhookOutcome): DeliveryErrorCode | null {
  if (outcome.kind === "failed") return outcome.errorCode;
  if (outcome.status >= 200 && outcome.status < 300) return null;
  return outcome.status >= 300 && outcome.status < 400 ? "redirect_not_followed" : "http_error";
}
