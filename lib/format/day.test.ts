import { expect, test } from "vitest";
import { dayText, dayTick, lagosDay, lastDays } from "./day.ts";

test("a day begins in Lagos an hour before it does in Greenwich", () => {
  expect(lagosDay(Date.parse("2026-11-19T22:59:59Z"))).toBe("2026-11-19");
  expect(lagosDay(Date.parse("2026-11-19T23:00:00Z"))).toBe("2026-11-20");
});

test("the last days hold today, and as many as were asked for", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");
  expect(lastDays(1, now)).toEqual({ startDate: "2026-03-01", endDate: "2026-03-01" });
  expect(lastDays(14, now)).toEqual({ startDate: "2026-02-16", endDate: "2026-03-01" });
});

test("days are said with their weekday, and on an axis by number", () => {
  expect(dayText("2026-11-19")).toBe("Thu 19 Nov");
  expect([dayTick("2026-11-19"), dayTick("2026-12-01")]).toEqual(["19", "1 Dec"]);
});
