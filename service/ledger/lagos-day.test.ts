import fc from "fast-check";
import { expect, it } from "vitest";
import { lagosDay } from "./lagos-day.ts";

it("begins a day at 23:00 UTC, in any order of questions", () => {
  const at = (text: string) => lagosDay(new Date(text));
  expect(at("2026-03-01T22:59:59.999Z")).toBe("2026-03-01");
  expect(at("2026-03-01T23:00:00.000Z")).toBe("2026-03-02");
  expect(at("2026-03-01T22:59:59.999Z")).toBe("2026-03-01");
  const instants = fc.date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(instants, (instant) => {
      const inLagos = new Date(instant.getTime() + 3_600_000);
      expect(lagosDay(instant)).toBe(inLagos.toISOString().slice(0, 10));
    }),
  );
});

it("refuses an invalid date", () => {
  expect(() => lagosDay(new Date(Number.NaN))).toThrow(RangeError);
});
