import { type ParsedAmount, parseKobo } from "../../format/money.ts";
import type { Decimal } from "./columns.ts";
import { texts } from "./texts.ts";

/** Kobo behind a comma: one or two digits at the end, such as `1.250,50`. `1,250` groups thousands. */
const COMMA_AMOUNT = /^(?:₦|NGN)?\s*\d[\d.\s]*,\d{1,2}$/i;

/** Whether an amount in naira can only be read with a comma as the decimal separator. */
export function hasDecimalComma(text: string): boolean {
  return COMMA_AMOUNT.test(text.trim());
}

/** Parses an amount in naira as its file writes it. Where a comma separates kobo, points and spaces group thousands. Dashboard 5.6. */
export function parseNaira(text: string, decimal: Decimal): ParsedAmount {
  if (decimal === "point") return parseKobo(text);
  const swapped = text.replace(/(?<=\d)\s(?=\d{3})/g, ".").replace(/[.,]/g, (mark) => (mark === "." ? "," : "."));
  const read = parseKobo(swapped);
  return "problem" in read && read.problem === "comma" ? { ...read, message: texts.useACommaForKobo } : read;
}
