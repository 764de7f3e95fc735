import { ServiceError } from "../../lib/api/service-error.ts";

/**
 * What an answer says about money that was asked for. `not_sent`: nothing happened, the same wish may go again.
 * `refused`: a definite no. `in_flight`: the service is at it. `unknown`: it may have happened.
 */
export type Outcome = "not_sent" | "refused" | "in_flight" | "unknown";

/** Refused before the service looked at the wish or its key. */
const NOT_SENT = [
  "offline",
  "service_unreachable",
  "unavailable",
  "session_expired",
  "session_changed",
  "mode_changed",
  "bad_origin",
];
/** Says nothing about what an earlier call with the same key did. */
const BEFORE_THE_KEY = [
  "permission_missing",
  "role_missing",
  "validation_failed",
  "idempotency_key_reused",
  "not_found",
];

/**
 * Reads a failure of submitting. `isInDoubt`: an earlier call with this key had no answer, so only an answer that the service
 * gives after looking the key up is definite; that the repetition was not sent proves nothing. Dashboard 5.7. Pure.
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
