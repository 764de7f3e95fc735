import { expect, test } from "vitest";
import { isOutcomeUnknown, isRefused, ServiceError } from "./service-error.ts";

const verdicts = (code: string, status: number) => {
  const error = new ServiceError({ code, status, message: "" });
  return [isOutcomeUnknown(error), isRefused(error)];
};

test.each([
  ["outcome_unknown", 504],
  ["outcome_unknown", 0],
  ["idempotency_in_flight", 409],
  ["internal", 500],
])("%s (%i): outcome unknown, so a retry keeps its key", (code, status) => {
  expect(verdicts(code, status)).toEqual([true, false]);
});

test.each([
  ["offline", 0],
  ["service_unreachable", 503],
  ["unavailable", 503],
  ["session_expired", 401],
  ["login_locked", 429],
  ["mode_changed", 409],
  ["session_changed", 409],
  ["merchant_changed", 409],
])("%s (%i): not processed, so a retry keeps its key", (code, status) => {
  expect(verdicts(code, status)).toEqual([false, false]);
});

test.each([
  ["validation_failed", 400],
  ["permission_missing", 403],
  ["not_found", 404],
  ["approval_decided", 409],
])("%s (%i): refused, so the next attempt gets a new key", (code, status) => {
  expect(verdicts(code, status)).toEqual([false, true]);
});

test("other errors are neither unknown nor refused", () => {
  expect([isOutcomeUnknown(new Error("x")), isRefused(undefined)]).toEqual([false, false]);
});
