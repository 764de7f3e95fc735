import { expect, test } from "vitest";
import { axisKobo, sumOf } from "./day-sums.ts";

test.each([
  [0, "₦0"],
  [50_000, "₦500"],
  [2_000_000, "₦20k"],
  [150_000_000, "₦1.5m"],
  [800_000_000, "₦8m"],
  [250_000_000_000, "₦2.5bn"],
  [-2_000_000, "−₦20k"],
])("%i kobo have the axis label %s", (kobo, text) => {
  expect(axisKobo(kobo)).toBe(text);
});

test("sums one figure", () => {
  expect(sumOf([{ credits: 1 }, { credits: 41 }], "credits")).toBe(42);
  expect(sumOf<"credits">([], "credits")).toBe(0);
});
