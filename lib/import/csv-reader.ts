import { FileProblem } from "./file-problem.ts";

/** As the service has it: more in one record is no row. */
const RECORD_LIMIT_CHARACTERS = 100_000;

export type CsvReader = {
  /** Takes the next piece of the text, cut anywhere. */
  push(text: string): void;
  /** Says that the text is over. */
  end(): void;
};

/**
 * Reads CSV as it arrives and hands on one record after the other: RFC 4180 quotes, LF and CRLF in any mix, a lone CR; empty lines
 * are no records. As strict about quotes as the service, so that both see the same rows. Api 5.
 * @throws {FileProblem} for a quote in the wrong place or one that does not close, and for a record without an end
 */
export function createCsvReader(delimiter: string, onRecord: (cells: string[]) => void): CsvReader {
  let rest = "";
  let line = 1;
  const take = (isOver: boolean) => {
    let from = 0;
    let quote = rest.indexOf('"');
    while (from < rest.length) {
      // Looked for once, not for every record.
      if (quote !== -1 && quote < from) quote = rest.indexOf('"', from);
      const record = recordAt({ text: rest, from, delimiter, isOver, line }, quote);
      if (record === undefined) break;
      line += record.lines;
      from = record.next;
      if (!record.isEmpty) onRecord(record.cells);
    }
    rest = rest.slice(from);
    if (rest.length > RECORD_LIMIT_CHARACTERS) throw tooLong(line);
  };
  return {
    push(text) {
      rest += text;
      take(false);
    },
    end: () => take(true),
  };
}

/** A text from where a record begins; unless `isOver`, more of it may come. */
type Part = { text: string; from: number; delimiter: string; isOver: boolean; line: number };
type Found = { cells: string[]; next: number; lines: number; isEmpty: boolean };

function recordAt(part: Part, quote: number): Found | undefined {
  const end = lineEnd(part.text, part.from);
  return quote !== -1 && quote < end ? quotedRecord(part) : plainRecord(part, end);
}

/** The record up to `end`; `undefined` while that is not surely its end: a CR at the very end may be half of a CRLF. */
function plainRecord({ text, from, delimiter, isOver, line }: Part, end: number): Found | undefined {
  if (end - from > RECORD_LIMIT_CHARACTERS) throw tooLong(line);
  if (end >= text.length - 1 && text[end] !== "\n" && !isOver) return undefined;
  const cells = text.slice(from, end).split(delimiter);
  return { cells, next: afterLineEnd(text, end), lines: 1, isEmpty: end === from };
}

/** Cell by cell; `undefined` while the end of the record has not arrived. */
function quotedRecord(part: Part): Found | undefined {
  const { text, from, delimiter, isOver, line } = part;
  const cells: string[] = [];
  let at = from;
  let lines = 1;
  while (true) {
    const cell = text[at] === '"' ? quotedCell(part, at) : plainCell(part, at);
    if (cell === undefined) return undefined;
    cells.push(cell.text);
    lines += cell.lines;
    at = cell.next;
    if (text[at] === delimiter) {
      at += 1;
      continue;
    }
    if (at < text.length && !isLineEnd(text[at])) {
      throw new FileProblem(`There is text behind a closing quote at line ${line + lines - 1}.`);
    }
    if (at >= text.length - 1 && text[at] !== "\n" && !isOver) return undefined;
    return { cells, next: afterLineEnd(text, at), lines, isEmpty: false };
  }
}

type Cell = { text: string; next: number; lines: number };

function quotedCell({ text, from, isOver, line }: Part, open: number): Cell | undefined {
  let quote = text.indexOf('"', open + 1);
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  if ((quote === -1 ? text.length : quote) - from > RECORD_LIMIT_CHARACTERS) throw tooLong(line);
  if (quote === -1 && isOver) throw new FileProblem(`A quote that opens at line ${line} does not close.`);
  // The character behind decides whether a quote closes or is doubled.
  if (quote === -1 || (quote === text.length - 1 && !isOver)) return undefined;
  const raw = text.slice(open + 1, quote);
  return { text: raw.replaceAll('""', '"'), next: quote + 1, lines: raw.match(/\r\n|\n|\r/g)?.length ?? 0 };
}

function plainCell({ text, from, delimiter, isOver, line }: Part, start: number): Cell | undefined {
  let next = start;
  while (next < text.length && text[next] !== delimiter && !isLineEnd(text[next])) next += 1;
  if (next - from > RECORD_LIMIT_CHARACTERS) throw tooLong(line);
  if (next === text.length && !isOver) return undefined;
  const cell = text.slice(start, next);
  if (cell.includes('"')) throw new FileProblem(`There is a quote in the wrong place at line ${line}.`);
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
  const limit = RECORD_LIMIT_CHARACTERS.toLocaleString("en-NG");
  return new FileProblem(`A row has more than ${limit} characters, at line ${line}.`);
}
