import { WalletError } from "./error.ts";

/** A request, ready to be sent any number of times. */
export type Sent = {
  url: string;
  init: RequestInit;
  /** Only where a repetition has no second effect. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
};

export type Sender = { send: typeof fetch; timeoutMs: number };

/**
 * Sends a request once. Returns the JSON answer, or the `Response` where it is no JSON, such as CSV: its body has no time limit.
 * @throws WalletError; the reason of `signal`
 */
export async function attempt(
  { url, init, idempotencyKey, signal }: Sent,
  { send, timeoutMs }: Sender,
): Promise<unknown> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  const abort = () => limit.abort(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  try {
    if (signal?.aborted) abort();
    const response = await send(url, { ...init, signal: limit.signal });
    const isJson = /\bjson\b/.test(response.headers.get("content-type") ?? "");
    if (response.ok && !isJson) return response;
    const text = await response.text();
    return answerOf(response, text, idempotencyKey);
  } catch (cause) {
    if (cause instanceof WalletError) throw cause;
    if (signal?.aborted) throw signal.reason;
    const [code, message] = limit.signal.aborted
      ? ["timed_out", `no answer within ${timeoutMs} ms`]
      : ["connection_failed", "the connection failed"];
    throw new WalletError({ code, status: 0, message: `${init.method} ${url}: ${message}`, idempotencyKey, cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

type Envelope = { message?: string; code?: string; requestId?: string; errors?: { field?: string; message: string }[] };

function answerOf(response: Response, text: string, idempotencyKey: string | undefined): unknown {
  const { status } = response;
  let body: Envelope | undefined;
  try {
    body = text === "" ? {} : (JSON.parse(text) as Envelope);
  } catch {
    // A proxy in between may answer HTML.
  }
  if (response.ok && body) return body;
  throw new WalletError({
    code: body?.code ?? "unreadable_answer",
    status,
    message: body?.message ?? `HTTP ${status} without a readable answer`,
    requestId: body?.requestId ?? response.headers.get("x-request-id") ?? undefined,
    errors: body?.errors,
    retryAfterMs: retryAfter(response.headers.get("retry-after")),
    idempotencyKey,
  });
}

function retryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
