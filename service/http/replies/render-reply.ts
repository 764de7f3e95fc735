import type { Endpoint } from "../../../contract/endpoint.ts";
import { DEFAULT_MESSAGE } from "../../../contract/envelope.ts";
import type { Failure } from "../../domain/failure.ts";
import type { StoredAnswer } from "../../domain/idempotency.ts";
import { renderFailure } from "./render-failure.ts";

/** What a handler says besides its payload. */
export type ReplyHead = { status: number; headers: Record<string, string> };

/** The success envelope around a payload: the family's word, the endpoint's message unless the payload has its own. Api 1. */
export function renderSuccess(endpoint: Endpoint, payload: object, { status, headers }: ReplyHead): StoredAnswer {
  const reply = { [endpoint.family ?? "status"]: true, message: messageOf(endpoint), ...payload };
  return { status, headers, body: JSON.stringify(reply) };
}

/** The webhook family is specified without a message (spec 4.21). */
function messageOf({ message, family }: Endpoint): string | undefined {
  const first = typeof message === "string" ? message : message?.[0];
  return first ?? (family === "success" ? undefined : DEFAULT_MESSAGE);
}

/** Renders either outcome of a request, always with the same bytes for the same outcome. */
export function createRenderer(endpoint: Endpoint, requestId: string, said: ReplyHead) {
  return (result: { payload: object } | { failure: Failure }): StoredAnswer =>
    "payload" in result
      ? renderSuccess(endpoint, result.payload, said)
      : renderFailure(result.failure, { requestId, family: endpoint.family });
}
