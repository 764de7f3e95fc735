import { CUSTOMER_RESULT_COLUMNS, REQUIRED_CUSTOMER_COLUMNS } from "../../../../contract/customer-row.ts";
import { csvFileTexts } from "../../../../contract/texts/csv-files.ts";
import { customerFileTexts } from "../../../../contract/texts/customer-files.ts";
import { Failure } from "../../failure.ts";

/** The file's field in the multipart body, as error messages name it (spec 4.1). */
export const FIELD = "customers";

/** A file with more columns is not a customer file. */
const COLUMNS_MAX = 100;

/** The stored columns of a file, their positions in its rows, and the number of cells per row. */
export type ImportHeader = { columns: string[]; positions: number[]; width: number };

/**
 * Reads the header of an upload of customers. Names are case-sensitive and unknown columns are kept. Columns that a
 * result file adds are dropped, so that a result file can be uploaded again. Pure. Spec 2.3, api 5.
 * @throws `validation_failed`, naming every missing or duplicate column
 */
export function readHeader(cells: readonly string[] | undefined): ImportHeader {
  if (!cells) throw fileFailure([csvFileTexts.empty]);
  // UTF-16 without a byte order mark decodes as UTF-8 full of NUL characters.
  if (cells.some((cell) => cell.includes("\0"))) throw fileFailure([csvFileTexts.notUtf8]);
  if (cells.length > COLUMNS_MAX) throw fileFailure([csvFileTexts.tooManyColumns(COLUMNS_MAX)]);
  const kept = cells.map((column, position) => ({ column, position })).filter(({ column }) => !isResultColumn(column));
  const columns = kept.map(({ column }) => column);
  const problems = REQUIRED_CUSTOMER_COLUMNS.filter((column) => !columns.includes(column)).map((column) =>
    missingText(column, columns),
  );
  if (problems.length === REQUIRED_CUSTOMER_COLUMNS.length && columns.length === 1 && /[;\t|]/.test(columns[0] ?? "")) {
    throw fileFailure([customerFileTexts.notSeparatedByCommas]);
  }
  const twice = columns.filter((column, index) => columns.indexOf(column) !== index);
  problems.push(...[...new Set(twice)].map(customerFileTexts.columnTwice));
  if (problems.length > 0) throw fileFailure(problems);
  return { columns, positions: kept.map(({ position }) => position), width: cells.length };
}

/** The failure for an invalid file: the first problem is the message. */
export function fileFailure(problems: readonly string[]): Failure {
  const errors = problems.map((message) => ({ field: FIELD, message }));
  return new Failure("validation_failed", { message: `${FIELD} ${problems[0] ?? customerFileTexts.invalid}.`, errors });
}

function isResultColumn(column: string): boolean {
  return CUSTOMER_RESULT_COLUMNS.some((name) => name === column);
}

function missingText(column: string, columns: readonly string[]): string {
  const like = columns.find((other) => other.trim().toLowerCase() === column);
  return customerFileTexts.columnMissing(column, like);
}
