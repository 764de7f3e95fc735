import { amountParts, type ParsedAmount, parseKobo } from "./money.ts";

/** Kobo as a person would type it: `50050` is `500.50`, `20000000` is `200,000`. */
export function nairaText(kobo: number | null): string {
  if (kobo === null) return "";
  const { naira, kobo: fraction } = amountParts(kobo);
  return `${naira.slice(1)}${fraction === ".00" ? "" : fraction}`;
}

/** Parses an optional amount: empty input is `null`. */
export function parseOptionalNaira(text: string): ParsedAmount | { kobo: null } {
  return text.trim() === "" ? { kobo: null } : parseKobo(text);
}
