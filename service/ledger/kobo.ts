/** The largest amount or balance that a JSON number carries exactly (api 1). No balance leaves this range, either way. */
export const MAX_KOBO = BigInt(Number.MAX_SAFE_INTEGER);

/** Kobo from a number of the wire, whose schema has checked it. @throws if it is no whole safe number: a bug. */
export function koboFromWire(amount: number): bigint {
  if (!Number.isSafeInteger(amount)) throw new Error("an amount from the wire is not a whole safe number");
  return BigInt(amount);
}

/** Kobo as a number for the wire. @throws if it would lose digits: the rules keep every balance in range. */
export function koboToWire(kobo: bigint): number {
  if (kobo > MAX_KOBO || kobo < -MAX_KOBO) throw new Error("kobo out of the range of the wire");
  return Number(kobo);
}

/**
 * The same for numbers that explain a refusal: what was asked for may lie beyond what any account can hold, and is then shown
 * as the largest number of the wire.
 */
export function koboToWireEdge(kobo: bigint): number {
  if (kobo > MAX_KOBO) return Number(MAX_KOBO);
  return kobo < -MAX_KOBO ? -Number(MAX_KOBO) : Number(kobo);
}
