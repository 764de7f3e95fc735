import "server-only";
import { NextRequest } from "next/server";

const MIB = 1024 * 1024;
/** How long a buffered body may take to arrive; the service uses the same limit. */
const ARRIVAL_MS = 60_000;

export type RequestBody =
  | { kind: "none" }
  /** Buffered, so that the call can be repeated after a token refresh. */
  | { kind: "buffered"; bytes: Uint8Array<ArrayBuffer> }
  | { kind: "stream"; stream: ReadableStream<Uint8Array>; wasTooLarge: () => boolean }
  | { kind: "too_large" };

/**
 * Reads the body of a call. JSON is buffered (up to `jsonMiB`). An `upload` is streamed, up to its own limit.
 * Dashboard 3. @throws when a buffered body breaks off or exceeds `arrivalMs`
 */
export async function readBody(
  request: Request,
  upload?: { maxBytes: number; onProgress: () => void },
  { arrivalMs = ARRIVAL_MS, jsonMiB = 1 }: { arrivalMs?: number | undefined; jsonMiB?: number | undefined } = {},
): Promise<RequestBody> {
  if (request.method === "GET" || request.body === null) return { kind: "none" };
  const maxBytes = upload?.maxBytes ?? jsonMiB * MIB;
  if (Number(request.headers.get("content-length")) > maxBytes) return { kind: "too_large" };
  if (upload) return stream(request.body, upload);
  return buffer(request.body, maxBytes, AbortSignal.timeout(arrivalMs));
}

/**
 * Returns the request with its body buffered, for code that would read a body of any size. `undefined` when the body
 * is too large or does not arrive.
 */
export async function withBufferedBody(request: Request, arrivalMs?: number): Promise<NextRequest | undefined> {
  const body = await readBody(request, undefined, { arrivalMs }).catch(() => undefined);
  const { url, method, headers } = request;
  if (body?.kind === "none") return new NextRequest(url, { method, headers });
  return body?.kind === "buffered" ? new NextRequest(url, { method, headers, body: body.bytes }) : undefined;
}

async function buffer(body: ReadableStream<Uint8Array>, maxBytes: number, signal: AbortSignal): Promise<RequestBody> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal })) {
    size += chunk.byteLength;
    if (size > maxBytes) return { kind: "too_large" };
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return { kind: "buffered", bytes };
}

function stream(
  body: ReadableStream<Uint8Array>,
  { maxBytes, onProgress }: { maxBytes: number; onProgress: () => void },
): RequestBody {
  let size = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength;
      onProgress();
      if (size > maxBytes) controller.error(new Error("The upload is too large."));
      else controller.enqueue(chunk);
    },
  });
  return { kind: "stream", stream: body.pipeThrough(counter), wasTooLarge: () => size > maxBytes };
}
