import "server-only";
import { randomUUID } from "node:crypto";
import * as z from "zod";
import { merchantAccountEndpoints } from "../../../contract/merchant-account.ts";
import { teamEndpoints } from "../../../contract/team.ts";
import type { Settings } from "../env.ts";
import { logCall } from "../log.ts";
import { newestOf } from "../session/refresh.ts";
import { openSessionCookie, type SessionToken } from "../session/session-cookie.ts";
import { logInAtService, SignInRefusal } from "../session/sign-in.ts";
import { type OwnFailureCode, ownFailure } from "./proxy-error.ts";
import { passOn } from "./relay-response.ts";
import { readBody } from "./request-body.ts";
import { isOwnOrigin, refusalOf } from "./request-checks.ts";
import { limitOf, startTimeLimit } from "./time-limit.ts";
import { tracingHeaders } from "./tracing-headers.ts";
import { callService, type Sent } from "./upstream.ts";

const Proof = z.object({ password: z.string().min(1).max(1024), code: z.string().max(100).optional() });
const Rotation = Proof.extend({ overlapHours: z.int().min(0).max(72) });

type KeyEndpoint = typeof merchantAccountEndpoints.getAccessKeys | typeof merchantAccountEndpoints.generateAccessKeys;
type KeyCall = { request: Request; endpoint: KeyEndpoint; settings: Settings };
type Asked = { proof: z.infer<typeof Proof>; body: object | undefined };

/** The pair of keys of the mode shown, for who gives their password again. Dashboard 3, 5.11. */
export function revealKeys(request: Request, settings: Settings): Promise<Response> {
  const read = (json: unknown) => {
    const proof = Proof.safeParse(json).data;
    return proof && { proof, body: undefined };
  };
  return logged({ request, endpoint: merchantAccountEndpoints.getAccessKeys, settings }, read);
}

/** A new pair of keys, for who gives their password again. Dashboard 3, 5.11. */
export function rotateKeys(request: Request, settings: Settings): Promise<Response> {
  const read = (json: unknown) => {
    const { overlapHours, ...proof } = Rotation.safeParse(json).data ?? {};
    return overlapHours === undefined ? undefined : { proof: Proof.parse(proof), body: { overlapHours } };
  };
  return logged({ request, endpoint: merchantAccountEndpoints.generateAccessKeys, settings }, read);
}

async function logged(call: KeyCall, read: (json: unknown) => Asked | undefined): Promise<Response> {
  const began = performance.now();
  const requestId = randomUUID();
  const held = await openSessionCookie(call.request.headers.get("cookie"), call.settings);
  const response = await decide(call, { requestId, held, read });
  logCall({
    method: call.endpoint.method,
    endpoint: call.endpoint.path,
    status: response.status,
    ms: Math.round(performance.now() - began),
    requestId: response.headers.get("x-request-id") ?? requestId,
    userId: held?.session.userId,
  });
  return response;
}

type Asking = {
  requestId: string;
  held: SessionToken | undefined;
  read: (json: unknown) => Asked | undefined;
};

async function decide(call: KeyCall, { requestId, held, read }: Asking): Promise<Response> {
  const { request, endpoint, settings } = call;
  if (!isOwnOrigin(request, settings)) return ownFailure("bad_origin", requestId);
  const token = held && (await newestOf(held));
  if (!token) return ownFailure("session_expired", requestId);
  const mode = request.headers.get("x-account-mode");
  if (!mode) return ownFailure("account_mode_required", requestId);
  const refusal = refusalOf(request, endpoint, token.session);
  if (refusal) return ownFailure(refusal.code, requestId, refusal.detail);
  const asked = read(await readJson(request));
  if (!asked) return ownFailure("wrong_password", requestId);
  const { email, merchantId } = token.session;
  try {
    const fresh = await logInAtService({ email, ...asked.proof }, request.headers, settings);
    const headers = tracingHeaders(request.headers, requestId);
    headers.set("Authorization", `Bearer ${fresh.accessToken}`);
    try {
      // A login begins at the person's first merchant; the page may show another one of theirs.
      if (fresh.merchantId !== merchantId && !(await moveTo(merchantId, headers, settings))) {
        return ownFailure("service_unreachable", requestId);
      }
      headers.set("X-Account-Mode", mode);
      return await callOnce(call, { requestId, headers, body: asked.body });
    } finally {
      await end(fresh.accessToken, settings);
    }
  } catch (error) {
    if (!(error instanceof SignInRefusal)) throw error;
    return refused(error.message, requestId);
  }
}

type OneCall = { requestId: string; headers: Headers; body: object | undefined };

async function callOnce({ endpoint, settings }: KeyCall, { requestId, headers, body }: OneCall): Promise<Response> {
  headers.set("Accept", "application/json");
  if (body) headers.set("Content-Type", "application/json");
  const limit = startTimeLimit(limitOf(endpoint, settings.limits));
  const sent = await callService(settings, {
    method: endpoint.method,
    path: endpoint.path,
    headers,
    body: body && JSON.stringify(body),
    signal: limit.signal,
  });
  const lost = endpoint.method === "GET" ? "service_unreachable" : "outcome_unknown";
  if (sent.kind === "answered") {
    return (await passOn(sent.response, requestId, limit)) ?? ownFailure(lost, requestId);
  }
  limit.stop();
  return ownFailure(sent.kind === "not_sent" ? "service_unreachable" : lost, requestId);
}

async function moveTo(merchantId: string, headers: Headers, settings: Settings): Promise<boolean> {
  const own = new Headers(headers);
  own.set("Content-Type", "application/json");
  const { method, path } = teamEndpoints.switchMerchant;
  const signal = AbortSignal.timeout(settings.limits.signIn);
  const sent = await callService(settings, {
    method,
    path,
    headers: own,
    body: JSON.stringify({ merchantId }),
    signal,
  });
  return sent.kind === "answered" && sent.response.ok;
}

function end(accessToken: string, settings: Settings): Promise<Sent> {
  const headers = tracingHeaders(new Headers());
  headers.set("Authorization", `Bearer ${accessToken}`);
  const signal = AbortSignal.timeout(settings.limits.signIn);
  return callService(settings, { method: "POST", path: "/auth/logout", headers, signal });
}

async function readJson(request: Request): Promise<unknown> {
  const body = await readBody(request).catch(() => undefined);
  if (body?.kind !== "held") return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(body.bytes));
  } catch {
    return undefined;
  }
}

/** Statuses that no page takes for the end of its own session. */
const REFUSALS: Record<string, OwnFailureCode> = {
  wrong_login: "wrong_password",
  two_factor_required: "two_factor_required",
  two_factor_wrong: "two_factor_wrong",
  login_locked: "login_locked",
};

function refused(word: string, requestId: string): Response {
  const [code = "", seconds] = word.split(".");
  const response = ownFailure(REFUSALS[code] ?? "service_unreachable", requestId);
  if (seconds !== undefined) response.headers.set("Retry-After", seconds);
  return response;
}
