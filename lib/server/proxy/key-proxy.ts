import "server-only";
import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { merchantAccountEndpoints } from "../../../contract/merchant-account.ts";
import { restrictedKeyEndpoints } from "../../../contract/restricted-keys.ts";
import { teamEndpoints } from "../../../contract/team.ts";
import type { Settings } from "../env.ts";
import { logCall } from "../log.ts";
import { latestToken } from "../session/refresh.ts";
import { readSessionCookie, type SessionToken } from "../session/session-cookie.ts";
import { logInAtService, SignInError } from "../session/sign-in.ts";
import { traced } from "../traces.ts";
import { type ProxyErrorCode, proxyError } from "./proxy-error.ts";
import { relayResponse } from "./relay-response.ts";
import { readBody } from "./request-body.ts";
import { checkCall, isSameOrigin } from "./request-checks.ts";
import { limitOf, startTimeLimit } from "./time-limit.ts";
import { tracingHeaders } from "./tracing-headers.ts";
import { callService, type UpstreamResult } from "./upstream.ts";

const Proof = z.object({ password: z.string().min(1).max(1024), code: z.string().max(100).optional() });

type KeyCall = { request: Request; endpoint: Endpoint; settings: Settings; id?: string };
type KeyRequest = { proof: z.infer<typeof Proof>; body: object | undefined };

/**
 * Returns the key pair of the mode in `X-Account-Mode`, after the person confirms their password. Dashboard 3, 5.11.
 */
export function revealKeys(request: Request, settings: Settings): Promise<Response> {
  return handle({ request, endpoint: merchantAccountEndpoints.getAccessKeys, settings });
}

/** Creates a new key pair, after the person confirms their password. Dashboard 3, 5.11. */
export function rotateKeys(request: Request, settings: Settings): Promise<Response> {
  return handle({ request, endpoint: merchantAccountEndpoints.generateAccessKeys, settings });
}

/** Creates a restricted key, after the person confirms their password. Decision 0087. */
export function createRestrictedKey(request: Request, settings: Settings): Promise<Response> {
  return handle({ request, endpoint: restrictedKeyEndpoints.createRestrictedKey, settings });
}

/** Replaces a restricted key, after the person confirms their password. Decision 0087. */
export function rollRestrictedKey(request: Request, settings: Settings, id: string): Promise<Response> {
  return handle({ request, endpoint: restrictedKeyEndpoints.rollRestrictedKey, settings, id });
}

/** The proof, and the rest of the body for the service; `undefined` when the contract would refuse it. */
function readCall(json: unknown, { endpoint }: KeyCall): KeyRequest | undefined {
  const proof = Proof.safeParse(json).data;
  const body = endpoint.body?.safeParse(json);
  if (!proof || body?.success === false) return undefined;
  return { proof, body: body && Object(body.data) };
}

async function handle(call: KeyCall): Promise<Response> {
  const began = performance.now();
  const requestId = randomUUID();
  const cookieToken = await readSessionCookie(call.request.headers.get("cookie"), call.settings);
  const named = { method: call.endpoint.method, endpoint: call.endpoint.path };
  const response = await traced(
    { ...named, settings: call.settings },
    () => checkAndCall(call, { requestId, cookieToken }),
    ({ status }) => status,
  );
  logCall({
    ...named,
    status: response.status,
    ms: Math.round(performance.now() - began),
    requestId: response.headers.get("x-request-id") ?? requestId,
    userId: cookieToken?.session.userId,
  });
  return response;
}

type KeyContext = { requestId: string; cookieToken: SessionToken | undefined };

async function checkAndCall(call: KeyCall, { requestId, cookieToken }: KeyContext): Promise<Response> {
  const { request, endpoint, settings } = call;
  if (!isSameOrigin(request, settings)) return proxyError("bad_origin", requestId);
  const token = cookieToken && (await latestToken(cookieToken));
  if (!token) return proxyError("session_expired", requestId);
  const mode = request.headers.get("x-account-mode");
  if (!mode) return proxyError("account_mode_required", requestId);
  const failure = checkCall(request, endpoint, token.session);
  if (failure) return proxyError(failure.code, requestId, failure.detail);
  const keyRequest = readCall(await readJson(request), call);
  if (!keyRequest) return proxyError("wrong_password", requestId);
  const { email, merchantId } = token.session;
  try {
    const login = await logInAtService({ email, ...keyRequest.proof }, request.headers, settings);
    const headers = tracingHeaders(request.headers, requestId);
    headers.set("Authorization", `Bearer ${login.accessToken}`);
    try {
      // A login starts at the person's first merchant; the page may show another one.
      if (login.merchantId !== merchantId && !(await switchMerchant(merchantId, headers, settings))) {
        return proxyError("service_unreachable", requestId);
      }
      headers.set("X-Account-Mode", mode);
      return await callOnce(call, { requestId, headers, body: keyRequest.body });
    } finally {
      await logOut(login.accessToken, settings);
    }
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    return signInError(error.message, requestId);
  }
}

type ServiceCall = { requestId: string; headers: Headers; body: object | undefined };

async function callOnce(
  { endpoint, settings, id = "" }: KeyCall,
  { requestId, headers, body }: ServiceCall,
): Promise<Response> {
  headers.set("Accept", "application/json");
  if (body) headers.set("Content-Type", "application/json");
  const limit = startTimeLimit(limitOf(endpoint, settings.limits));
  const result = await callService(settings, {
    method: endpoint.method,
    path: endpoint.path.replace("{id}", encodeURIComponent(id)),
    headers,
    body: body && JSON.stringify(body),
    signal: limit.signal,
  });
  const lost = endpoint.method === "GET" ? "service_unreachable" : "outcome_unknown";
  if (result.kind === "responded") {
    return (await relayResponse(result.response, requestId, limit)) ?? proxyError(lost, requestId);
  }
  limit.stop();
  return proxyError(result.kind === "not_sent" ? "service_unreachable" : lost, requestId);
}

async function switchMerchant(merchantId: string, headers: Headers, settings: Settings): Promise<boolean> {
  const jsonHeaders = new Headers(headers);
  jsonHeaders.set("Content-Type", "application/json");
  const { method, path } = teamEndpoints.switchMerchant;
  const signal = AbortSignal.timeout(settings.limits.signIn);
  const result = await callService(settings, {
    method,
    path,
    headers: jsonHeaders,
    body: JSON.stringify({ merchantId }),
    signal,
  });
  return result.kind === "responded" && result.response.ok;
}

function logOut(accessToken: string, settings: Settings): Promise<UpstreamResult> {
  const headers = tracingHeaders(new Headers());
  headers.set("Authorization", `Bearer ${accessToken}`);
  const signal = AbortSignal.timeout(settings.limits.signIn);
  return callService(settings, { method: "POST", path: "/auth/logout", headers, signal });
}

async function readJson(request: Request): Promise<unknown> {
  const body = await readBody(request).catch(() => undefined);
  if (body?.kind !== "buffered") return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(body.bytes));
  } catch {
    return undefined;
  }
}

/** Statuses other than 401: a page would read a 401 as the end of its own session. */
const SIGN_IN_ERRORS: Record<string, ProxyErrorCode> = {
  wrong_login: "wrong_password",
  two_factor_required: "two_factor_required",
  two_factor_wrong: "two_factor_wrong",
  login_locked: "login_locked",
};

function signInError(signInCode: string, requestId: string): Response {
  const [code = "", seconds] = signInCode.split(".");
  const response = proxyError(SIGN_IN_ERRORS[code] ?? "service_unreachable", requestId);
  if (seconds !== undefined) response.headers.set("Retry-After", seconds);
  return response;
}
