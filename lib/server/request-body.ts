import "server-only";

const MOST_JSON_BYTES = 1024 * 1024;
const MOST_UPLOAD_BYTES = 64 * 1024 * 1024;

export type RequestBody =
  | { kind: "none" }
  /** Small enough to be held, so the call can be repeated after a renewal of the session. */
  | { kind: "held"; bytes: Uint8Array<ArrayBuffer> }
  | { kind: "stream"; stream: ReadableStream<Uint8Array>; wasTooLarge: () => boolean }
  | { kind: "too_large" };

/** The body of a call: JSON is held (up to 1 MiB), an upload passes through as it comes (up to 64 MiB). Dashboard 3. */
export async function readBody(request: Request, upload: { isUpload: boolean; onProgress: () => void }) {
  if (request.method === "GET" || request.body === null) return { kind: "none" } satisfies RequestBody;
  const most = upload.isUpload ? MOST_UPLOAD_BYTES : MOST_JSON_BYTES;
  if (Number(request.headers.get("content-length")) > most) return { kind: "too_large" } satisfies RequestBody;
  return upload.isUpload ? streamed(request.body, most, upload.onProgress) : held(request.body, most);
}

async function held(body: ReadableStream<Uint8Array>, most: number): Promise<RequestBody> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
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
