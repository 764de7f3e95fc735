import type { FieldProblem } from "../../contract/envelope.ts";

export type ServiceErrorFacts = {
  code: string;
  message: string;
  status: number;
  fields?: readonly FieldProblem[];
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
};

/**
 * The one failure of every call to the service, whichever envelope it came in; thrown by `request` only. Dashboard 2.2, 4.
 * `status` is 0 when there was no answer. `fields` name inputs by their path in the body. The dashboard's own codes:
 * `session_expired`, `session_changed`, `service_unreachable` (nothing happened), `outcome_unknown` (repeat only with the
 * same intent key), `offline`, `bad_origin`.
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

/** What the service says of one input, if anything; `undefined` for other errors. */
export function problemOfField(error: unknown, field: string): string | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  return error.fields.find((problem) => problem.field === field)?.message;
}

/** Lost on the way, still under way, or broken off inside the service. */
const UNDECIDED = ["outcome_unknown", "idempotency_in_flight", "internal"];
/** Say that this call was not looked at, and nothing of one before it. */
const NO_ANSWER = ["idempotency_in_flight", "mode_changed", "session_changed", "merchant_changed"];

/** Whether the money or access may have moved although nothing says so: never repeat it with a new key. Dashboard 5.7. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof ServiceError && UNDECIDED.includes(error.code);
}

/**
 * Whether the service has decided against it: only then is the next try a new wish, with a new key. That a repetition was not
 * sent says nothing of the call before it. Dashboard 5.7.
 */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof ServiceError) || NO_ANSWER.includes(error.code)) return false;
  return [400, 403, 404, 409, 422].includes(error.status);
}

/** What went wrong, for a person to read: in the service's words if they are its. */
export function problemText(error: unknown): string {
  return error instanceof ServiceError ? error.message : "Something went wrong on this page. Try again.";
}
