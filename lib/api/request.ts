import type { FailureReply } from "../../contract/envelope.ts";
import type { Session } from "../permissions.ts";
import { leaveSuspendedMerchant } from "./auth.ts";
import { forgetFirstReads, takeFirstRead } from "./first-reads.ts";
import { interrupt, isInterruption, signInAgain } from "./interruptions.ts";
import { ServiceError } from "./service-error.ts";
import { askForProof } from "./step-up.ts";
import { texts } from "./texts.ts";

export type Call = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path below `base`, with parameters filled in. */
  path: `/${string}`;
  /**
   * The route of the dashboard's server; default `/api/service`, the session proxy. The others send parameters or a
   * password in a POST body instead of a URL.
   */
  base?: "/api" | "/api/kyc";
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** The `Idempotency-Key` header: one key per payment request, the same for every retry. Dashboard 5.7. */
  idempotencyKey?: string;
  /** A POST that changes nothing, such as a preview. Its lost response is not an unknown outcome. */
  isReadOnly?: boolean;
  /** The call asks for a file, not for JSON. */
  isFile?: boolean;
  signal?: AbortSignal;
};

/** A reply with the relayed headers, such as `Location`. */
export type ReplyWithHeaders<Reply> = { reply: Reply; headers: Headers };

const UNKNOWN = texts.weDoNotKnowYet;

/**
 * Calls the service through the session proxy in the mode that `session` was shown in. Dashboard 4. After an expired
 * session the sign-in dialog opens; then reads repeat automatically and writes wait for the person.
 * @throws {ServiceError} for every failure; the browser's `AbortError` when `signal` aborts the call
 */
export async function request<Reply>(session: Session, call: Call): Promise<Reply> {
  return (await requestWithHeaders<Reply>(session, call)).reply;
}

/**
 * Calls a public endpoint before sign-in, without session or mode. Dashboard 2.5, 3.
 * @throws {ServiceError} for every failure
 */
export async function requestPublic<Reply>(call: Omit<Call, "base" | "idempotencyKey">): Promise<Reply> {
  return (await send<Reply>(undefined, { ...call, base: "/api/public" }, false)).reply;
}

/** Like `request`, with the response headers. */
export function requestWithHeaders<Reply>(session: Session, call: Call): Promise<ReplyWithHeaders<Reply>> {
  return withSession(session, call, (isRead) => send<Reply>(session, call, isRead));
}

/**
 * Opens a file as a stream. A refusal is thrown as by `request`; a connection that breaks later is an error of the
 * stream. Dashboard 3.
 */
export function requestFile(session: Session, call: Call): Promise<ReadableStream<Uint8Array>> {
  return withSession(session, call, async (isRead) => {
    const response = await fetchResponse(session, { ...call, isFile: true }, isRead);
    if (response.ok && response.body) return response.body;
    throw failureOf(response, await readReply(response).catch(() => undefined), isRead);
  });
}

/**
 * Runs a call and handles an expired or changed session, a changed mode, a suspended merchant, and a missing proof of identity.
 * Also for calls that do not use `fetch`.
 */
export async function withSession<Result>(
  session: Session,
  call: Pick<Call, "method" | "isReadOnly" | "signal">,
  run: (isRead: boolean) => Promise<Result>,
): Promise<Result> {
  const isRead = (call.method ?? "GET") === "GET" || call.isReadOnly === true;
  if (!isRead) forgetFirstReads(session);
  try {
    return await run(isRead);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    await untilRepeatable(error, isRead, call.signal);
    return withSession(session, call, run);
  }
}

/** Waits for the person after a refused call, until it may be repeated. Throws when it may not. */
async function untilRepeatable(error: ServiceError, isRead: boolean, signal: AbortSignal | undefined): Promise<void> {
  if (isInterruption(error.code)) interrupt(error.code);
  if (error.code === "merchant_suspended") void leaveSuspendedMerchant(error.message);
  if (error.code === "step_up_required") {
    // The service refused before doing anything: the same call, with the same key, is safe to repeat.
    if (await askForProof(error)) return;
    const message = texts.youDidNotConfirm;
    throw new ServiceError({ code: error.code, status: error.status, message });
  }
  if (error.code !== "session_expired") throw error;
  const signedIn = signInAgain();
  if (!isRead) throw error;
  await orAborted(signedIn, signal);
}

/** Refuses a write while offline, so that its outcome is known. */
export function assertOnline(): void {
  if (navigator.onLine !== false) return;
  throw new ServiceError({ code: "offline", status: 0, message: texts.youAreOfflineNothing });
}

