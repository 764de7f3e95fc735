/** Why a PIN is easy to guess, or `null`. `dateOfBirth` as `YYYY-MM-DD`, if known. Pure. Dashboard 5.4. */
export function pinWarning(pin: string, dateOfBirth: string | undefined): string | null {
  if (!/^\d{4}$/.test(pin)) return null;
  if (/^(\d)\1{3}$/.test(pin)) return "Four equal digits are the first that anybody tries.";
  if (isRun(pin)) return "Digits in a row, such as 1234, are the first that anybody tries.";
  const [year, month = "", day = ""] = (dateOfBirth ?? "").split("-");
  if (pin === year) return "This is the customer’s year of birth.";
  if (month !== "" && (pin === day + month || pin === month + day)) return "This is the customer’s birthday.";
  return null;
}

function isRun(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, index) => Number(digit) - Number(pin[index]));
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}
