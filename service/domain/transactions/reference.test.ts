import fc from "fast-check";
import { v7 } from "uuid";
import { expect, it } from "vitest";
import { idOfReference, referenceOf } from "./reference.ts";

it("has 26 letters and digits and never repeats", () => {
  const references = Array.from({ length: 5_000 }, () => referenceOf(v7()));
  expect(references.every((reference) => /^[0-9A-Z]{26}$/.test(reference))).toBe(true);
  expect(new Set(references).size).toBe(5_000);
});

it("keeps the order of the IDs", () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (left, right) => {
      expect(referenceOf(left) < referenceOf(right)).toBe(left < right);
    }),
  );
});

it("leads back to the ID, also with the step of a booking, and from no other text", () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(idOfReference(`${referenceOf(id)}-SETTLE`)).toBe(id);
    }),
  );
  for (const text of ["", "REF-0000000001", "Z".repeat(26), "0".repeat(25)])
    expect(idOfReference(text)).toBeUndefined();
});
