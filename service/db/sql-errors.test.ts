import { expect, test } from "vitest";
import { isUniqueViolation } from "./sql-errors.ts";

const violation = { code: "23505", table: "payout_history_102008", constraint: "batches_reference_102008" };

test("a unique violation is recognized in a shard of its table, and not in a table with a longer name", () => {
  expect(isUniqueViolation(violation, { table: "payout_history" })).toBe(true);
  expect(isUniqueViolation(violation, { table: "payout" })).toBe(false);
  expect(isUniqueViolation(violation, { constraint: "batches_reference" })).toBe(true);
  expect(isUniqueViolation(violation, { constraint: ["batches_pkey", "batches_ref"] })).toBe(false);
  expect(isUniqueViolation({ ...violation, code: "23503" }, { table: "payout_history" })).toBe(false);
});
