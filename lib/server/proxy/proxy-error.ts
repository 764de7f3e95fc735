import "server-only";
import type { FailureReply } from "../../../contract/envelope.ts";
import { proxyErrors } from "../../../contract/texts/proxy-errors.ts";

export type ProxyErrorCode = keyof typeof proxyErrors;

/** Headers of every response below `/api`: no caching, no content sniffing, no referrer. */
export const API_HEADERS = {
  "Cache-Control": "private, no-store",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
} as const;

export function proxyError(code: ProxyErrorCode, requestId: string, detail?: string): Response {
  const { status, message } = proxyErrors[code];
  const text = detail === undefined ? message : `${message} ${detail}`;
  const reply: FailureReply = { status: false, message: text, code, requestId };
  return Response.json(reply, { status, headers: { ...API_HEADERS, "x-request-id": requestId } });
}
