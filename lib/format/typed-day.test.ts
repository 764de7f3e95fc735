import { expect, it } from "vitest";
import { readDay, writeDay } from "./typed-day.ts";

it.each([
  ["22/11/2026", "2026-11-22"],
  [" 2.1.2026 ", "2026-01-02"],
  ["22112026", "2026-11-22"],
  ["2 November 2026", "2026-11-02"],
  ["2 Nov, 2026", "2026-11-02"],
  ["2026-11-22", "2026-11-22"],
  ["11/22/2026", null],
  ["31/02/2026", null],
  ["22/11/26", null],
  ["2 xyz 2026", null],
  ["", null],
])("reads %j as %j, the day before the month", (text, day) => {
  expect(readDay(text)).toBe(day);
});

it("writes a day with the day first", () => {
  expect([writeDay("2026-11-02"), writeDay("22/1")]).toEqual(["02/11/2026", "22/1"]);
});
