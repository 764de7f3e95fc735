// Service and dashboard write and read the same CSV. Pure and without imports, so that both may use it. Decision 0066.

/** The bounds of one row of a file. A longer row refuses the file before it is parsed: a row of commas would fill the memory. API 5. */
export const CSV_ROW_CHARACTERS = 100_000;
export const CSV_ROW_CELLS = 200;

// ASCII and full-width signs, and the characters that spreadsheets skip before them.
const LOOKS_LIKE_FORMULA = /^(?:[\t\r\n\0]|[\s\u200b\ufeff]*[=+\-@＝＋－＠])/u;
// Some programs also separate at semicolons and tabs.
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/**
 * Writes one record of a CSV file (RFC 4180) with its line end. Puts an apostrophe before a cell that a spreadsheet could
 * evaluate as a formula, and before a cell that starts with a control character, which could hide one. API 4, Dashboard 5.11.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cellText).join(",")}\r\n`;
}

/** Removes the apostrophe that `csvLine` put before a cell, so that a downloaded file can be uploaded again. Dashboard 5.11. */
export function withoutFormulaGuard(cell: string): string {
  // Compared by code because files have millions of cells.
  return cell.charCodeAt(0) === 39 && LOOKS_LIKE_FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}

function cellText(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = LOOKS_LIKE_FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
