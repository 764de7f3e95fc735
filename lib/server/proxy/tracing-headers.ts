import "server-only";
import { randomUUID } from "node:crypto";
import { CALLER_HEADER } from "../connections.ts";
import { currentTraceparent } from "../traces.ts";

/**
 * Headers that identify a call to the service: one request ID for both logs, the caller's address as this server
 * determined it, and the trace when tracing is on. Dashboard 3, decision 0185.
 */
export function tracingHeaders(incoming: Headers, requestId: string = randomUUID()): Headers {
  const headers = new Headers({ "X-Request-Id": requestId });
  const address = incoming.get(CALLER_HEADER);
  if (address !== null) headers.set("X-Forwarded-For", address);
  const traceparent = currentTraceparent();
  if (traceparent !== undefined) headers.set("traceparent", traceparent);
  return headers;
}
