import { expect, test } from "vitest";
import { sumOf } from "./day-sums.ts";

test("sums one figure", () => {
  expect(sumOf([{ credits: 1 }, { credits: 41 }], "credits")).toBe(42);
  expect(sumOf<"credits">([], "credits")).toBe(0);
});
