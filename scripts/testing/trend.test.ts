import { describe, expect, it } from "vitest";
import { trendOf } from "./trend.ts";

const pointsOf = (...values: number[]) => values.map((y, x) => ({ x, y }));

describe("trendOf", () => {
  it("finds the slope of a line, without noise", () => {
    const trend = trendOf(pointsOf(10, 12, 14, 16));
    expect(trend).toMatchObject({ perUnit: 2, mean: 13, isFlat: false });
    expect(trend.plusMinus).toBeCloseTo(0);
    expect(trend.growth).toBeCloseTo(6 / 13);
  });

  it("takes a slope within its noise for flat", () => {
    expect(trendOf(pointsOf(100, 104, 97, 103, 99, 105, 98, 104)).isFlat).toBe(true);
    expect(trendOf(pointsOf(100, 104, 108, 111, 117, 119, 125, 128)).isFlat).toBe(false);
  });

  it("tolerates a small growth, and every fall", () => {
    expect(trendOf(pointsOf(1000, 1001, 1002, 1003), 0.01).isFlat).toBe(true);
    expect(trendOf(pointsOf(1000, 1001, 1002, 1003)).isFlat).toBe(false);
    expect(trendOf(pointsOf(16, 14, 12, 10)).isFlat).toBe(true);
  });
});
