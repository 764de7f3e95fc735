import "server-only";
import { API_HEADERS } from "./proxy-error.ts";
import { redactJson } from "./redact.ts";
import type { TimeLimit } from "./time-limit.ts";

const PASSED_ON = [
  "content-type",
  "content-disposition",
  "location",
  "retry-after",
  "idempotency-replayed",
  "x-request-id",
];

/**
 * The service's answer as the browser gets it: status and envelope as they are, headers by list, BVN and NIN cut. JSON is
 * read whole before the first byte goes on, so an answer that breaks off is known as such; files pass as they come.
 * `undefined` when it broke off. Dashboard 3, step 7.
 */
export async function passOn(upstream: Response, requestId: string, limit: TimeLimit): Promise<Response | undefined> {
  const headers = headersOf(upstream, requestId);
  const isJson = upstream.headers.get("content-type")?.includes("json");
  if (!isJson) {
    const body = upstream.body ? guarded(upstream.body, limit) : null;
    if (body === null) limit.stop();
    return new Response(body, { status: upstream.status, headers });
  }
  const text = await readWhole(upstream);
  limit.stop();
  return text === undefined ? undefined : new Response(text, { status: upstream.status, headers });
}

function headersOf(upstream: Response, requestId: string): Headers {
  const headers = new Headers(API_HEADERS);
  headers.set("x-request-id", requestId);
  for (const name of PASSED_ON) {
    const value = upstream.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

async function readWhole(upstream: Response): Promise<string | undefined> {
  try {
    return redactJson(await upstream.text());
  } catch {
    return undefined;
  }
}

/** A download may take as long as it moves. */
function guarded(body: ReadableStream<Uint8Array>, limit: TimeLimit): ReadableStream<Uint8Array> {
  limit.restart();
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      limit.restart();
      controller.enqueue(part);
    },
    flush: () => limit.stop(),
  });
  return body.pipeThrough(watch);
}
