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
])("after %s (%i) it may have been done: the same wish goes on", (code, status) => {
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
])("%s (%i) decides nothing: the same wish goes on", (code, status) => {
  expect(verdicts(code, status)).toEqual([false, false]);
});

test.each([
  ["validation_failed", 400],
  ["permission_missing", 403],
  ["not_found", 404],
  ["approval_decided", 409],
])("%s (%i) is a no: the next try is a new wish", (code, status) => {
  expect(verdicts(code, status)).toEqual([false, true]);
});

test("what is no answer of a service is neither", () => {
  expect([isOutcomeUnknown(new Error("x")), isRefused(undefined)]).toEqual([false, false]);
});
