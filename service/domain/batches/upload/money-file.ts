import { RESULT_COLUMNS } from "../../../../contract/customer-row.ts";
import { MONEY_COLUMNS, type MoneyColumn, moneyHeaderProblems, readMoneyRow } from "../../../../contract/money-row.ts";
import { batchTexts } from "../../../../contract/texts/batches.ts";
import { csvFileTexts } from "../../../../contract/texts/csv-files.ts";
import { koboFromWire } from "../../../ledger/kobo.ts";
import { csvRecords } from "../../csv-records.ts";
import { Failure } from "../../failure.ts";

/** The name of the file's multipart field in error texts. */
const FIELD = "file";
const COLUMNS_MAX = 100;

/** A row of a file, parsed and as original cells. `reason` is set when the row is not valid. Kobo. */
export type FileRow = {
  row: number;
  cells: string[];
  customerId: string | null;
  walletId: string | null;
  accountNumber: string | null;
  amount: bigint | null;
  reference: string | null;
  narration: string | null;
  note: string | null;
  reason: string | null;
};

/** The kept columns and their positions in a row. Excludes the columns that a result file added. */
type Header = { columns: string[]; positions: number[]; width: number };

/**
 * Reads a file of credits or debits while it arrives: the columns first, then each row. An invalid row is rejected; the file is
 * still accepted. API 5.
 * @throws `validation_failed`: not CSV, no header, a required column missing, no rows
 */
export async function readMoneyFile(
  file: AsyncIterable<Buffer>,
): Promise<{ columns: string[]; rows: AsyncIterable<FileRow> }> {
  const records = csvRecords(file, FIELD);
  const first = await records.next();
  const header = readHeader(first.done ? undefined : first.value);
  return { columns: header.columns, rows: rowsOf(header, records) };
}

function readHeader(cells: readonly string[] | undefined): Header {
  if (!cells) throw refused([csvFileTexts.empty]);
  if (cells.length > COLUMNS_MAX) throw refused([csvFileTexts.tooManyColumns(COLUMNS_MAX)]);
  const isResult = (column: string) => RESULT_COLUMNS.some((name) => name === column);
  const kept = cells.map((column, position) => ({ column, position })).filter(({ column }) => !isResult(column));
  const columns = kept.map(({ column }) => column);
  const problems = moneyHeaderProblems(columns);
  if (columns.some((column) => column.includes("\0"))) problems.push(batchTexts.nullInHeader);
  if (problems.length > 0) throw refused(problems);
  return { columns, positions: kept.map(({ position }) => position), width: cells.length };
}

async function* rowsOf(header: Header, records: AsyncIterable<string[]>): AsyncGenerator<FileRow> {
  const places = new Map<string, number>(MONEY_COLUMNS.map((column) => [column, header.columns.indexOf(column)]));
  let row = 0;
  for await (const record of records) {
    row += 1;
    yield readRow(row, record, header, places);
  }
  if (row === 0) throw refused([csvFileTexts.noRows]);
}

function readRow(row: number, record: string[], { positions, width }: Header, places: ReadonlyMap<string, number>) {
  // Keep all cells of a row with a wrong number of cells, so that the result file can return them.
  const present = positions.filter((position) => position < record.length);
  const cells = [...present.map((position) => record[position] ?? ""), ...record.slice(width)];
  const nothing = {
    customerId: null,
    walletId: null,
    accountNumber: null,
    reference: null,
    narration: null,
    note: null,
  };
  if (record.length !== width) {
    const reason = batchTexts.cellCount(record.length, width);
    return { row, cells, ...nothing, amount: null, reason };
  }
  const read = readMoneyRow((column: MoneyColumn) => cells[places.get(column) ?? -1] ?? "");
  if ("reason" in read) return { row, cells, ...nothing, amount: null, reason: read.reason };
  return { row, cells, ...read, amount: koboFromWire(read.amount), reason: null };
}

/** The message names the first problem. */
function refused(problems: readonly string[]): Failure {
  const errors = problems.map((message) => ({ field: FIELD, message }));
  return new Failure("validation_failed", { message: `${FIELD} ${problems[0] ?? "is not valid"}.`, errors });
}
