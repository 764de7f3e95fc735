import "server-only";
import { randomUUID } from "node:crypto";
import { CALLER_HEADER } from "../connections.ts";

/**
 * Headers that identify a call to the service: one request ID for both logs, and the caller's address as this server
 * determined it. Dashboard 3.
 */
export function tracingHeaders(incoming: Headers, requestId: string = randomUUID()): Headers {
  const headers = new Headers({ "X-Request-Id": requestId });
  const address = incoming.get(CALLER_HEADER);
  if (address !== null) headers.set("X-Forwarded-For", address);
  return headers;
}
