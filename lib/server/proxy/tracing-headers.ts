import "server-only";
import { randomUUID } from "node:crypto";
import { CALLER_HEADER } from "../connections.ts";

/**
 * What the service is told about a call's origin: one ID for both logs, and the one address that this server knows to be the
 * caller's. Dashboard 3.
 */
export function tracingHeaders(incoming: Headers, requestId: string = randomUUID()): Headers {
  const headers = new Headers({ "X-Request-Id": requestId });
  const address = incoming.get(CALLER_HEADER);
  if (address !== null) headers.set("X-Forwarded-For", address);
  return headers;
}
