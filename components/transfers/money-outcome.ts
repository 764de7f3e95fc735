import { ServiceError } from "../../lib/api/service-error.ts";

/**
 * The outcome of a payment request. `not_sent`: nothing happened, the same request may be retried. `refused`: definitely not paid.
 * `in_flight`: the service is processing it. `unknown`: it may have been paid.
 */
export type Outcome = "not_sent" | "refused" | "in_flight" | "unknown";

/** Errors raised before the service reads the payment or its key. */
const NOT_SENT = [
  "offline",
  "service_unreachable",
  "unavailable",
  "session_expired",
  "session_changed",
  "mode_changed",
  "merchant_changed",
  "step_up_required",
  "bad_origin",
];
/** Errors that leave open what an earlier call with the same key did. */
const BEFORE_THE_KEY = [
  "permission_missing",
  "role_missing",
  "validation_failed",
  "idempotency_key_reused",
  "not_found",
];

/**
 * Classifies a failed submission. `isInDoubt`: an earlier call with this key had no response. Then only an error raised after the
 * key lookup is definite; a retry that was not sent proves nothing. Dashboard 5.7. Pure.
 */
export function outcomeOf(error: unknown, isInDoubt: boolean): Outcome {
  if (!(error instanceof ServiceError) || error.code === "outcome_unknown") return "unknown";
  if (error.code === "idempotency_in_flight") return "in_flight";
  if (NOT_SENT.includes(error.code) || error.status === 429 || error.status === 401) {
    return isInDoubt ? "unknown" : "not_sent";
  }
  if (error.status >= 500) return "unknown";
  return isInDoubt && BEFORE_THE_KEY.includes(error.code) ? "unknown" : "refused";
}
