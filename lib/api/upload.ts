import type { Session } from "../permissions.ts";
import { assertOnline, connectionError, headersOf, readResponse, withSession } from "./request.ts";
import { texts } from "./texts.ts";

export type Upload = {
  /** POST unless it replaces what was uploaded before. */
  method?: "POST" | "PUT";
  path: `/${string}`;
  /** Sent in this order; the file comes last. */
  fields: Readonly<Record<string, string>>;
  file: { field: string; name: string; content: Blob };
  /** The same for every retry, so that the service accepts the file once; none for a PUT. */
  idempotencyKey?: string;
  onProgress: (sentBytes: number, allBytes: number) => void;
};

/**
 * Uploads a file through the proxy and reports progress in bytes. Uses XMLHttpRequest because `fetch` reports no
 * upload progress. Dashboard 4.
 * @throws {ServiceError} as `request` does; `outcome_unknown` when the connection breaks, after which the same upload
 * may be retried
 */
export function requestUpload<Reply>(session: Session, upload: Upload): Promise<Reply> {
  return withSession(session, { method: "POST" }, async () => {
    assertOnline();
    return (await readResponse<Reply>(await send(session, upload), false)).reply;
  });
}

function send(session: Session, upload: Upload): Promise<Response> {
  const { method = "POST", path, fields, file, onProgress } = upload;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append(file.field, file.content, file.name);
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open(method, `/api/service${path}`);
    for (const [name, value] of headersOf(session, upload)) call.setRequestHeader(name, value);
    call.upload.addEventListener("progress", ({ loaded, total }) => onProgress(loaded, total));
    call.addEventListener("load", () => resolve(responseOf(call)));
    call.addEventListener("error", () => reject(connectionError(new TypeError("The connection broke."), false)));
    call.addEventListener("abort", () => reject(new DOMException(texts.theCallWasAborted, "AbortError")));
    call.send(form);
  });
}

function responseOf(call: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ["retry-after", "x-request-id", "location", "idempotency-replayed"]) {
    const value = call.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(call.responseText, { status: call.status, headers });
}
