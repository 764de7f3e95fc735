import fc from "fast-check";
import { expect, test } from "vitest";
import { accountNumber, checkDigit, isAccountNumberOf } from "./account-number.ts";

const bankCodes = fc.oneof(fc.stringMatching(/^\d{3}$/), fc.stringMatching(/^\d{6}$/));
const serials = fc.bigInt({ min: 1n, max: 999_999_999n });

// The two worked examples of the CBN's paper, for bank 011.
test.each([
  ["011", 1457n, "0000014579"],
  ["011", 22n, "0000000220"],
])("bank %s and serial %s give %s", (bankCode, serial, number) => {
  expect(accountNumber(bankCode, serial)).toBe(number);
});

test("a three-digit code equals the same code with three leading zeros", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{3}$/), serials, (code, serial) => {
      expect(accountNumber(`000${code}`, serial)).toBe(accountNumber(code, serial));
    }),
  );
});

test("every generated number has ten digits and a valid check digit", () => {
  fc.assert(
    fc.property(bankCodes, serials, (code, serial) => {
      const number = accountNumber(code, serial);
      expect(number).toMatch(/^\d{10}$/);
      expect(isAccountNumberOf(code, number)).toBe(true);
    }),
  );
});

test("one mistyped digit is always detected", () => {
  fc.assert(
    fc.property(bankCodes, serials, fc.nat(9), fc.integer({ min: 1, max: 9 }), (code, serial, place, shift) => {
      const digits = Array.from(accountNumber(code, serial));
      digits[place] = String((Number(digits[place]) + shift) % 10);
      expect(isAccountNumberOf(code, digits.join(""))).toBe(false);
    }),
  );
});

test("rejects invalid codes and serials", () => {
  expect(() => checkDigit("0999", "000000001")).toThrow(RangeError);
  expect(() => accountNumber("011", 0n)).toThrow(RangeError);
  expect(() => accountNumber("011", 1_000_000_000n)).toThrow(RangeError);
  expect(isAccountNumberOf("011", "14579")).toBe(false);
});
