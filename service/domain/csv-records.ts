import { pipeline } from "node:stream/promises";
import { CsvError, type Parser, parse } from "csv-parse";
import { withoutFormulaGuard } from "../../contract/csv-line.ts";
import { csvFileTexts } from "../../contract/texts/csv-files.ts";
import { Failure } from "./failure.ts";

/** Longer records are refused before they fill the memory. */
const RECORD_LIMIT_CHARACTERS = 100_000;

/**
 * Reads the records of a CSV file while it arrives, the header first, with one record in memory. Accepts RFC 4180 quotes, LF or
 * CRLF, UTF-8 with or without a byte order mark; skips empty lines; a record may have too few or too many cells. Removes the
 * formula guard of downloaded files. `field` is the file's name in error texts.
 * @throws `validation_failed` if the bytes are not UTF-8 or a quote does not close; also what `file` throws.
 */
export async function* csvRecords(file: AsyncIterable<Buffer>, field: string): AsyncGenerator<string[]> {
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: RECORD_LIMIT_CHARACTERS,
  });
  // A failure of the pipeline destroys the parser, so the loop below throws it.
  pipeline(textOf(file, field), parser).catch(() => undefined);
  try {
    for await (const record of parser as Parser & AsyncIterable<string[]>) yield record.map(withoutFormulaGuard);
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
  for await (const chunk of file) yield decode(chunk);
  yield decode();
}

function textOfError(error: CsvError): string {
  const line = `line ${String(error.lines ?? "?")}`;
  switch (error.code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return csvFileTexts.quoteNotClosed(line);
    case "CSV_MAX_RECORD_SIZE":
      return csvFileTexts.rowTooLong(RECORD_LIMIT_CHARACTERS, line);
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
