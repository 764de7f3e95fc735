import { expect, test } from "vitest";
import { pinWarning } from "./pin-warnings.ts";

test.each([
  ["0000", "equal"],
  ["1234", "row"],
  ["9876", "row"],
  ["0123", "row"],
  ["1988", "year of birth"],
  ["0703", "birthday"],
  ["0307", "birthday"],
])("%s raises a warning: %s", (pin, word) => {
  expect(pinWarning(pin, "1988-03-07")).toContain(word);
});

test.each(["4821", "1235", "1357", "123", "", "12345", "1a34"])("%s raises no warning", (pin) => {
  expect(pinWarning(pin, "1988-03-07")).toBeNull();
});

test("an unknown birthday raises no warning", () => {
  expect(pinWarning("1988", undefined)).toBeNull();
});
