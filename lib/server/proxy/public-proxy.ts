import "server-only";
import { randomUUID } from "node:crypto";
import type { Endpoint } from "../../../contract/endpoint.ts";
import type { Settings } from "../env.ts";
import { logCall } from "../log.ts";
import { traced } from "../traces.ts";
import { findPublicEndpoint } from "./endpoint-table.ts";
import { proxyError } from "./proxy-error.ts";
import { relayResponse } from "./relay-response.ts";
import { readBody } from "./request-body.ts";
import { isSameOrigin } from "./request-checks.ts";
import { limitOf, startTimeLimit } from "./time-limit.ts";
import { tracingHeaders } from "./tracing-headers.ts";
import { callService } from "./upstream.ts";

/**
 * Forwards calls made before sign-in. Accepts only endpoints that the contract opens to the public and to the
 * dashboard. Reads no session and sends no token. `segments` are the decoded path segments below `/api/public`. Never
 * throws. Dashboard 3.
 */
export async function forwardPublic(
  request: Request,
  segments: readonly string[],
  settings: Settings,
): Promise<Response> {
  const began = performance.now();
  const requestId = randomUUID();
  const endpoint = findPublicEndpoint(request.method, segments);
  const call = { method: request.method, endpoint: endpoint?.path ?? "not listed" };
  const response = await traced(
    { ...call, settings },
    () => checkAndForward(request, endpoint, requestId, settings),
    ({ status }) => status,
  );
  logCall({
    ...call,
    status: response.status,
    ms: Math.round(performance.now() - began),
    requestId: response.headers.get("x-request-id") ?? requestId,
    userId: undefined,
  });
  return response;
}

async function checkAndForward(
  request: Request,
  endpoint: Endpoint | undefined,
  requestId: string,
  settings: Settings,
): Promise<Response> {
  if (!isSameOrigin(request, settings)) return proxyError("bad_origin", requestId);
  if (!endpoint) return proxyError("not_found", requestId);
  const body = await readBody(request).catch(() => undefined);
  if (body?.kind === "too_large") return proxyError("body_too_large", requestId);
  if (body?.kind !== "buffered") return proxyError("service_unreachable", requestId);
  const headers = tracingHeaders(request.headers, requestId);
  headers.set("Accept", "application/json");
  headers.set("Content-Type", "application/json");
  const limit = startTimeLimit(limitOf(endpoint, settings.limits));
  const result = await callService(settings, {
    method: endpoint.method,
    path: endpoint.path,
    headers,
    body: body.bytes,
    signal: limit.signal,
  });
  if (result.kind !== "responded") {
    limit.stop();
    return proxyError(result.kind === "not_sent" ? "service_unreachable" : "outcome_unknown", requestId);
  }
  return (await relayResponse(result.response, requestId, limit)) ?? proxyError("outcome_unknown", requestId);
}
