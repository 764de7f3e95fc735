import "server-only";
import { randomUUID } from "node:crypto";

/**
 * What the service is told about a call's origin: one ID for both logs, and the address of the last hop only.
 * Whatever stands further left in `X-Forwarded-For` was written by the caller. Dashboard 3.
 */
export function tracingHeaders(incoming: Headers, requestId: string = randomUUID()): Headers {
  const headers = new Headers({ "X-Request-Id": requestId });
  const lastHop = incoming.get("x-forwarded-for")?.split(",").at(-1)?.trim();
  if (lastHop) headers.set("X-Forwarded-For", lastHop);
  return headers;
}
