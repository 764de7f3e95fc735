import { randomInt } from "node:crypto";

/** The first digits of all numbers of the sandbox issuer: a range of test cards. */
export const TEST_BIN = "506066";
const DIGITS = 16;

/** A random number of a test card whose last digit is right. */
export function newCardNumber(): string {
  let digits = TEST_BIN;
  while (digits.length < DIGITS - 1) digits += String(randomInt(10));
  return digits + luhnDigit(digits);
}

/** The digit that completes a number by the Luhn rule. */
export function luhnDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}
