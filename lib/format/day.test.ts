import { expect, test } from "vitest";
import { dayText, dayTick, lagosDay, lastDays } from "./day.ts";

test("a day begins in Lagos one hour earlier than in UTC", () => {
  expect(lagosDay(Date.parse("2026-11-19T22:59:59Z"))).toBe("2026-11-19");
  expect(lagosDay(Date.parse("2026-11-19T23:00:00Z"))).toBe("2026-11-20");
});

test("the last days include today and the requested number of days", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");
  expect(lastDays(1, now)).toEqual({ startDate: "2026-03-01", endDate: "2026-03-01" });
  expect(lastDays(14, now)).toEqual({ startDate: "2026-02-16", endDate: "2026-03-01" });
});

test("dates show the weekday; axis labels show the number", () => {
  expect(dayText("2026-11-19")).toBe("Thu 19 Nov");
  expect([dayTick("2026-11-19"), dayTick("2026-12-01")]).toEqual(["19", "1 Dec"]);
});
