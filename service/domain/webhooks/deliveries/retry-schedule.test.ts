import { describe, expect, it } from "vitest";
import { nextAttemptAt } from "./retry-schedule.ts";

const failedAt = new Date("2026-03-02T09:00:00Z");
const seconds = (at: Date | null) => at && (at.getTime() - failedAt.getTime()) / 1000;

describe("the next attempt", () => {
  it.each([
    [1, 0, 60],
    [1, 0.999999, 63],
    [2, 0, 300],
    [2, 0.999999, 303],
  ])("after attempt %i with random %f comes after %i s", (attempt, random, expected) => {
    expect(seconds(nextAttemptAt(attempt, failedAt, random))).toBeCloseTo(expected, 2);
  });

  it("after the third there is none", () => {
    expect(nextAttemptAt(3, failedAt, 0.5)).toBeNull();
  });
});
