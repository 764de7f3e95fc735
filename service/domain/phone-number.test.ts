import fc from "fast-check";
import { expect, test } from "vitest";
import { localPhoneNumber, normalisePhoneNumber } from "./phone-number.ts";

test.each([
  ["08012345678", "+2348012345678"],
  ["2348012345678", "+2348012345678"],
  ["+2348012345678", "+2348012345678"],
  ["+234 (801) 234-5678", "+2348012345678"],
  ["0701.234.5678", "+2347012345678"],
  ["\u200B09012345678\uFEFF", "+2349012345678"],
])("%j is stored as %s", (text, stored) => {
  expect(normalisePhoneNumber(text)).toBe(stored);
});

test.each([
  "",
  "8012345678",
  "0801234567",
  "080123456789",
  "+448012345678",
  "0601234567a",
  "06012345678",
  "23408012345678",
  "++2348012345678",
])("%j is not a mobile number", (text) => {
  expect(normalisePhoneNumber(text)).toBeNull();
});

test("what is answered comes back as the same stored number", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\+234[789]\d{9}$/), (stored) => {
      expect(normalisePhoneNumber(localPhoneNumber(stored))).toBe(stored);
    }),
  );
});
