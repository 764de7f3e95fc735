import "server-only";
import { API_HEADERS } from "./proxy-error.ts";
import type { TimeLimit } from "./time-limit.ts";

const DIGITS_KEPT = 4;

const RELAYED_HEADERS = [
  "content-type",
  "content-disposition",
  "location",
  "retry-after",
  "idempotency-replayed",
  "x-request-id",
];

/**
 * Relays the service's response to the browser: status and body unchanged, headers by allowlist, BVN and NIN cut. JSON
 * is read in full before the first byte is sent, so that a response that breaks off is detected; files are streamed.
 * Returns `undefined` when the response broke off. Dashboard 3, step 7.
 */
export async function relayResponse(
  upstream: Response,
  requestId: string,
  limit: TimeLimit,
): Promise<Response | undefined> {
  const headers = headersOf(upstream, requestId);
  const isJson = upstream.headers.get("content-type")?.includes("json");
  if (!isJson) {
    const body = upstream.body ? withIdleLimit(upstream.body, limit) : null;
    if (body === null) limit.stop();
    return new Response(body, { status: upstream.status, headers });
  }
  const text = await readJson(upstream);
  limit.stop();
  return text === undefined ? undefined : new Response(text, { status: upstream.status, headers });
}

function headersOf(upstream: Response, requestId: string): Headers {
  const headers = new Headers(API_HEADERS);
  headers.set("x-request-id", requestId);
  for (const name of RELAYED_HEADERS) {
    const value = upstream.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

async function readJson(upstream: Response): Promise<string | undefined> {
  try {
    return redactJson(await upstream.text());
  } catch {
    return undefined;
  }
}

/** The limit applies to the time without progress, not to the whole download. */
function withIdleLimit(body: ReadableStream<Uint8Array>, limit: TimeLimit): ReadableStream<Uint8Array> {
  limit.restart();
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      limit.restart();
      controller.enqueue(chunk);
    },
    flush: () => limit.stop(),
  });
  return body.pipeThrough(watch);
}

/**
 * Removes data that a browser must not receive from a JSON response: cuts BVN and NIN to their last four digits and
 * drops tokens. A response with none of these fields is returned unchanged, byte for byte. Dashboard 2.1, 3.
 */
function redactJson(text: string): string {
  if (!/"(bvn|nin|accessToken|refreshToken)"/i.test(text)) return text;
  return JSON.stringify(JSON.parse(text), (key, value: unknown) => {
    const name = key.toLowerCase();
    if (name === "accesstoken" || name === "refreshtoken") return undefined;
    const isNumber = name === "bvn" || name === "nin";
    return isNumber && (typeof value === "string" || typeof value === "number") ? lastDigits(String(value)) : value;
  });
}

function lastDigits(number: string): string {
  return number.slice(-DIGITS_KEPT);
}
