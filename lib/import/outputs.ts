import { CUSTOMER_COLUMNS } from "../../contract/customer-row.ts";
import { MONEY_COLUMNS } from "../../contract/money-row.ts";
import { csvRecord } from "./csv-writer.ts";
import { createFileReference, createReferences } from "./references.ts";
import type { Sheet } from "./sheet.ts";

const PART_ROWS = 2_000;

/** What is sent: ready rows only, the header as the spec has it, amounts in kobo, every payment with a reference. Dashboard 5.6. */
export function writeReadyRows(sheet: Sheet, { now, salt }: { now: Date; salt: string }): Blob {
  const { kind } = sheet.plan;
  const referenceOf = createReferences({ operation: kind, now, salt });
  if (kind === "create") {
    const columns = CUSTOMER_COLUMNS.filter((column) => sheet.known.includes(column));
    return asFile(columns, readyRows(sheet), (row) => columns.map((column) => sheet.cellOf(row, column).trim()));
  }
  return asFile(MONEY_COLUMNS, readyRows(sheet), (row) => {
    const payment = sheet.paymentOf(row);
    if (!payment) throw new Error("A row without a payment is not ready.");
    const reference = payment.reference ?? referenceOf(payment);
    return MONEY_COLUMNS.map((column) => (column === "reference" ? reference : String(payment[column] ?? "")));
  });
}

/** What stays behind: the file's own columns, and behind them the row and why. Dashboard 5.6. */
export function writeErrorRows(sheet: Sheet): Blob {
  const { header } = sheet.plan;
  const keep = header.flatMap((name, index) => (name === "_row" || name === "_errors" ? [] : [index]));
  const columns = [...keep.map((index) => header[index] ?? ""), "_row", "_errors"];
  const rows = sheet.list().filter((row) => !sheet.isReady(row));
  return asFile(columns, rows, (row) => {
    const record = sheet.recordOf(row);
    const why = sheet.problemsOf(row).flatMap(({ level, text }) => (level === "warning" ? [] : [text]));
    return [...keep.map((index) => record[index] ?? ""), String(row), why.join("; ")];
  });
}

/** The reference of the whole: the same for the same payments, whatever file they stand in. */
export function fileReference(sheet: Sheet, salt: string): string {
  const reference = createFileReference({ operation: sheet.plan.kind, salt });
  for (const row of readyRows(sheet)) {
    const payment = sheet.paymentOf(row);
    if (payment) reference.add(payment);
  }
  return reference.digest();
}

function* readyRows(sheet: Sheet): Generator<number> {
  for (let row = 1; row <= sheet.rows(); row += 1) if (sheet.isReady(row)) yield row;
}

/** With a byte order mark, without which a spreadsheet takes UTF-8 for something else. In parts: no single long text. */
function asFile(columns: readonly string[], rows: Iterable<number>, cellsOf: (row: number) => string[]): Blob {
  const parts: string[] = [];
  let part = `\ufeff${csvRecord(columns)}`;
  let count = 0;
  for (const row of rows) {
    part += csvRecord(cellsOf(row));
    count += 1;
    if (count % PART_ROWS > 0) continue;
    parts.push(part);
    part = "";
  }
  return new Blob([...parts, part], { type: "text/csv" });
}
