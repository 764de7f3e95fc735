import { afterEach, describe, expect, test } from "vitest";
import { clockTime, instantNotations, longInstant, onShownZoneChange, setShownZone, shortInstant } from "./instant.ts";

const NOW = "2026-11-19T13:02:11Z";

describe("instants in Lagos", () => {
  test("a list row shows day and time", () => {
    expect(shortInstant("2026-11-09T15:18:00Z", NOW)).toBe("9 Nov, 16:18");
  });

  test("an instant in another year shows the year instead of the time", () => {
    expect(shortInstant("2025-09-09T15:18:00Z", NOW)).toBe("9 Sep 2025");
  });

  test("the year is the Lagos year, one hour ahead of London", () => {
    expect(shortInstant("2025-12-31T23:30:00Z", NOW)).toBe("1 Jan, 00:30");
  });

  test("details show the full date, balances show seconds", () => {
    expect(longInstant("2026-11-09T15:18:00Z")).toBe("9 Nov 2026, 16:18");
    expect(clockTime(NOW)).toBe("14:02:11");
    expect(clockTime("2026-11-19T23:00:00Z")).toBe("00:00:00");
  });

  test("a tooltip shows one instant in four ways", () => {
    expect(instantNotations(NOW)).toEqual({
      lagos: "19 Nov 2026, 14:02:11 WAT",
      utc: "2026-11-19 13:02:11 UTC",
      iso: "2026-11-19T13:02:11.000Z",
      unix: "1795093331",
    });
  });
});

describe("instants in another time zone", () => {
  afterEach(() => setShownZone("lagos"));

  test("show the zone's name; the tooltip stays the same", () => {
    const before = instantNotations(NOW);
    setShownZone("utc");
    expect(longInstant("2026-11-09T15:18:00Z")).toBe("9 Nov 2026, 15:18 UTC");
    expect(shortInstant("2026-11-09T15:18:00Z", NOW)).toBe("9 Nov, 15:18 UTC");
    expect(clockTime(NOW)).toBe("13:02:11 UTC");
    expect(instantNotations(NOW)).toEqual(before);
  });

  test("notify listeners of a change once", () => {
    let calls = 0;
    const stop = onShownZoneChange(() => {
      calls += 1;
    });
    setShownZone("utc");
    setShownZone("utc");
    stop();
    setShownZone("lagos");
    expect(calls).toBe(1);
  });
});
