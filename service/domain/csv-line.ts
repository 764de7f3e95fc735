/**
 * One record of a CSV file (RFC 4180), with its line end. A cell that a spreadsheet might take for a formula gets an
 * apostrophe in front; so do cells that begin with a control character, behind which one could hide. Api 4.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cellText).join(",")}\r\n`;
}

// Plain and full-width signs, and what spreadsheets skip before them.
const LOOKS_LIKE_FORMULA = /^(?:[\t\r\n\0]|[\s\u200b\ufeff]*[=+\-@＝＋－＠])/u;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** A cell as it was before `csvLine` put the apostrophe there, so that a file of ours can be sent again. Dashboard 5.11. */
export function withoutFormulaGuard(cell: string): string {
  return cell.startsWith("'") && LOOKS_LIKE_FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}

function cellText(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = LOOKS_LIKE_FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
