import "server-only";
import { randomUUID } from "node:crypto";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { merchantAccountEndpoints } from "../../../contract/merchant-account.ts";
import { teamEndpoints } from "../../../contract/team.ts";
import type { Settings } from "../env.ts";
import { logCall } from "../log.ts";
import { readProfile } from "../session/profile.ts";
import { isAboutToEnd, newestOf, renew } from "../session/refresh.ts";
import { openSessionCookie, type SessionToken, sessionCookie } from "../session/session-cookie.ts";
import { findEndpoint } from "./endpoint-table.ts";
import { ownFailure } from "./proxy-error.ts";
import { passOn } from "./relay-response.ts";
import { type RequestBody, readBody } from "./request-body.ts";
import { isOwnOrigin, refusalOf } from "./request-checks.ts";
import { limitOf, startTimeLimit, type TimeLimit } from "./time-limit.ts";
import { tracingHeaders } from "./tracing-headers.ts";
import { callService } from "./upstream.ts";

/**
 * One call on its way through the proxy; `token` is the newest of its session, whatever the browser's cookie holds.
 * `isQuestion`: the body becomes the query of `endpoint`.
 */
type ProxyCall = {
  request: Request;
  requestId: string;
  path: string;
  endpoint: Endpoint;
  isQuestion: boolean;
  token: SessionToken;
  settings: Settings;
};

type ProxyResult = { response: Response; token?: SessionToken };

/** After these the session is another's business: another merchant, another mode. */
const CHANGING: readonly Endpoint[] = [teamEndpoints.switchMerchant, merchantAccountEndpoints.switchAccountMode];
const TAKEN_ALONG = ["accept", "content-type", "content-length", "idempotency-key", "x-account-mode"];

/**
 * The proxy: passes a call of the browser on to the service with the token that only this server knows, after the checks
 * of dashboard 3 in their order. `segments` are the decoded parts of the path below `/api/service`. Never throws.
 */
export function forward(request: Request, segments: readonly string[], settings: Settings): Promise<Response> {
  const endpoint = findEndpoint(request.method, segments);
  const path = `/${segments.map(encodeURIComponent).join("/")}${new URL(request.url).search}`;
  return pass({ request, requestId: randomUUID(), path, endpoint, isQuestion: false, settings });
}

/**
 * As `forward`, for a read that takes what may stand in no address of a browser: the page sends it as a POST, and its body
 * becomes the query. The service, which has the rules, says what is wrong with it. Dashboard 3.
 */
export function ask(request: Request, endpoint: Endpoint, settings: Settings): Promise<Response> {
  return pass({ request, requestId: randomUUID(), path: endpoint.path, endpoint, isQuestion: true, settings });
}

type Question = Omit<ProxyCall, "endpoint" | "token"> & { endpoint: Endpoint | undefined };

async function pass(question: Question): Promise<Response> {
  const { request, requestId, endpoint, settings } = question;
  const began = performance.now();
  const held = await openSessionCookie(request.headers.get("cookie"), settings);
  const { response, token } = await decide(question, held);
  // Another token than the browser's: it gets the successor's cookie, with whatever answer this is.
  if (token && token !== held) response.headers.append("Set-Cookie", await sessionCookie(token, settings));
  logCall({
    method: request.method,
    endpoint: endpoint?.path ?? "not listed",
    status: response.status,
    ms: Math.round(performance.now() - began),
    requestId: response.headers.get("x-request-id") ?? requestId,
    userId: (token ?? held)?.session.userId,
  });
  return response;
}

async function decide({ endpoint, ...question }: Question, held: SessionToken | undefined): Promise<ProxyResult> {
  const { request, requestId, settings } = question;
  if (!isOwnOrigin(request, settings)) return { response: ownFailure("bad_origin", requestId) };
  if (!endpoint) return { response: ownFailure("not_found", requestId) };
  const token = held && (await newestOf(held));
  if (!token) return { response: ownFailure("session_expired", requestId) };
  const call: ProxyCall = { ...question, endpoint, token };
  const refusal = refusalOf(request, endpoint, token.session);
  const fate = refusal
    ? { response: ownFailure(refusal.code, requestId, refusal.detail), token }
    : await withFreshToken(call);
  return isSignOfChange(fate.response) || CHANGING.includes(endpoint) ? withFreshProfile(fate, call) : fate;
}