/** `undefined`: a public call without a session. */
type MaybeSession = Session | undefined;
type AnyCall = Omit<Call, "base"> & { base?: Call["base"] | "/api/public" };

async function fetchResponse(session: MaybeSession, call: AnyCall, isRead: boolean): Promise<Response> {
  if (!isRead) assertOnline();
  const path = pathOf(call);
  const isPlainRead = session !== undefined && (call.method ?? "GET") === "GET" && call.base === undefined;
  const response = isPlainRead && (await takeFirstRead(session, path));
  if (response) return response;
  return fetch(`${call.base ?? "/api/service"}${path}`, initOf(session, call)).catch((error) => {
    throw connectionError(error, isRead);
  });
}

async function send<Reply>(session: MaybeSession, call: AnyCall, isRead: boolean): Promise<ReplyWithHeaders<Reply>> {
  return readResponse<Reply>(await fetchResponse(session, call, isRead), isRead);
}

/** Returns the reply of a response, or throws its error. */
export async function readResponse<Reply>(response: Response, isRead: boolean): Promise<ReplyWithHeaders<Reply>> {
  const reply = await readReply(response).catch((error) => {
    throw connectionError(error, isRead);
  });
  if (isFailure(response, reply)) throw failureOf(response, reply, isRead);
  // The service's tests check its replies against the contract, so the browser does not parse them again.
  return { reply: reply as Reply, headers: response.headers };
}

/** Headers of every call: the mode and member of the page, and the idempotency key. Dashboard 1. */
export function headersOf(
  session: MaybeSession,
  { idempotencyKey, isFile }: Pick<Call, "idempotencyKey" | "isFile">,
): Headers {
  const headers = new Headers({ Accept: isFile ? "text/csv, application/json" : "application/json" });
  if (session) {
    headers.set("X-Account-Mode", session.mode);
    headers.set("X-Session-Of", `${session.merchantId}.${session.userId}`);
  }
  if (idempotencyKey !== undefined) headers.set("Idempotency-Key", idempotencyKey);
  return headers;
}

function initOf(session: MaybeSession, call: AnyCall): RequestInit {
  const { method = "GET", body, signal } = call;
  const headers = headersOf(session, call);
  if (body !== undefined) headers.set("Content-Type", "application/json");
  return {
    method,
    headers,
    cache: "no-store",
    credentials: "same-origin",
    redirect: "error",
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  };
}

/** The path of a call with its query. */
export function pathOf({ path, query = {} }: Pick<Call, "path" | "query">): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
}

/** The reply as JSON; `undefined` if the response is not JSON. */
async function readReply(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Supports both envelopes: `status`, and `success` in the webhook family (spec 4). */
function isFailure(response: Response, reply: unknown): boolean {
  if (!response.ok || typeof reply !== "object" || reply === null) return true;
  return ("status" in reply && reply.status === false) || ("success" in reply && reply.success === false);
}

function failureOf(response: Response, reply: unknown, isRead: boolean): ServiceError {
  const failure: Partial<FailureReply> = typeof reply === "object" && reply !== null ? reply : {};
  if (failure.code === undefined && !isRead && (response.ok || response.status >= 500)) {
    return new ServiceError({ code: "outcome_unknown", status: response.status, message: UNKNOWN });
  }
  const retryAfter = Number(response.headers.get("retry-after"));
  return new ServiceError({
    code: failure.code ?? "unreadable_answer",
    message: failure.message ?? texts.theAnswerCouldNot,
    status: response.status,
    fields: failure.errors ?? [],
    requestId: failure.requestId ?? response.headers.get("x-request-id") ?? undefined,
    retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
  });
}

/** The error of a call without a response. */
export function connectionError(error: unknown, isRead: boolean): unknown {
  if (error instanceof DOMException && error.name === "AbortError") return error;
  if (!isRead) return new ServiceError({ code: "outcome_unknown", status: 0, message: UNKNOWN });
  const message = texts.theDashboardCouldNot;
  return new ServiceError({ code: navigator.onLine === false ? "offline" : "service_unreachable", status: 0, message });
}

/** Waits for `promise`, or rejects like an aborted call: a page that was left must not repeat its reads. */
function orAborted(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const rejectAborted = () => reject(new DOMException(texts.theCallWasAborted, "AbortError"));
    if (signal.aborted) return rejectAborted();
    signal.addEventListener("abort", rejectAborted, { once: true });
    void promise.then(() => {
      signal.removeEventListener("abort", rejectAborted);
      resolve();
    });
  });
}
