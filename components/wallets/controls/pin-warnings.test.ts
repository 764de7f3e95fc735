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
])("%s is warned of: %s", (pin, word) => {
  expect(pinWarning(pin, "1988-03-07")).toContain(word);
});

test.each(["4821", "1235", "1357", "123", "", "12345", "1a34"])("%s is not warned of", (pin) => {
  expect(pinWarning(pin, "1988-03-07")).toBeNull();
});

test("a birthday that is not known warns of nothing", () => {
  expect(pinWarning("1988", undefined)).toBeNull();
});
