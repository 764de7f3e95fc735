import { createHmac } from "node:crypto";

export type SignatureHeaders = {
  "x-service-signature": string;
  "x-webhook-signature": string;
  "x-webhook-timestamp": string;
};

/**
 * Both signatures of a body, keyed with the merchant's private key in its displayed form: HMAC-SHA512 over the body,
 * and HMAC-SHA256 over `<timestamp>.<body>`, both in hex. Pure. Spec 6.4, webhooks 6.
 */
export function signPayload(input: { key: string; body: string; timestampSeconds: number }): SignatureHeaders {
  const { key, body, timestampSeconds } = input;
  return {
    "x-service-signature": createHmac("sha512", key).update(body).digest("hex"),
    "x-webhook-signature": timedDigest(input),
    "x-webhook-timestamp": String(timestampSeconds),
  };
}

function timedDigest({ key, body, timestampSeconds }: { key: string; body: string; timestampSeconds: number }): string {
  return createHmac("sha256", key).update(`${timestampSeconds}.${body}`).digest("hex");
}

export type DeliveryToSign = {
  /** The subscription's own secrets, the current one first; none for callbacks. Decision 0088. */
  secrets: readonly string[];
  key: string;
  /** The previous key while it is still valid, because receivers rotate keys on their own schedule. */
  previousKey: string | null;
  body: string;
  timestampSeconds: number;
  eventId: string;
  deliveryId: string;
  attempt: number;
  /** The W3C trace context, when tracing is on. */
  traceparent?: string | null;
};

/**
 * All headers of an attempt except those of the connection, newly signed. The three headers of the specification are
 * always keyed with the private key; `x-subscription-signature` lists one digest per secret of the subscription, the
 * same HMAC-SHA256 over `<timestamp>.<body>`. `x-webhook-event-id` stays the same across
 * retries and replays, so that receivers can deduplicate. Webhooks 6.
 */
export function deliveryHeaders(delivery: DeliveryToSign): Record<string, string> {
  const { previousKey, secrets, body, timestampSeconds } = delivery;
  const previous = previousKey === null ? null : signPayload({ key: previousKey, body, timestampSeconds });
  return {
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    "user-agent": "merchant-wallet-webhooks/1",
    ...signPayload(delivery),
    ...(previous
      ? {
          "x-service-signature-previous": previous["x-service-signature"],
          "x-webhook-signature-previous": previous["x-webhook-signature"],
        }
      : {}),
    ...(secrets.length > 0
      ? { "x-subscription-signature": secrets.map((key) => timedDigest({ key, body, timestampSeconds })).join(",") }
      : {}),
    "x-webhook-event-id": delivery.eventId,
    "x-webhook-delivery-id": delivery.deliveryId,
    "x-webhook-attempt": String(delivery.attempt),
    ...(delivery.traceparent ? { traceparent: delivery.traceparent } : {}),
  };
}
