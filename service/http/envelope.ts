import type { Endpoint } from "../../contract/endpoint.ts";
import { DEFAULT_MESSAGE } from "../../contract/envelope.ts";
import type { Failure } from "../domain/failure.ts";
import type { StoredAnswer } from "../domain/idempotency.ts";
import { renderFailure } from "./errors.ts";

/** What a handler says besides its payload. */
export type Said = { status: number; headers: Record<string, string> };

/** The success envelope around a payload: the family's word, the endpoint's message unless the payload has its own. Api 1. */
export function renderSuccess(endpoint: Endpoint, payload: object, { status, headers }: Said): StoredAnswer {
  const reply = { [endpoint.family ?? "status"]: true, message: messageOf(endpoint), ...payload };
  return { status, headers, body: JSON.stringify(reply) };
}

/** The webhook family is specified without a message (spec 4.21). */
function messageOf({ message, family }: Endpoint): string | undefined {
  const first = typeof message === "string" ? message : message?.[0];
  return first ?? (family === "success" ? undefined : DEFAULT_MESSAGE);
}

/** Renders either outcome of a request, always with the same bytes for the same outcome. */
export function renderer(endpoint: Endpoint, requestId: string, said: Said) {
  return (result: { payload: object } | { failure: Failure }): StoredAnswer =>
    "payload" in result
      ? renderSuccess(endpoint, result.payload, said)
      : renderFailure(result.failure, { requestId, family: endpoint.family });
}
