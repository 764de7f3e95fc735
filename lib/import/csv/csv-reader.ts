import { CSV_ROW_CHARACTERS } from "../../../contract/csv-line.ts";
import { FileProblem } from "./file-problem.ts";
import { texts } from "./texts.ts";

export type CsvReader = {
  /** Parses the next chunk of the text. A chunk may end anywhere. */
  push(text: string): void;
  /** Ends the text. */
  end(): void;
};

/**
 * Incremental CSV parser: RFC 4180 quotes; LF, CRLF and a lone CR in any mix; empty lines are skipped. Its quote grammar is the
 * service's, so that both see the same rows (API 5, decision 0065).
 * @throws {FileProblem} for a misplaced or unclosed quote, and for a record over the limit
 */
export function createCsvReader(delimiter: string, onRecord: (cells: string[], line: number) => void): CsvReader {
  let rest = "";
  let line = 1;
  const parse = (isFinal: boolean) => {
    let from = 0;
    let quote = rest.indexOf('"');
    while (from < rest.length) {
      // Searched once for the chunk, not for every record.
      if (quote !== -1 && quote < from) quote = rest.indexOf('"', from);
      const record = recordAt({ text: rest, from, delimiter, isFinal, line }, quote);
      if (record === undefined) break;
      if (!record.isEmpty) onRecord(record.cells, line);
      line += record.lines;
      from = record.next;
    }
    rest = rest.slice(from);
    if (rest.length > CSV_ROW_CHARACTERS) throw tooLong(line);
  };
  return {
    push(text) {
      rest += text;
      parse(false);
    },
    end: () => parse(true),
  };
}

/** A text and the position where a record begins. Unless `isFinal`, more text may follow. */
type Input = { text: string; from: number; delimiter: string; isFinal: boolean; line: number };
type Found = { cells: string[]; next: number; lines: number; isEmpty: boolean };

function recordAt(input: Input, quote: number): Found | undefined {
  const end = lineEnd(input.text, input.from);
  return quote !== -1 && quote < end ? quotedRecord(input) : plainRecord(input, end);
}

/** The record up to `end`; `undefined` while its end is uncertain: a CR at the very end may be half of a CRLF. */
function plainRecord({ text, from, delimiter, isFinal, line }: Input, end: number): Found | undefined {
  if (end - from > CSV_ROW_CHARACTERS) throw tooLong(line);
  if (end >= text.length - 1 && text[end] !== "\n" && !isFinal) return undefined;
  const cells = text.slice(from, end).split(delimiter);
  return { cells, next: afterLineEnd(text, end), lines: 1, isEmpty: end === from };
}

/** Parses cell by cell; `undefined` until the end of the record has arrived. */
function quotedRecord(input: Input): Found | undefined {
  const { text, from, delimiter, isFinal, line } = input;
  const cells: string[] = [];
  let at = from;
  let lines = 1;
  while (true) {
    const cell = text[at] === '"' ? quotedCell(input, at) : plainCell(input, at);
    if (cell === undefined) return undefined;
    cells.push(cell.text);
    lines += cell.lines;
    at = cell.next;
    if (text[at] === delimiter) {
      at += 1;
      continue;
    }
    if (at < text.length && !isLineEnd(text[at])) {
      throw new FileProblem(texts.thereIsTextBehind(line + lines - 1));
    }
    if (at >= text.length - 1 && text[at] !== "\n" && !isFinal) return undefined;
    return { cells, next: afterLineEnd(text, at), lines, isEmpty: false };
  }
}

type Cell = { text: string; next: number; lines: number };

function quotedCell({ text, from, isFinal, line }: Input, open: number): Cell | undefined {
  let quote = text.indexOf('"', open + 1);
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  if ((quote === -1 ? text.length : quote) - from > CSV_ROW_CHARACTERS) throw tooLong(line);
  if (quote === -1 && isFinal) throw new FileProblem(texts.aQuoteThatOpens(line));
  // The next character decides whether a quote closes the cell or is doubled.
  if (quote === -1 || (quote === text.length - 1 && !isFinal)) return undefined;
  const raw = text.slice(open + 1, quote);
  return { text: raw.replaceAll('""', '"'), next: quote + 1, lines: raw.match(/\r\n|\n|\r/g)?.length ?? 0 };
}

function plainCell({ text, from, delimiter, isFinal, line }: Input, start: number): Cell | undefined {
  let next = start;
  while (next < text.length && text[next] !== delimiter && !isLineEnd(text[next])) next += 1;
  if (next - from > CSV_ROW_CHARACTERS) throw tooLong(line);
  if (next === text.length && !isFinal) return undefined;
  const cell = text.slice(start, next);
  if (cell.includes('"')) throw new FileProblem(texts.thereIsAQuote(line));
  return { text: cell, next, lines: 0 };
}

function lineEnd(text: string, from: number): number {
  const lf = text.indexOf("\n", from);
  const end = lf === -1 ? text.length : lf;
  const cr = text.slice(from, end).indexOf("\r");
  return cr === -1 ? end : from + cr;
}

function afterLineEnd(text: string, end: number): number {
  return text[end] === "\r" && text[end + 1] === "\n" ? end + 2 : end + 1;
}

function isLineEnd(character: string | undefined): boolean {
  return character === "\n" || character === "\r";
}

function tooLong(line: number): FileProblem {
  const limit = CSV_ROW_CHARACTERS.toLocaleString("en-NG");
  return new FileProblem(texts.aRowHasMore(limit, line));
}
