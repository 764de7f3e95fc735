import type { FieldProblem } from "../../contract/envelope.ts";
import { texts } from "./texts.ts";

export type ServiceErrorFacts = {
  code: string;
  message: string;
  status: number;
  fields?: readonly FieldProblem[];
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
};

/**
 * The error of every call to the service, for both envelopes; thrown by `request` only. Dashboard 2.2, 4. `status` is
 * 0 without a response. `fields` name inputs by their path in the body. The dashboard's own codes: `session_expired`,
 * `session_changed`, `service_unreachable` (nothing changed), `outcome_unknown` (retry only with the same idempotency
 * key), `offline`, `bad_origin`.
 */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly code: string;
  readonly status: number;
  readonly fields: readonly FieldProblem[];
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(facts: ServiceErrorFacts) {
    super(facts.message);
    this.code = facts.code;
    this.status = facts.status;
    this.fields = facts.fields ?? [];
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** The service's message for one input; `undefined` for other errors. */
export function problemOfField(error: unknown, field: string): string | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  return error.fields.find((problem) => problem.field === field)?.message;
}

/** The response was lost, the call is still running, or the service failed while processing it. */
const OUTCOME_UNKNOWN_CODES = ["outcome_unknown", "idempotency_in_flight", "internal"];
/** These codes say that this call was not processed. They say nothing about an earlier call. */
const NOT_PROCESSED_CODES = [
  "idempotency_in_flight",
  "mode_changed",
  "session_changed",
  "merchant_changed",
  "step_up_required",
];

/** Whether a write may have taken effect without a confirmation. Never retry it with a new key. Dashboard 5.7. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof ServiceError && OUTCOME_UNKNOWN_CODES.includes(error.code);
}

/**
 * Whether the service refused the request: only then does the next attempt get a new key. An error that says only that
 * this attempt was not sent does not count. Dashboard 5.7.
 */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof ServiceError) || NOT_PROCESSED_CODES.includes(error.code)) return false;
  return [400, 403, 404, 409, 422].includes(error.status);
}

/** The error as text for a person; the service's message if it has one. */
export function problemText(error: unknown): string {
  return error instanceof ServiceError ? error.message : texts.somethingWentWrongOn;
}
