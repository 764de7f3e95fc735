import "server-only";
import { randomUUID } from "node:crypto";
import { emailConfirmationEndpoints } from "../../../contract/email-confirmation.ts";
import { type Endpoint, uploadLimitOf } from "../../../contract/endpoint.ts";
import { merchantAccountEndpoints } from "../../../contract/merchant-account.ts";
import { teamEndpoints } from "../../../contract/team.ts";
import type { Settings } from "../env.ts";
import { logCall } from "../log.ts";
import { readProfile } from "../session/profile.ts";
import { expiresSoon, latestToken, refreshTokens } from "../session/refresh.ts";
import { readSessionCookie, type SessionToken, sessionCookie } from "../session/session-cookie.ts";
import { traced } from "../traces.ts";
import { findEndpoint } from "./endpoint-table.ts";
import { proxyError } from "./proxy-error.ts";
import { relayResponse } from "./relay-response.ts";
import { type RequestBody, readBody } from "./request-body.ts";
import { checkCall, isSameOrigin } from "./request-checks.ts";
import { limitOf, startTimeLimit, type TimeLimit } from "./time-limit.ts";
import { tracingHeaders } from "./tracing-headers.ts";
import { callService } from "./upstream.ts";

/**
 * A call in the proxy. `token` is the latest of its session, which may be newer than the browser's cookie.
 * `sendsBodyAsQuery`: the body becomes the query of `endpoint`.
 */
type ProxyCall = {
  request: Request;
  requestId: string;
  path: string;
  endpoint: Endpoint;
  sendsBodyAsQuery: boolean;
  token: SessionToken;
  settings: Settings;
};

type ProxyResult = { response: Response; token?: SessionToken };

/** These calls change the session's merchant, mode or e-mail, so its profile is read again afterwards. */
const SESSION_CHANGES: readonly Endpoint[] = [
  teamEndpoints.switchMerchant,
  merchantAccountEndpoints.switchAccountMode,
  emailConfirmationEndpoints.confirmEmail,
];
const FORWARDED_HEADERS = ["accept", "content-type", "content-length", "idempotency-key", "x-account-mode"];

/**
 * The session proxy: forwards a call of the browser to the service with the access token that only this server holds,
 * after the checks of dashboard 3 in their order. `segments` are the decoded path segments below `/api/service`. Never
 * throws.
 */
export function forward(request: Request, segments: readonly string[], settings: Settings): Promise<Response> {
  const endpoint = findEndpoint(request.method, segments);
  const path = `/${segments.map(encodeURIComponent).join("/")}${new URL(request.url).search}`;
  return handle({ request, requestId: randomUUID(), path, endpoint, sendsBodyAsQuery: false, settings });
}

/**
 * Like `forward`, for a read whose parameters must not appear in a URL. The page sends a POST and its body becomes the
 * query. The service validates it. Dashboard 3.
 */
export function forwardAsQuery(request: Request, endpoint: Endpoint, settings: Settings): Promise<Response> {
  return handle({ request, requestId: randomUUID(), path: endpoint.path, endpoint, sendsBodyAsQuery: true, settings });
}

type IncomingCall = Omit<ProxyCall, "endpoint" | "token"> & { endpoint: Endpoint | undefined };

async function handle(incoming: IncomingCall): Promise<Response> {
  const { request, requestId, endpoint, settings } = incoming;
  const began = performance.now();
  const cookieToken = await readSessionCookie(request.headers.get("cookie"), settings);
  const call = { method: request.method, endpoint: endpoint?.path ?? "not listed" };
  const { response, token } = await traced(
    { ...call, settings },
    () => checkAndForward(incoming, cookieToken),
    (result) => result.response.status,
  );
  // The tokens or the profile changed: every response, including an error, sets the new cookie.
  if (token && token !== cookieToken) response.headers.append("Set-Cookie", await sessionCookie(token, settings));
  logCall({
    ...call,
    status: response.status,
    ms: Math.round(performance.now() - began),
    requestId: response.headers.get("x-request-id") ?? requestId,
    userId: (token ?? cookieToken)?.session.userId,
  });
  return response;
}

async function checkAndForward(
  { endpoint, ...incoming }: IncomingCall,
  cookieToken: SessionToken | undefined,
): Promise<ProxyResult> {
  const { request, requestId, settings } = incoming;
  if (!isSameOrigin(request, settings)) return { response: proxyError("bad_origin", requestId) };
  if (!endpoint) return { response: proxyError("not_found", requestId) };
  const token = cookieToken && (await latestToken(cookieToken));
  if (!token) return { response: proxyError("session_expired", requestId) };
  const call: ProxyCall = { ...incoming, endpoint, token };
  const failure = checkCall(request, endpoint, token.session);
  const result = failure
    ? { response: proxyError(failure.code, requestId, failure.detail), token }
    : await withFreshToken(call);
  return mayBeOutdated(result.response) || SESSION_CHANGES.includes(endpoint) ? withFreshProfile(result, call) : result;
}

