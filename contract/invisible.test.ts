import { expect, it } from "vitest";
import { fileNameOf } from "./invisible.ts";
import { FileName } from "./values.ts";

it.each([
  ["march salaries.csv", "march salaries.csv"],
  [" Àpérò\t\u202evsc.exe ", "Àpéròvsc.exe"],
  ["\u200b\ud800", null],
  [`${"🙂".repeat(150)}.csv`, `${"🙂".repeat(80)}…${"🙂".repeat(11)}.csv`],
])("turns %j into a name that the service takes", (given, name) => {
  expect(fileNameOf(given)).toBe(name);
  if (name !== null) expect(FileName.parse(name)).toBe(name);
});