/** Sends the call with a token that will last, and once more with a new one if the service does not take it. */
async function withFreshToken(call: ProxyCall): Promise<ProxyResult> {
  const { token, requestId, settings, request, endpoint } = call;
  let current = token;
  if (isAboutToEnd(token)) {
    const renewal = await renew(token, settings);
    if (renewal.kind === "ended") return { response: ownFailure("session_expired", requestId), token };
    if (renewal.kind === "renewed") current = renewal.token;
    // The service did not renew it, but the old one still holds for some minutes.
    else if (token.accessEndsAt <= Date.now()) return { response: ownFailure("service_unreachable", requestId), token };
  }
  let limit: TimeLimit | undefined;
  const onProgress = endpoint.upload ? () => limit?.restart() : undefined;
  const body = await readBody(request, onProgress).catch(() => undefined);
  if (!body || body.kind === "too_large") {
    return { response: ownFailure(body ? "body_too_large" : "service_unreachable", requestId), token: current };
  }
  limit = startTimeLimit(limitOf(endpoint, settings.limits), isAbortable(endpoint) ? request.signal : undefined);
  const renewed = { ...call, token: current };
  const [asked, sent] = renewed.isQuestion ? asQuery(renewed, body) : [renewed, body];
  const response = await send(asked, sent, limit);
  return response.status === 401 ? again(asked, sent) : { response, token: current };
}

/** The named texts of the body as the query that the endpoint knows; what is no such body leaves the query empty. */
function asQuery(call: ProxyCall, body: RequestBody): [ProxyCall, RequestBody] {
  const fields = body.kind === "held" ? namedTexts(new TextDecoder().decode(body.bytes)) : [];
  return [{ ...call, path: `${call.path}?${new URLSearchParams(fields)}` }, { kind: "none" }];
}

function namedTexts(json: string): [string, string][] {
  try {
    return Object.entries(JSON.parse(json) ?? {}).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    );
  } catch {
    return [];
  }
}

async function again(call: ProxyCall, body: RequestBody): Promise<ProxyResult> {
  const { token, requestId, settings, endpoint } = call;
  const renewal = await renew(token, settings);
  if (renewal.kind === "ended") return { response: ownFailure("session_expired", requestId), token };
  // A stream is gone once it was sent. The service refused it unread, so nothing happened.
  if (renewal.kind === "unreachable" || body.kind === "stream") {
    return { response: ownFailure("service_unreachable", requestId), token };
  }
  const limit = startTimeLimit(limitOf(endpoint, settings.limits));
  const response = await send({ ...call, token: renewal.token }, body, limit);
  const isRefused = response.status === 401;
  return { response: isRefused ? ownFailure("session_expired", requestId) : response, token: renewal.token };
}

async function send(call: ProxyCall, body: RequestBody, limit: TimeLimit): Promise<Response> {
  const { requestId, endpoint, path, settings } = call;
  const sent = await callService(settings, {
    method: endpoint.method,
    path,
    headers: headersFor(call, body),
    signal: limit.signal,
    ...(body.kind === "held" && { body: body.bytes }),
    ...(body.kind === "stream" && { body: body.stream }),
  });
  if (sent.kind !== "answered") {
    limit.stop();
    if (body.kind === "stream" && body.wasTooLarge()) return ownFailure("body_too_large", requestId);
    return ownFailure(sent.kind === "not_sent" ? "service_unreachable" : lostAnswer(endpoint), requestId);
  }
  if (sent.response.status >= 300 && sent.response.status < 400) {
    limit.stop();
    return ownFailure("service_unreachable", requestId);
  }
  return (await passOn(sent.response, requestId, limit)) ?? ownFailure(lostAnswer(endpoint), requestId);
}

/** A read whose answer is lost did nothing; what a write did is not known. */
function lostAnswer({ method }: Endpoint): "service_unreachable" | "outcome_unknown" {
  return method === "GET" ? "service_unreachable" : "outcome_unknown";
}

/** A read or an upload ends with its browser; a write that was sent is seen through, so that its outcome is logged. */
function isAbortable({ method, upload }: Endpoint): boolean {
  return method === "GET" || upload === true;
}

function headersFor({ request, requestId, token }: ProxyCall, body: RequestBody): Headers {
  const headers = tracingHeaders(request.headers, requestId);
  headers.set("Authorization", `Bearer ${token.accessToken}`);
  for (const name of TAKEN_ALONG) {
    const value = request.headers.get(name);
    const isOfBody = name.startsWith("content-");
    if (value !== null && !(isOfBody && body.kind === "none")) headers.set(name, value);
  }
  return headers;
}

/** What the member may do, or the account's mode, is no longer what the cookie says. */
function isSignOfChange({ status }: Response): boolean {
  return status === 403 || status === 409;
}

async function withFreshProfile(
  fate: ProxyResult,
  { token, requestId, request, settings }: ProxyCall,
): Promise<ProxyResult> {
  const newest = fate.token ?? token;
  const profile = await readProfile(newest.accessToken, tracingHeaders(request.headers, requestId), settings);
  return profile.kind === "read" ? { ...fate, token: { ...newest, session: profile.session } } : fate;
}