/** Sends the call with a token that does not expire soon, and repeats it once with a new token after a 401. */
async function withFreshToken(call: ProxyCall): Promise<ProxyResult> {
  const { token, requestId, settings, request, endpoint } = call;
  let current = token;
  if (expiresSoon(token)) {
    const refresh = await refreshTokens(token, settings);
    if (refresh.kind === "ended") return { response: proxyError("session_expired", requestId), token };
    if (refresh.kind === "refreshed") current = refresh.token;
    // The service is unavailable; the old token is still valid for a few minutes.
    else if (token.accessEndsAt <= Date.now()) return { response: proxyError("service_unreachable", requestId), token };
  }
  let limit: TimeLimit | undefined;
  const upload = endpoint.upload && { maxBytes: uploadLimitOf(endpoint), onProgress: () => limit?.restart() };
  const body = await readBody(request, upload, { jsonMiB: endpoint.bodyMiB }).catch(() => undefined);
  if (!body || body.kind === "too_large") {
    return { response: proxyError(body ? "body_too_large" : "service_unreachable", requestId), token: current };
  }
  limit = startTimeLimit(limitOf(endpoint, settings.limits), isAbortable(endpoint) ? request.signal : undefined);
  const fresh = { ...call, token: current };
  const [upstreamCall, sent] = fresh.sendsBodyAsQuery ? moveBodyToQuery(fresh, body) : [fresh, body];
  const response = await send(upstreamCall, sent, limit);
  return response.status === 401 ? retryWithNewToken(upstreamCall, sent) : { response, token: current };
}

/** Turns the string fields of a JSON body into a query. An invalid body gives an empty query. */
function moveBodyToQuery(call: ProxyCall, body: RequestBody): [ProxyCall, RequestBody] {
  const fields = body.kind === "buffered" ? stringFields(new TextDecoder().decode(body.bytes)) : [];
  return [{ ...call, path: `${call.path}?${new URLSearchParams(fields)}` }, { kind: "none" }];
}

function stringFields(json: string): [string, string][] {
  try {
    return Object.entries(JSON.parse(json) ?? {}).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    );
  } catch {
    return [];
  }
}

async function retryWithNewToken(call: ProxyCall, body: RequestBody): Promise<ProxyResult> {
  const { token, requestId, settings, endpoint } = call;
  const refresh = await refreshTokens(token, settings);
  if (refresh.kind === "ended") return { response: proxyError("session_expired", requestId), token };
  // A stream cannot be sent twice. The service refused it before reading it, so nothing changed.
  if (refresh.kind === "unreachable" || body.kind === "stream") {
    return { response: proxyError("service_unreachable", requestId), token };
  }
  const limit = startTimeLimit(limitOf(endpoint, settings.limits));
  const response = await send({ ...call, token: refresh.token }, body, limit);
  const isUnauthorized = response.status === 401;
  return { response: isUnauthorized ? proxyError("session_expired", requestId) : response, token: refresh.token };
}

async function send(call: ProxyCall, body: RequestBody, limit: TimeLimit): Promise<Response> {
  const { requestId, endpoint, path, settings } = call;
  const result = await callService(settings, {
    method: endpoint.method,
    path,
    headers: headersFor(call, body),
    signal: limit.signal,
    ...(body.kind === "buffered" && { body: body.bytes }),
    ...(body.kind === "stream" && { body: body.stream }),
  });
  if (result.kind !== "responded") {
    limit.stop();
    if (body.kind === "stream" && body.wasTooLarge()) return proxyError("body_too_large", requestId);
    return proxyError(result.kind === "not_sent" ? "service_unreachable" : lostResponseCode(endpoint), requestId);
  }
  if (result.response.status >= 300 && result.response.status < 400) {
    limit.stop();
    return proxyError("service_unreachable", requestId);
  }
  return (await relayResponse(result.response, requestId, limit)) ?? proxyError(lostResponseCode(endpoint), requestId);
}

/** A read changes nothing, so a lost response is only unreachable. The outcome of a write is unknown. */
function lostResponseCode({ method }: Endpoint): "service_unreachable" | "outcome_unknown" {
  return method === "GET" ? "service_unreachable" : "outcome_unknown";
}

/**
 * Reads and uploads are aborted when the browser disconnects. Other writes run to the end so that their outcome is
 * logged.
 */
function isAbortable({ method, upload }: Endpoint): boolean {
  return method === "GET" || upload !== undefined;
}

function headersFor({ request, requestId, token }: ProxyCall, body: RequestBody): Headers {
  const headers = tracingHeaders(request.headers, requestId);
  headers.set("Authorization", `Bearer ${token.accessToken}`);
  for (const name of FORWARDED_HEADERS) {
    const value = request.headers.get(name);
    const isBodyHeader = name.startsWith("content-");
    if (value !== null && !(isBodyHeader && body.kind === "none")) headers.set(name, value);
  }
  return headers;
}

/** These statuses can mean that the cookie's permissions or mode are out of date. */
function mayBeOutdated({ status }: Response): boolean {
  return status === 403 || status === 409;
}

async function withFreshProfile(
  result: ProxyResult,
  { token, requestId, request, settings }: ProxyCall,
): Promise<ProxyResult> {
  const latest = result.token ?? token;
  const profile = await readProfile(latest.accessToken, tracingHeaders(request.headers, requestId), settings);
  return profile.kind === "read" ? { ...result, token: { ...latest, session: profile.session } } : result;
}
