import type { Session } from "../permissions.ts";
import { assertOnline, headersOf, lineCut, settle, withSession } from "./request.ts";

export type Upload = {
  path: `/${string}`;
  /** In their order; the file comes last. */
  fields: Readonly<Record<string, string>>;
  file: { field: string; name: string; content: Blob };
  /** The same for every repetition: the service then takes the file once. */
  intentKey: string;
  onProgress: (sentBytes: number, allBytes: number) => void;
};

/**
 * Sends a file through the proxy and tells how many bytes are out, which `fetch` cannot: the one XHR of the dashboard. Dashboard 4.
 * @throws {ServiceError} as `request` does; `outcome_unknown` when the line is cut, after which the same upload may go again
 */
export function requestUpload<Reply>(session: Session, upload: Upload): Promise<Reply> {
  return withSession(session, { method: "POST" }, async () => {
    assertOnline();
    return (await settle<Reply>(await send(session, upload), false)).reply;
  });
}

function send(session: Session, { path, fields, file, intentKey, onProgress }: Upload): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append(file.field, file.content, file.name);
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open("POST", `/api/service${path}`);
    for (const [name, value] of headersOf(session, { intentKey })) call.setRequestHeader(name, value);
    call.upload.addEventListener("progress", ({ loaded, total }) => onProgress(loaded, total));
    call.addEventListener("load", () => resolve(responseOf(call)));
    call.addEventListener("error", () => reject(lineCut(new TypeError("The line was cut."), false)));
    call.addEventListener("abort", () => reject(new DOMException("The call was given up.", "AbortError")));
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
