import "server-only";
import type { Settings } from "../env.ts";

export type UpstreamCall = {
  method: string;
  /** Path and query below the service's base address. */
  path: string;
  headers: Headers;
  body?: BodyInit | ReadableStream<Uint8Array> | undefined;
  /** Aborts the call: after the time limit, or when the browser disconnects. */
  signal: AbortSignal;
};

/** The result of a call: a response, or none. `not_sent` means that the service cannot have received the request. */
export type UpstreamResult = { kind: "responded"; response: Response } | { kind: "not_sent" } | { kind: "no_response" };

const CONNECT_ERROR_CODES = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/**
 * Calls the service. Every call to the service goes through here. Follows no redirect, retries nothing, caches
 * nothing, never throws. Dashboard 3.
 */
export async function callService(
  { serviceUrl }: Pick<Settings, "serviceUrl">,
  call: UpstreamCall,
): Promise<UpstreamResult> {
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
    return { kind: "responded", response };
  } catch (error) {
    return { kind: wasNotSent(error) ? "not_sent" : "no_response" };
  }
}

function wasNotSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  // With several addresses (IPv6, IPv4), the request was not sent only if every connection was refused.
  if (cause instanceof AggregateError) return cause.errors.every(isConnectError);
  return isConnectError(cause);
}

function isConnectError(error: unknown): boolean {
  return error instanceof Error && "code" in error && CONNECT_ERROR_CODES.has(String(error.code));
}
