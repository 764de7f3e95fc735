import { expect, test } from "vitest";
import { compareNames } from "./name-match.ts";

test.each([
  ["Ada Obi", "OBI ADA", "FULL"],
  ["Mrs. Adá Obi", "ADA OBI", "FULL"],
  ["Chief O'Neil Ada", "ADA ONEIL", "FULL"],
  ["Ada Obi", "OBI ADA NGOZI", "PARTIAL"],
  ["Ada Ngozi Obi", "OBI NGOZI CHIDI", "PARTIAL"],
  ["Obi", "OBI ADA", "PARTIAL"],
  ["Ada Obi", "ADA EZE", "NONE"],
  ["Ada Obi", "CHIDI EZE", "NONE"],
  ["A. B.", "A B", "NONE"],
  ["Mr", "MR", "NONE"],
  ["", "ADA OBI", "NONE"],
  ["Ada Stores Ltd", "ADA STORES LTD", "FULL"],
])("%s and %s: %s", (given, banks, verdict) => {
  expect(compareNames(given, banks)).toBe(verdict);
});
