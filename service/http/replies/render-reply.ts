import type { Endpoint } from "../../../contract/endpoint.ts";
import { DEFAULT_MESSAGE } from "../../../contract/envelope.ts";
import type { Failure } from "../../domain/failure.ts";
import type { StoredAnswer } from "../../domain/idempotency.ts";
import { renderFailure } from "./render-failure.ts";

/** Status and headers of a reply. */
export type ReplyHead = { status: number; headers: Record<string, string> };

/** Renders a payload in the success envelope, with the endpoint's message unless the payload has its own. API 1. */
export function renderSuccess(endpoint: Endpoint, payload: object, { status, headers }: ReplyHead): StoredAnswer {
  const reply = { [endpoint.family ?? "status"]: true, message: messageOf(endpoint), ...payload };
  return { status, headers, body: JSON.stringify(reply) };
}

/** The webhook family has no message in the spec. Spec 4.21. */
function messageOf({ message, family }: Endpoint): string | undefined {
  const first = typeof message === "string" ? message : message?.[0];
  return first ?? (family === "success" ? undefined : DEFAULT_MESSAGE);
}

/** Renders a success or a failure. The same outcome always gives the same bytes. */
export function createRenderer(endpoint: Endpoint, requestId: string, head: ReplyHead) {
  return (result: { payload: object } | { failure: Failure }): StoredAnswer =>
    "payload" in result
      ? renderSuccess(endpoint, result.payload, head)
      : renderFailure(result.failure, { requestId, family: endpoint.family });
}
