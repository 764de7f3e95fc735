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

/** Whether the money or access may have moved although no answer came: never repeat it with a new key. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof ServiceError && error.code === "outcome_unknown";
}

/** What went wrong, for a person to read: in the service's words if they are its. */
export function problemText(error: unknown): string {
  return error instanceof ServiceError ? error.message : "Something went wrong on this page. Try again.";
}
