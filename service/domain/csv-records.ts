import { pipeline } from "node:stream/promises";
import { CsvError, type Parser, parse } from "csv-parse";
import { withoutFormulaGuard } from "../../contract/csv-line.ts";
import { csvFileTexts } from "../../contract/texts/csv-files.ts";
import { Failure } from "./failure.ts";

/** More in one record is no row of ours: it is refused before it fills the memory. */
const RECORD_LIMIT_CHARACTERS = 100_000;

/**
 * The records of a CSV file as they arrive, the header first; nothing is held but the record at hand. Reads RFC 4180 quotes, LF
 * or CRLF, UTF-8 with or without a byte order mark; empty lines are no records; a record may have too few or too many cells. The
 * apostrophe that our own files put before a formula is taken off again. `field` is the file's name in refusals.
 * @throws `validation_failed` where the bytes are not UTF-8 or the quotes do not close; also what `file` throws.
 */
export async function* csvRecords(file: AsyncIterable<Buffer>, field: string): AsyncGenerator<string[]> {
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: RECORD_LIMIT_CHARACTERS,
  });
  // Its failure is the parser's too: whoever reads the records hears of it there.
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

/** What a row weighs in memory, roughly in characters: an empty cell weighs too, or a file of commas would never be cut. */
export function weightOf(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.length + CELL_WEIGHT, 0);
}

const CELL_WEIGHT = 8;
