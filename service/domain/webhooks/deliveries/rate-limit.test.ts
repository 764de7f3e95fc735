import { describe, expect, it } from "vitest";
import { admitSent, countMade, keepMade, MAX_WAIT_MS, takePlace, type Windows } from "./rate-limit.ts";

const empty: Windows = { made: [], sent: [] };
/** Later than every delivery of these tests. */
const NOW = 100_000_000;

function kept(times: readonly number[], windows = empty): { windows: Windows; refused: number[] } {
  const refused: number[] = [];
  let now = windows;
  for (const time of times) {
    const next = keepMade(now, { at: time, now: NOW });
    if (next) now = next;
    else refused.push(time);
  }
  return { windows: now, refused };
}

describe("the window of made deliveries", () => {
  it("keeps the first hundred of a minute and rejects the rest", () => {
    const { windows, refused } = kept(Array.from({ length: 150 }, () => 1_000_000));
    expect(countMade(windows, 1_000_000)).toBe(100);
    expect(refused).toHaveLength(50);
  });

  it("has room again exactly one minute after the oldest", () => {
    const { windows } = kept(Array.from({ length: 100 }, (_, n) => 1_000_000 + n));
    expect(keepMade(windows, { at: 1_059_999, now: NOW })).toBeNull();
    expect(keepMade(windows, { at: 1_060_000, now: NOW })).not.toBeNull();
  });

  it("rejects nothing at sixty a minute, however late it is evaluated", () => {
    expect(kept(Array.from({ length: 300 }, (_, n) => n * 1000)).refused).toEqual([]);
  });

  it("counts only earlier deliveries: a rejected one takes no room", () => {
    const { windows } = kept(Array.from({ length: 120 }, () => 5_000));
    expect(windows.made).toHaveLength(100);
    expect(countMade(windows, 4_999)).toBe(0);
  });

  it("stays bounded", () => {
    expect(kept(Array.from({ length: 5_000 }, (_, n) => n * 600)).windows.made.length).toBeLessThanOrEqual(101);
  });
});

describe("the window of sent deliveries", () => {
  it("admits a hundred in 60.5 s, and returns the time at which each waiting one has room", () => {
    let windows = empty;
    for (let n = 0; n < 100; n += 1) {
      const result = admitSent(windows, 1_000 + n);
      if (!("admitted" in result)) throw new Error("refused too early");
      windows = result.admitted;
    }
    expect(admitSent(windows, 61_499)).toEqual({ roomAt: 61_500 });
    expect(admitSent(windows, 61_499, 1)).toEqual({ roomAt: 61_501 });
    expect(admitSent(windows, 61_499, 100)).toEqual({ roomAt: 122_000 });
    expect(admitSent(windows, 61_500)).toHaveProperty("admitted");
  });
});

describe("the places of a queue", () => {
  function places(count: number, now: number) {
    let windows = empty;
    const taken: (number | undefined)[] = [];
    for (let n = 0; n < count; n += 1) {
      const next = takePlace(windows, now);
      if (next) windows = next.windows;
      taken.push(next?.place);
    }
    return { windows, taken };
  }

  it("are a hundred now, a hundred a minute later, and so on", () => {
    const { taken, windows } = places(250, 1_000);
    expect([...new Set(taken)]).toEqual([1_000, 61_500, 122_000]);
    expect(taken.filter((place) => place === 122_000)).toHaveLength(50);
    expect(countMade(windows, 1_000)).toBe(100);
  });

  it("end after a day: a delivery that would wait longer is rejected", () => {
    const { taken } = places(143_100, 0);
    expect(taken.at(-1)).toBeUndefined();
    expect(taken.findLast((place) => place !== undefined)).toBeLessThanOrEqual(MAX_WAIT_MS);
  });

  it("keep a bounded list", () => {
    expect(places(2_000, 0).windows.made.length).toBeLessThanOrEqual(200);
  });
});
