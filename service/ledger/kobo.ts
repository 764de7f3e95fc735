/** The largest amount or balance that a JSON number carries exactly (API 1). No balance leaves this range. */
export const MAX_KOBO = BigInt(Number.MAX_SAFE_INTEGER);

/** Kobo from a wire number that its schema has checked. @throws if it is not a safe integer, which is a bug. */
export function koboFromWire(amount: number): bigint {
  if (!Number.isSafeInteger(amount)) throw new Error("an amount from the wire is not a whole safe number");
  return BigInt(amount);
}

/** Kobo as a number for the wire. @throws if it would lose digits, which the ledger's rules prevent for balances. */
export function koboToWire(kobo: bigint): number {
  if (kobo > MAX_KOBO || kobo < -MAX_KOBO) throw new Error("kobo out of the range of the wire");
  return Number(kobo);
}

/**
 * Kobo as a number for the wire, capped at the largest number. For sums of many movements, and for figures that explain a refusal: both can exceed
 * what any account can hold.
 */
export function koboToWireEdge(kobo: bigint): number {
  if (kobo > MAX_KOBO) return Number(MAX_KOBO);
  return kobo < -MAX_KOBO ? -Number(MAX_KOBO) : Number(kobo);
}

/** The sum of amounts, at most the largest number of the wire. Kobo. */
export function sumOfKobo(amounts: readonly bigint[]): bigint {
  const sum = amounts.reduce((total, amount) => total + amount, 0n);
  return sum > MAX_KOBO ? MAX_KOBO : sum;
}
