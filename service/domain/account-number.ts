const WEIGHTS = [3, 7, 3];

/**
 * Builds a NUBAN: nine-digit serial and the check digit of the CBN algorithm over `bankCode` (3 digits, or 6 since the
 * revised standard) and serial. Pure. @throws RangeError for an invalid code or serial. Api 3.
 */
export function accountNumber(bankCode: string, serial: bigint): string {
  if (serial < 1n || serial > 999_999_999n) throw new RangeError("an account serial has one to nine digits");
  const digits = String(serial).padStart(9, "0");
  return digits + checkDigit(bankCode, digits);
}

/** True when the check digit of a ten-digit number is valid for the bank. */
export function isAccountNumberOf(bankCode: string, number: string): boolean {
  return /^\d{10}$/.test(number) && checkDigit(bankCode, number.slice(0, 9)) === number.slice(9);
}

/** The tenth digit: weights 3, 7, 3 over code and serial; the ten's complement of the sum. */
export function checkDigit(bankCode: string, serialDigits: string): string {
  if (!/^(\d{3}|\d{6})$/.test(bankCode)) throw new RangeError("a bank code has three or six digits");
  const sum = Array.from(bankCode + serialDigits).reduce(
    (total, digit, position) => total + Number(digit) * (WEIGHTS[position % WEIGHTS.length] ?? 0),
    0,
  );
  return String((10 - (sum % 10)) % 10);
}
