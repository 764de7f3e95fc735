import { texts } from "./texts.ts";

/** Why a PIN is easy to guess, or `null`. `dateOfBirth` as `YYYY-MM-DD`, if known. Pure. Dashboard 5.4. */
export function pinWarning(pin: string, dateOfBirth: string | undefined): string | null {
  if (!/^\d{4}$/.test(pin)) return null;
  if (/^(\d)\1{3}$/.test(pin)) return texts.fourEqualDigitsAre;
  if (isRun(pin)) return texts.digitsInARow;
  const [year, month = "", day = ""] = (dateOfBirth ?? "").split("-");
  if (pin === year) return texts.thisIsTheCustomers;
  if (month !== "" && (pin === day + month || pin === month + day)) return texts.thisIsTheCustomersBirthday;
  return null;
}

function isRun(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, index) => Number(digit) - Number(pin[index]));
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}
