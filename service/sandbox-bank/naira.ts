/** Kobo as naira with two decimals. Written apart from the adapter, so that neither hides an error of the other. */
export function toNaira(kobo: bigint): string {
  const digits = String(kobo < 0n ? -kobo : kobo).padStart(3, "0");
  return `${kobo < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Naira with two decimals as kobo; null for another form or no amount. */
export function fromNaira(text: string): bigint | null {
  if (!/^\d{1,13}\.\d{2}$/.test(text)) return null;
  const kobo = BigInt(text.replace(".", ""));
  return kobo > 0n ? kobo : null;
}
