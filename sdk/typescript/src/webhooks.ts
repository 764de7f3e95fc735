import type { WebhookEvents } from "./routes.ts";

/** Asks a new endpoint to prove that it belongs to the merchant: answer 200 with `challenge` as the body. */
type Challenge = { event: "endpoint.challenge"; data: { challenge: string; timestamp: string } };
export type WebhookEvent = WebhookEvents[keyof WebhookEvents] | Challenge;
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;

export type WebhookRequest = {
  /** The raw body: parsing and serializing changes the signature. */
  body: string | Uint8Array;
  headers: WebhookHeaders;
  /** The signing secret of the subscription (`whsec_…`), or the private key for the callback URL; several while you change it. */
  secret: string | readonly string[];
  /** How old a request may be, in seconds. 300 by default. */
  toleranceSeconds?: number;
  /** Now, in ms since 1970. */
  now?: number;
};

export class WebhookError extends Error {
  override readonly name = "WebhookError";
  readonly code: "timestamp_refused" | "signature_refused" | "body_unreadable";
  constructor(code: WebhookError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

const HEADERS_OF_SECRET = ["x-subscription-signature"];
const HEADERS_OF_KEY = ["x-webhook-signature", "x-webhook-signature-previous"];

/**
 * Verifies that the service sent this request and that it is recent, and returns its event. Answer 401 when it throws. The older
 * `x-service-signature` is not accepted: it does not cover the time, so a recorded request would pass.
 * @throws WebhookError
 */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookEvent & { eventId: string }> {
  const { headers, secret, toleranceSeconds = 300, now = Date.now() } = request;
  const encoder = new TextEncoder();
  const body = typeof request.body === "string" ? encoder.encode(request.body) : request.body;
  const timestamp = headerOf(headers, "x-webhook-timestamp");
  if (!/^\d+$/.test(timestamp) || Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookError("timestamp_refused", "the timestamp is missing or not recent");
  }
  const prefix = encoder.encode(`${timestamp}.`);
  const signed = new Uint8Array(prefix.length + body.length);
  signed.set(prefix);
  signed.set(body, prefix.length);
  for (const one of typeof secret === "string" ? [secret] : secret) {
    const names = one.startsWith("whsec_") ? HEADERS_OF_SECRET : HEADERS_OF_KEY;
    const key = await crypto.subtle.importKey("raw", encoder.encode(one), { name: "HMAC", hash: "SHA-256" }, false, [
      "verify",
    ]);
    for (const digest of names.flatMap((name) => headerOf(headers, name).split(","))) {
      // Compares in constant time.
      if (await crypto.subtle.verify("HMAC", key, bytesOf(digest), signed)) return eventOf(body, headers);
    }
  }
  throw new WebhookError("signature_refused", "no signature matches the body");
}

function eventOf(body: Uint8Array, headers: WebhookHeaders): WebhookEvent & { eventId: string } {
  try {
    const event = JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
    return { ...event, eventId: headerOf(headers, "x-webhook-event-id") };
  } catch {
    throw new WebhookError("body_unreadable", "the body is not JSON");
  }
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return (typeof value === "string" ? value : value?.join(",")) ?? "";
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const pairs = hex.trim().match(/^(?:[0-9a-f]{2})+$/i) ? (hex.trim().match(/../g) ?? []) : [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}
