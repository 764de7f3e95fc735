import { RESULT_COLUMNS } from "../../../contract/customer-row.ts";
import { MONEY_COLUMNS, type MoneyColumn, moneyHeaderProblems, readMoneyRow } from "../../../contract/money-row.ts";
import { koboFromWire } from "../../ledger/kobo.ts";
import { csvRecords } from "../csv-records.ts";
import { Failure } from "../failure.ts";

/** The file's field in the multipart body, as refusals name it. */
const FIELD = "file";
const COLUMNS_MAX = 100;

/** A row of a file: what its cells say, and as they came. `reason`: why it is rejected before anything is looked up. Kobo. */
export type FileRow = {
  row: number;
  cells: string[];
  customerId: string | null;
  walletId: string | null;
  accountNumber: string | null;
  amount: bigint | null;
  reference: string | null;
  narration: string | null;
  reason: string | null;
};

/** The columns that are kept, and where each stands in the rows; what an earlier result file added is left out. */
type Header = { columns: string[]; positions: number[]; width: number };

/**
 * Reads a file of credits or debits as it arrives: its columns, then row by row. A row that is not valid is a rejected row, not a
 * refused file. Api 5.
 * @throws `validation_failed`: no CSV, no header, a required column missing, no rows
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
  if (!cells) throw refused(["is empty: the first line must name the columns"]);
  if (cells.length > COLUMNS_MAX) throw refused([`has more than ${COLUMNS_MAX} columns`]);
  const isResult = (column: string) => RESULT_COLUMNS.some((name) => name === column);
  const kept = cells.map((column, position) => ({ column, position })).filter(({ column }) => !isResult(column));
  const columns = kept.map(({ column }) => column);
  const problems = moneyHeaderProblems(columns);
  if (columns.some((column) => column.includes("\0"))) problems.push("has null characters in its header");
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
  if (row === 0) throw refused(["has no rows"]);
}

function readRow(row: number, record: string[], { positions, width }: Header, places: ReadonlyMap<string, number>) {
  // A row of another length keeps all it has: it is rejected for that, and given back.
  const present = positions.filter((position) => position < record.length);
  const cells = [...present.map((position) => record[position] ?? ""), ...record.slice(width)];
  const nothing = { customerId: null, walletId: null, accountNumber: null, reference: null, narration: null };
  if (record.length !== width) {
    const reason = `The row has ${record.length} cells, the header ${width}.`;
    return { row, cells, ...nothing, amount: null, reason };
  }
  const read = readMoneyRow((column: MoneyColumn) => cells[places.get(column) ?? -1] ?? "");
  if ("reason" in read) return { row, cells, ...nothing, amount: null, reason: read.reason };
  return { row, cells, ...read, amount: koboFromWire(read.amount), reason: null };
}

/** The first problem is the message. */
function refused(problems: readonly string[]): Failure {
  const errors = problems.map((message) => ({ field: FIELD, message }));
  return new Failure("validation_failed", { message: `${FIELD} ${problems[0] ?? "is not valid"}.`, errors });
}
