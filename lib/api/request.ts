import type { FailureReply } from "../../contract/envelope.ts";
import type { Session } from "../permissions.ts";
import { interrupt, isInterruption, signInAgain } from "./interruptions.ts";
import { ServiceError } from "./service-error.ts";

export type Call = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/v1`, as in the contract, parameters filled in; below `door`, where one is named. */
  path: `/${string}`;
  /** Another door of our own server than the proxy: where a POST asks what may stand in no address, or takes a password. */
  door?: "/api" | "/api/kyc";
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** The `Idempotency-Key` of one form intent: the same for every repetition of the same wish. Dashboard 5.7. */
  intentKey?: string;
  /** A POST that only asks, such as a preview: its lost answer leaves nothing unknown. */
  isQuestion?: boolean;
  signal?: AbortSignal;
};

/** A reply with the headers that the proxy passes on, such as `Location`. */
export type Answered<Reply> = { reply: Reply; headers: Headers };

const UNKNOWN = "We do not know yet whether this was done. It cannot happen twice: check, or repeat it from here.";

/**
 * Calls the service through the proxy, in the mode that `session` was shown in, and returns the reply. Dashboard 4.
 * After an ended session the sign-in dialog opens; a read then repeats by itself, a write waits for the person.
 * @throws {ServiceError} for every failure; the browser's `AbortError` when `signal` ends the call
 */
export async function request<Reply>(session: Session, call: Call): Promise<Reply> {
  return (await requestWithHeaders<Reply>(session, call)).reply;
}

/**
 * Calls what the service opens to anybody, before sign-in: it belongs to no session and no mode. Dashboard 2.5, 3.
 * @throws {ServiceError} for every failure
 */
export async function requestInPublic<Reply>(call: Omit<Call, "door" | "intentKey">): Promise<Reply> {
  return (await send<Reply>(undefined, { ...call, door: "/api/public" }, false)).reply;
}

/** As `request`, with the headers of the answer. */
export function requestWithHeaders<Reply>(session: Session, call: Call): Promise<Answered<Reply>> {
  return withSession(session, call, (isRead) => send<Reply>(session, call, isRead));
}

/**
 * Opens a file as a stream, for who counts and keeps its bytes. A refusal is thrown as by `request`; a line cut later is an
 * error of the stream. Dashboard 3.
 */
export function requestFile(session: Session, call: Call): Promise<ReadableStream<Uint8Array>> {
  return withSession(session, call, async (isRead) => {
    const response = await reach(session, call, isRead);
    if (response.ok && response.body) return response.body;
    throw failureOf(response, await readReply(response).catch(() => undefined), isRead);
  });
}

/** Runs a call and deals with an ended session, a changed one, and a changed mode, as every call must. For calls of another carrier. */
export async function withSession<Result>(
  session: Session,
  call: Pick<Call, "method" | "isQuestion" | "signal">,
  run: (isRead: boolean) => Promise<Result>,
): Promise<Result> {
  const isRead = (call.method ?? "GET") === "GET" || call.isQuestion === true;
  try {
    return await run(isRead);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (isInterruption(error.code)) interrupt(error.code);
    if (error.code !== "session_expired") throw error;
    const again = signInAgain();
    if (!isRead) throw error;
    await unlessAborted(again, call.signal);
    return withSession(session, call, run);
  }
}

/** Stops a write that cannot leave this computer: nothing is in doubt then. */
export function assertOnline(): void {
  if (navigator.onLine !== false) return;
  throw new ServiceError({ code: "offline", status: 0, message: "You are offline. Nothing was sent." });
}

/** Without a session: at the door that is open to anybody. */
type Sender = Session | undefined;
type AnyCall = Omit<Call, "door"> & { door?: Call["door"] | "/api/public" };

async function reach(session: Sender, call: AnyCall, isRead: boolean): Promise<Response> {
  if (!isRead) assertOnline();
  return fetch(`${call.door ?? "/api/service"}${call.path}${queryOf(call)}`, initOf(session, call)).catch((error) => {
    throw lineCut(error, isRead);
  });
}

async function send<Reply>(session: Sender, call: AnyCall, isRead: boolean): Promise<Answered<Reply>> {
  return settle<Reply>(await reach(session, call, isRead), isRead);
}

/** The reply of an answer, or its failure as it is thrown to callers. */
export async function settle<Reply>(response: Response, isRead: boolean): Promise<Answered<Reply>> {
  const reply = await readReply(response).catch((error) => {
    throw lineCut(error, isRead);
  });
  if (isFailure(response, reply)) throw failureOf(response, reply, isRead);
  // The service answers what the contract says; its tests check that, so the browser does not parse it again.
  return { reply: reply as Reply, headers: response.headers };
}

/** What every call says of itself: the mode and the person it was made for, and its intent. Dashboard 1. */
export function headersOf(session: Sender, { intentKey }: Pick<Call, "intentKey">): Headers {
  const headers = new Headers({ Accept: "application/json" });
  if (session) {
    headers.set("X-Account-Mode", session.mode);
    headers.set("X-Session-Of", `${session.merchantId}.${session.userId}`);
  }
  if (intentKey !== undefined) headers.set("Idempotency-Key", intentKey);
  return headers;
}

function initOf(session: Sender, call: AnyCall): RequestInit {
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

function queryOf({ query = {} }: AnyCall): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}

/** The reply as JSON; `undefined` when something else than the service answered. */
async function readReply(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Both envelopes: `status`, and `success` in the webhook family (spec 4). */
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
    message: failure.message ?? "The answer could not be read. Try again.",
    status: response.status,
    fields: failure.errors ?? [],
    requestId: failure.requestId ?? response.headers.get("x-request-id") ?? undefined,
    retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
  });
}

/** A call that ended without an answer. */
export function lineCut(error: unknown, isRead: boolean): unknown {
  if (error instanceof DOMException && error.name === "AbortError") return error;
  if (!isRead) return new ServiceError({ code: "outcome_unknown", status: 0, message: UNKNOWN });
  const message = "The dashboard could not be reached. Check the connection and try again.";
  return new ServiceError({ code: navigator.onLine === false ? "offline" : "service_unreachable", status: 0, message });
}

/** Waits for `promise`, or ends as an aborted call does: a page that was left must not repeat its reads. */
function unlessAborted(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(new DOMException("The call was given up.", "AbortError"));
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    void promise.then(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
  });
}
