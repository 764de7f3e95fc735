import { expect, test } from "vitest";
import { fixedPeriod, periodBefore, presetPeriod } from "./use-period.ts";

test("the period before has the same number of days and ends the day before", () => {
  expect(periodBefore({ startDate: "2026-11-06", endDate: "2026-11-19" })).toEqual({
    startDate: "2026-10-23",
    endDate: "2026-11-05",
  });
  expect(periodBefore({ startDate: "2026-03-01", endDate: "2026-03-01" })).toEqual({
    startDate: "2026-02-28",
    endDate: "2026-02-28",
  });
});

test("presets end today in Lagos, and the month begins on its first day", () => {
  const now = Date.parse("2026-10-31T23:30:00Z");
  expect(presetPeriod("7", now)).toEqual({ startDate: "2026-10-26", endDate: "2026-11-01" });
  expect(presetPeriod("month", now)).toEqual({ startDate: "2026-11-01", endDate: "2026-11-01" });
});

test.each([
  ["2026-11-01", "2026-11-30", true],
  ["2026-11-30", "2026-11-01", false],
  ["2025-11-01", "2026-11-01", true],
  ["2025-10-31", "2026-11-01", false],
  ["2026-02-30", "2026-11-01", false],
  ["yesterday", "2026-11-01", false],
  [null, "2026-11-01", false],
])("%s to %s is a period: %s", (startDate, endDate, isPeriod) => {
  expect(fixedPeriod(startDate, endDate) !== undefined).toBe(isPeriod);
});
