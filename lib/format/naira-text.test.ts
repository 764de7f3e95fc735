import { expect, test } from "vitest";
import { nairaText, parseOptionalNaira } from "./naira-text.ts";

test.each([
  [null, ""],
  [0, "0"],
  [500, "5"],
  [50_050, "500.50"],
  [20_000_000, "200,000"],
  [1, "0.01"],
])("%j kobo formats as %j and parses back", (kobo, text) => {
  expect(nairaText(kobo)).toBe(text);
  expect(parseOptionalNaira(text)).toEqual({ kobo });
});

test("invalid amounts return an error", () => {
  expect(parseOptionalNaira("1,5")).toMatchObject({ problem: "comma" });
});
