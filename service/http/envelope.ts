import type { Endpoint } from "../../contract/endpoint.ts";
import type { Failure } from "../domain/failure.ts";
import type { StoredAnswer } from "../domain/idempotency.ts";
import { renderFailure } from "./errors.ts";

/** What a handler says besides its payload. */
export type Said = { status: number; headers: Record<string, string> };

/** The success envelope around a payload: the family's word, the endpoint's message unless the payload has its own. Api 1. */
export function renderSuccess(endpoint: Endpoint, payload: object, { status, headers }: Said): StoredAnswer {
  const message = typeof endpoint.message === "string" ? endpoint.message : endpoint.message?.[0];
  const reply = {
    [endpoint.family ?? "status"]: true,
    ...(message === undefined ? {} : { message }),
    ...payload,
  };
  return { status, headers, body: JSON.stringify(reply) };
}

/** Renders either outcome of a request, always with the same bytes for the same outcome. */
export function renderer(endpoint: Endpoint, requestId: string, said: Said) {
  return (result: { payload: object } | { failure: Failure }): StoredAnswer =>
    "payload" in result
      ? renderSuccess(endpoint, result.payload, said)
      : renderFailure(result.failure, { requestId, family: endpoint.family });
}
