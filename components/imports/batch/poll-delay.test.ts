import { describe, expect, it } from "vitest";
import type { BatchStatus } from "../../../lib/api/batches.ts";
import { STATUSES } from "../batch-labels.ts";
import { pollDelayMs } from "./poll-delay.ts";

const delay = (asked: number, more: Partial<Parameters<typeof pollDelayMs>[0]> = {}) =>
  pollDelayMs({ status: "processing", asked, openForMs: 0, random: 0.5, ...more });

describe("a batch is polled", () => {
  it("after 1, 2, 4, 8, then every 15 seconds, each 20 % more or less", () => {
    expect([0, 1, 2, 3, 4, 5, 90].map((asked) => delay(asked))).toEqual([
      1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000,
    ]);
    expect(delay(4, { random: 0 })).toBeCloseTo(12_000);
    expect(delay(4, { random: 1 })).toBeCloseTo(18_000);
  });

  it("every 30 seconds after ten minutes or while it awaits approval, but immediately when the page is shown again", () => {
    expect(delay(9, { openForMs: 600_000 })).toBe(30_000);
    expect(delay(1, { status: "awaiting_approval" })).toBe(30_000);
    expect(delay(0, { status: "awaiting_approval" })).toBe(1_000);
  });

  it("no longer once it has ended", () => {
    const over = STATUSES.filter((status) => delay(1, { status }) === null);
    const expected: BatchStatus[] = ["completed", "partially_completed", "failed", "cancelled", "declined"];
    expect(over).toEqual(expected);
  });

  it("at most 25 times in five minutes", () => {
    let at = 0;
    let asked = 0;
    for (; at < 300_000; asked += 1) at += delay(asked, { openForMs: at, random: 0.5 }) ?? 0;
    expect(asked).toBeLessThanOrEqual(25);
  });
});
