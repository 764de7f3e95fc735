import "server-only";
import { NextRequest } from "next/server";

const MOST_JSON_BYTES = 1024 * 1024;
const MOST_UPLOAD_BYTES = 64 * 1024 * 1024;
/** How long a body that is held may take to arrive, as at the service. */
const ARRIVAL_MS = 60_000;

export type RequestBody =
  | { kind: "none" }
  /** Small enough to be held, so the call can be repeated after a renewal of the session. */
  | { kind: "held"; bytes: Uint8Array<ArrayBuffer> }
  | { kind: "stream"; stream: ReadableStream<Uint8Array>; wasTooLarge: () => boolean }
  | { kind: "too_large" };

/**
 * The body of a call: JSON is held (up to 1 MiB); an upload, which has `onProgress`, passes through as it comes (up to 64 MiB).
 * Dashboard 3. @throws where the rest of a held body does not come, or not in time
 */
export async function readBody(
  request: Request,
  onProgress?: () => void,
  arrivalMs: number = ARRIVAL_MS,
): Promise<RequestBody> {
  if (request.method === "GET" || request.body === null) return { kind: "none" };
  const most = onProgress ? MOST_UPLOAD_BYTES : MOST_JSON_BYTES;
  if (Number(request.headers.get("content-length")) > most) return { kind: "too_large" };
  if (onProgress) return streamed(request.body, most, onProgress);
  return held(request.body, most, AbortSignal.timeout(arrivalMs));
}

/** The same request with its body held, for who would read one of any size; `undefined` when it is too large or does not come. */
export async function withHeldBody(request: Request, arrivalMs?: number): Promise<NextRequest | undefined> {
  const body = await readBody(request, undefined, arrivalMs).catch(() => undefined);
  const { url, method, headers } = request;
  if (body?.kind === "none") return new NextRequest(url, { method, headers });
  return body?.kind === "held" ? new NextRequest(url, { method, headers, body: body.bytes }) : undefined;
}

async function held(body: ReadableStream<Uint8Array>, most: number, signal: AbortSignal): Promise<RequestBody> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal })) {
    size += part.byteLength;
    if (size > most) return { kind: "too_large" };
    parts.push(part);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return { kind: "held", bytes };
}

function streamed(body: ReadableStream<Uint8Array>, most: number, onProgress: () => void): RequestBody {
  let size = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      size += part.byteLength;
      onProgress();
      if (size > most) controller.error(new Error("The upload is too large."));
      else controller.enqueue(part);
    },
  });
  return { kind: "stream", stream: body.pipeThrough(counter), wasTooLarge: () => size > most };
}
