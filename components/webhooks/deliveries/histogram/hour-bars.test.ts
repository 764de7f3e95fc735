import { describe, expect, test } from "vitest";
import { barsOf, rankErrors } from "./hour-bars.ts";

const HOUR = 3_600_000;
const now = Date.parse("2026-11-21T14:20:00.000Z");
const hour = (at: string, success: number, failed: number, errorCodes = {}) => ({
  hour: at,
  success,
  failed,
  retried: 0,
  errorCodes,
  meanMs: 10,
  maxMs: 20,
});

describe("bars of a span", () => {
  test("cover 24 hours without a gap, the newest last", () => {
    const bars = barsOf([hour("2026-11-21T14:00:00.000Z", 3, 1)], { lastMs: 24 * HOUR }, now);
    expect(bars).toHaveLength(25);
    expect(bars.at(-1)).toEqual({
      startDate: "2026-11-21T14:00:00.000Z",
      endDate: "2026-11-21T14:59:59.999Z",
      success: 3,
      failed: 1,
    });
    for (const [index, bar] of bars.entries()) {
      const next = bars[index + 1];
      if (next) expect(Date.parse(bar.endDate) + 1).toBe(Date.parse(next.startDate));
    }
  });

  test.each([
    [168, 28, 6],
    [720, 30, 24],
  ])("%i hours become %i bars of %i hours, and include the newest hour", (hours, count, width) => {
    const bars = barsOf(
      [hour("2026-11-21T14:00:00.000Z", 2, 0), hour("2026-11-21T13:00:00.000Z", 1, 4)],
      {
        lastMs: hours * HOUR,
      },
      now,
    );
    expect(bars).toHaveLength(count);
    expect(Date.parse(bars[0]?.endDate ?? "") + 1 - Date.parse(bars[0]?.startDate ?? "")).toBe(width * HOUR);
    expect(bars.at(-1)).toMatchObject({ success: 3, failed: 4 });
  });

  test("hours outside the span are left out", () => {
    const bars = barsOf([hour("2026-11-01T14:00:00.000Z", 9, 9)], { lastMs: HOUR }, now);
    expect(bars.every(({ success, failed }) => success + failed === 0)).toBe(true);
  });
});

test("error codes are ranked over all hours", () => {
  const hours = [hour("a", 0, 1, { timeout: 2, http_error: 1 }), hour("b", 0, 1, { http_error: 4 })];
  expect(rankErrors(hours)).toEqual([
    ["http_error", 5],
    ["timeout", 2],
  ]);
});
