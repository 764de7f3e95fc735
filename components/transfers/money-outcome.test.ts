import { describe, expect, it } from "vitest";
import { ServiceError } from "../../lib/api/service-error.ts";
import { outcomeOf } from "./money-outcome.ts";

const failure = (status: number, code: string) => new ServiceError({ status, code, message: code });

describe("a failed submission", () => {
  it.each([
    ["outcome_unknown", 504, "unknown", "unknown"],
    ["outcome_unknown", 503, "unknown", "unknown"],
    ["internal", 500, "unknown", "unknown"],
    ["unreadable_answer", 502, "unknown", "unknown"],
    ["idempotency_in_flight", 409, "in_flight", "in_flight"],
    ["insufficient_balance", 400, "refused", "refused"],
    ["internal_transfers_off", 403, "refused", "refused"],
    // Raised before the key is looked up, so definite for a first call only.
    ["unavailable", 503, "not_sent", "unknown"],
    ["service_unreachable", 503, "not_sent", "unknown"],
    ["offline", 0, "not_sent", "unknown"],
    ["session_expired", 401, "not_sent", "unknown"],
    ["mode_changed", 409, "not_sent", "unknown"],
    ["merchant_changed", 409, "not_sent", "unknown"],
    ["step_up_required", 403, "not_sent", "unknown"],
    ["too_many", 429, "not_sent", "unknown"],
    ["permission_missing", 403, "refused", "unknown"],
    ["validation_failed", 400, "refused", "unknown"],
  ])("%s (%i): %s; %s if an earlier call had no response", (code, status, first, inDoubt) => {
    expect(outcomeOf(failure(status, code), false)).toBe(first);
    expect(outcomeOf(failure(status, code), true)).toBe(inDoubt);
  });

  it("treats an error of the page itself as unknown", () => {
    expect(outcomeOf(new TypeError("x is undefined"), false)).toBe("unknown");
  });
});
