import { createHmac, timingSafeEqual } from "node:crypto";

/** A signature is accepted for this long, and this far ahead of our clock. */
const MAX_AGE_MS = 5 * 60_000;

/** Compares two texts in a time that does not depend on their contents. */
export function isSameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The single value of a header, or null when it is absent or repeated. */
export function singleHeader(headers: Record<string, string | string[] | undefined>, name: string): string | null {
  const value = headers[name];
  return typeof value === "string" ? value : null;
}

/**
 * Verifies `<sender>-signature`, the hex HMAC-SHA256 of `<timestamp>.<body>`; `<sender>-timestamp` is in Unix seconds and at most five
 * minutes from `receivedAt`. Rails 10.
 */
export function isSignedCallback(
  secret: string,
  request: { headers: Record<string, string | string[] | undefined>; body: Buffer; receivedAt: Date },
  sender: "x-bank" | "x-issuer" = "x-bank",
): boolean {
  const timestamp = singleHeader(request.headers, `${sender}-timestamp`);
  const signature = singleHeader(request.headers, `${sender}-signature`);
  if (timestamp === null || signature === null || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(request.receivedAt.getTime() - Number(timestamp) * 1000) > MAX_AGE_MS) return false;
  const expected = createHmac("sha256", secret).update(`${timestamp}.`).update(request.body).digest("hex");
  return isSameText(signature, expected);
}
