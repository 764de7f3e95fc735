import "server-only";
import { randomUUID } from "node:crypto";
import * as z from "zod";
import { merchantAccountEndpoints } from "../../../contract/merchant-account.ts";
import { teamEndpoints } from "../../../contract/team.ts";
import type { Settings } from "../env.ts";
import { logCall } from "../log.ts";
import { latestToken } from "../session/refresh.ts";
import { readSessionCookie, type SessionToken } from "../session/session-cookie.ts";
import { logInAtService, SignInError } from "../session/sign-in.ts";
import { type ProxyErrorCode, proxyError } from "./proxy-error.ts";
import { relayResponse } from "./relay-response.ts";
import { readBody } from "./request-body.ts";
import { checkCall, isSameOrigin } from "./request-checks.ts";
import { limitOf, startTimeLimit } from "./time-limit.ts";
import { tracingHeaders } from "./tracing-headers.ts";
import { callService, type UpstreamResult } from "./upstream.ts";

const Proof = z.object({ password: z.string().min(1).max(1024), code: z.string().max(100).optional() });
const Rotation = Proof.extend({ overlapHours: z.int().min(0).max(72) });

type KeyEndpoint = typeof merchantAccountEndpoints.getAccessKeys | typeof merchantAccountEndpoints.generateAccessKeys;
type KeyCall = { request: Request; endpoint: KeyEndpoint; settings: Settings };
type KeyRequest = { proof: z.infer<typeof Proof>; body: object | undefined };

/**
 * Returns the key pair of the mode in `X-Account-Mode`, after the person confirms their password. Dashboard 3, 5.11.
 */
export function revealKeys(request: Request, settings: Settings): Promise<Response> {
  const read = (json: unknown) => {
    const proof = Proof.safeParse(json).data;
    return proof && { proof, body: undefined };
  };
  return handle({ request, endpoint: merchantAccountEndpoints.getAccessKeys, settings }, read);
}

/** Creates a new key pair, after the person confirms their password. Dashboard 3, 5.11. */
export function rotateKeys(request: Request, settings: Settings): Promise<Response> {
  const read = (json: unknown) => {
    const { overlapHours, ...proof } = Rotation.safeParse(json).data ?? {};
    return overlapHours === undefined ? undefined : { proof: Proof.parse(proof), body: { overlapHours } };
  };
  return handle({ request, endpoint: merchantAccountEndpoints.generateAccessKeys, settings }, read);
}

async function handle(call: KeyCall, read: (json: unknown) => KeyRequest | undefined): Promise<Response> {
  const began = performance.now();
  const requestId = randomUUID();
  const cookieToken = await readSessionCookie(call.request.headers.get("cookie"), call.settings);
  const response = await checkAndCall(call, { requestId, cookieToken, read });
  logCall({
    method: call.endpoint.method,
    endpoint: call.endpoint.path,
    status: response.status,
    ms: Math.round(performance.now() - began),
    requestId: response.headers.get("x-request-id") ?? requestId,
    userId: cookieToken?.session.userId,
  });
  return response;
}

type KeyContext = {
  requestId: string;
  cookieToken: SessionToken | undefined;
  read: (json: unknown) => KeyRequest | undefined;
};

async function checkAndCall(call: KeyCall, { requestId, cookieToken, read }: KeyContext): Promise<Response> {
  const { request, endpoint, settings } = call;
  if (!isSameOrigin(request, settings)) return proxyError("bad_origin", requestId);
  const token = cookieToken && (await latestToken(cookieToken));
  if (!token) return proxyError("session_expired", requestId);
  const mode = request.headers.get("x-account-mode");
  if (!mode) return proxyError("account_mode_required", requestId);
  const failure = checkCall(request, endpoint, token.session);
  if (failure) return proxyError(failure.code, requestId, failure.detail);
  const keyRequest = read(await readJson(request));
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

async function callOnce({ endpoint, settings }: KeyCall, { requestId, headers, body }: ServiceCall): Promise<Response> {
  headers.set("Accept", "application/json");
  if (body) headers.set("Content-Type", "application/json");
  const limit = startTimeLimit(limitOf(endpoint, settings.limits));
  const result = await callService(settings, {
    method: endpoint.method,
    path: endpoint.path,
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
