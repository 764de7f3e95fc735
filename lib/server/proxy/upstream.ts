import "server-only";
import type { Settings } from "../env.ts";

export type UpstreamCall = {
  method: string;
  /** Below the service's base address, with its query. */
  path: string;
  headers: Headers;
  body?: BodyInit | ReadableStream<Uint8Array> | undefined;
  /** Ends the call: after the time limit, or when the browser has gone. */
  signal: AbortSignal;
};

/** What came of a call: an answer, or nothing - and then whether the service can have seen the request at all. */
export type Sent = { kind: "answered"; response: Response } | { kind: "not_sent" } | { kind: "no_answer" };

const NEVER_CONNECTED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** The only call to the service. Follows no redirect, repeats nothing, keeps nothing; never throws. Dashboard 3. */
export async function callService({ serviceUrl }: Pick<Settings, "serviceUrl">, call: UpstreamCall): Promise<Sent> {
  try {
    const response = await fetch(`${serviceUrl}${call.path}`, {
      method: call.method,
      headers: call.headers,
      signal: call.signal,
      redirect: "manual",
      cache: "no-store",
      ...(call.body !== undefined && { body: call.body }),
      ...(call.body instanceof ReadableStream && { duplex: "half" }),
    });
    return { kind: "answered", response };
  } catch (error) {
    return { kind: wasNeverSent(error) ? "not_sent" : "no_answer" };
  }
}

function wasNeverSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  // Several addresses were tried (IPv6, IPv4): none of them may have taken the request.
  if (cause instanceof AggregateError) return cause.errors.every(hasRefusingCode);
  return hasRefusingCode(cause);
}

function hasRefusingCode(error: unknown): boolean {
  return error instanceof Error && "code" in error && NEVER_CONNECTED.has(String(error.code));
}
