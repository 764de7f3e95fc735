import { pipeline } from "node:stream/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { CsvError, type Parser, parse } from "csv-parse";
import { CSV_ROW_CELLS, CSV_ROW_CHARACTERS, withoutFormulaGuard } from "../../contract/csv-line.ts";
import { csvFileTexts } from "../../contract/texts/csv-files.ts";
import { Failure } from "./failure.ts";

/** A file is read in slices, between which other requests get their turn: a megabyte in one go would hold them up for 100 ms. */
const SLICE_RECORDS = 100;
const SLICE_BYTES = 8_192;

/**
 * Reads the records of a CSV file while it arrives, the header first, with few records in memory. Decision 0176. Accepts RFC 4180 quotes, LF or
 * CRLF, UTF-8 with or without a byte order mark; skips empty lines; a record may have too few or too many cells. Removes the
 * formula guard of downloaded files. `field` is the file's name in error texts.
 * @throws `validation_failed` if the bytes are not UTF-8, a quote does not close or a row is too long; also what `file` throws.
 */
export async function* csvRecords(file: AsyncIterable<Buffer>, field: string): AsyncGenerator<string[]> {
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  // A failure of the pipeline destroys the parser, so the loop below throws it.
  pipeline(textOf(file, field), parser).catch(() => undefined);
  try {
    let records = 0;
    for await (const record of parser as Parser & AsyncIterable<string[]>) {
      yield record.map(withoutFormulaGuard);
      records += 1;
      if (records % SLICE_RECORDS === 0) await nextTurn();
    }
  } catch (error) {
    throw error instanceof CsvError ? refused(field, textOfError(error)) : error;
  }
}

async function* textOf(file: AsyncIterable<Buffer>, field: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const decode = (chunk?: Buffer) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw refused(field, csvFileTexts.notUtf8);
    }
  };
  const assertBounded = createRowGuard(field);
  for await (const chunk of file) {
    for (let from = 0; from < chunk.length; from += SLICE_BYTES) {
      const slice = chunk.subarray(from, from + SLICE_BYTES);
      assertBounded(slice);
      yield decode(slice);
    }
  }
  yield decode();
}

const [QUOTE, COMMA, LF, CR] = [0x22, 0x2c, 0x0a, 0x0d];

/**
 * Refuses a row with too many cells or characters before the parser holds it: csv-parse has no bound for cells, and 64 MiB of commas
 * became 67 million of them. Reads bytes, because UTF-8 uses these four for no other character. As in csv-parse, the first line end
 * outside quotes is the one of the whole file. Counts may be wrong in a malformed file, which the parser refuses there.
 */
function createRowGuard(field: string): (chunk: Buffer) => void {
  let lineEnd: "LF" | "CRLF" | "CR" | undefined;
  let isQuoted = false;
  let previous = 0;
  let [line, rowLine, cells, length] = [1, 1, 1, 0];

  function beginRow(): void {
    [rowLine, cells, length] = [line, 1, 0];
  }
  function detectLineEnd(byte: number): void {
    if (byte === LF) lineEnd = previous === CR ? "CRLF" : "LF";
    else if (previous === CR) {
      lineEnd = "CR";
      beginRow();
    }
  }
  const endsRow = (byte: number) =>
    lineEnd === "CR" ? byte === CR : byte === LF && (lineEnd === "LF" || previous === CR);

  function readByte(byte: number): void {
    if (lineEnd === undefined && !isQuoted) detectLineEnd(byte);
    length += 1;
    if (byte === LF) line += 1;
    if (byte === QUOTE) isQuoted = !isQuoted;
    else if (!isQuoted && byte === COMMA) cells += 1;
    else if (!isQuoted && endsRow(byte)) beginRow();
    previous = byte;
  }
  return (chunk) => {
    for (const byte of chunk) {
      readByte(byte);
      if (cells > CSV_ROW_CELLS) throw refused(field, csvFileTexts.tooManyCells(CSV_ROW_CELLS, `line ${rowLine}`));
      if (length > CSV_ROW_CHARACTERS) {
        throw refused(field, csvFileTexts.rowTooLong(CSV_ROW_CHARACTERS, `line ${rowLine}`));
      }
    }
  };
}

function textOfError(error: CsvError): string {
  const line = `line ${String(error.lines ?? "?")}`;
  switch (error.code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return csvFileTexts.quoteNotClosed(line);
    default:
      return csvFileTexts.quoteMisplaced(line);
  }
}

function refused(field: string, message: string): Failure {
  return new Failure("validation_failed", { message: `${field} ${message}.`, errors: [{ field, message }] });
}

/** The approximate size of a row in memory, in characters. Empty cells count, so that a file of commas is split into chunks too. */
export function weightOf(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.length + CELL_WEIGHT, 0);
}

const CELL_WEIGHT = 8;
