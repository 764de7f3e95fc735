import "server-only";
import { randomUUID } from "node:crypto";
import type { Endpoint } from "../../../contract/endpoint.ts";
import type { Settings } from "../env.ts";
import { logCall } from "../log.ts";
import { findPublicEndpoint } from "./endpoint-table.ts";
import { ownFailure } from "./proxy-error.ts";
import { passOn } from "./relay-response.ts";
import { readBody } from "./request-body.ts";
import { isOwnOrigin } from "./request-checks.ts";
import { limitOf, startTimeLimit } from "./time-limit.ts";
import { tracingHeaders } from "./tracing-headers.ts";
import { callService } from "./upstream.ts";

/**
 * The calls before sign-in: to what the contract opens to anybody and to the dashboard, and nothing else. Looks at no
 * session, and sends no token. `segments` are the decoded parts of the path below `/api/public`. Never throws. Dashboard 3.
 */
export async function forwardPublic(
  request: Request,
  segments: readonly string[],
  settings: Settings,
): Promise<Response> {
  const began = performance.now();
  const requestId = randomUUID();
  const endpoint = findPublicEndpoint(request.method, segments);
  const response = await decide(request, endpoint, requestId, settings);
  logCall({
    method: request.method,
    endpoint: endpoint?.path ?? "not listed",
    status: response.status,
    ms: Math.round(performance.now() - began),
    requestId: response.headers.get("x-request-id") ?? requestId,
    userId: undefined,
  });
  return response;
}

async function decide(
  request: Request,
  endpoint: Endpoint | undefined,
  requestId: string,
  settings: Settings,
): Promise<Response> {
  if (!isOwnOrigin(request, settings)) return ownFailure("bad_origin", requestId);
  if (!endpoint) return ownFailure("not_found", requestId);
  const body = await readBody(request).catch(() => undefined);
  if (body?.kind === "too_large") return ownFailure("body_too_large", requestId);
  if (body?.kind !== "held") return ownFailure("service_unreachable", requestId);
  const headers = tracingHeaders(request.headers, requestId);
  headers.set("Accept", "application/json");
  headers.set("Content-Type", "application/json");
  const limit = startTimeLimit(limitOf(endpoint, settings.limits));
  const sent = await callService(settings, {
    method: endpoint.method,
    path: endpoint.path,
    headers,
    body: body.bytes,
    signal: limit.signal,
  });
  if (sent.kind !== "answered") {
    limit.stop();
    return ownFailure(sent.kind === "not_sent" ? "service_unreachable" : "outcome_unknown", requestId);
  }
  return (await passOn(sent.response, requestId, limit)) ?? ownFailure("outcome_unknown", requestId);
}
