import { amountParts, type ParsedAmount, parseKobo } from "../../lib/format/money.ts";

/** An approval limit as somebody would type it; none is empty. */
export function limitText(kobo: number | null): string {
  if (kobo === null) return "";
  const { naira, kobo: fraction } = amountParts(kobo);
  return `${naira.slice(1)}${fraction === ".00" ? "" : fraction}`;
}

/** Naira, or nothing for no limit. */
export function readLimit(text: string): ParsedAmount | { kobo: null } {
  return text.trim() === "" ? { kobo: null } : parseKobo(text);
}
