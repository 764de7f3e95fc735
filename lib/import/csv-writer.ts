// Plain and full-width signs, and what spreadsheets skip before them.
const LOOKS_LIKE_FORMULA = /^(?:[\t\r\n\0]|[\s\u200b\ufeff]*[=+\-@＝＋－＠])/u;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** One record as the service writes and reads it, with its line end: what could be a formula gets an apostrophe in front. Dashboard 5.11. */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map(cellText).join(",")}\r\n`;
}

/** The cell as it was before the apostrophe. */
export function withoutFormulaGuard(cell: string): string {
  return cell.charCodeAt(0) === 39 && LOOKS_LIKE_FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}

function cellText(value: string): string {
  const text = LOOKS_LIKE_FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
