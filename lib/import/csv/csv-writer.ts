// ASCII and full-width signs, and the characters that spreadsheets skip before them.
const LOOKS_LIKE_FORMULA = /^(?:[\t\r\n\0]|[\s\u200b\ufeff]*[=+\-@＝＋－＠])/u;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** One record with its line end, as the service writes and reads it. A cell that a spreadsheet could take for a formula gets an apostrophe in front. Dashboard 5.11. */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map(cellText).join(",")}\r\n`;
}

/** Removes the apostrophe that guards a formula. */
export function withoutFormulaGuard(cell: string): string {
  return cell.charCodeAt(0) === 39 && LOOKS_LIKE_FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}

function cellText(value: string): string {
  const text = LOOKS_LIKE_FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
