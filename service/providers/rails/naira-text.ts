const NAIRA = /^(0|[1-9]\d{0,14})(?:\.(\d{1,2}))?$/;

/** Kobo as the naira text of bank protocols, with two decimals: 200045n is "2000.45". @param kobo 0 or more */
export function nairaText(kobo: bigint): string {
  return `${kobo / 100n}.${String(kobo % 100n).padStart(2, "0")}`;
}

/** The kobo of a naira text such as "100", "100.5" or "2000.45". Null for any other form; nothing is rounded. */
export function koboOf(text: string): bigint | null {
  const match = NAIRA.exec(text);
  if (!match) return null;
  return BigInt(match[1] ?? "0") * 100n + BigInt((match[2] ?? "").padEnd(2, "0"));
}
