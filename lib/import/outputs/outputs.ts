import { csvLine } from "../../../contract/csv-line.ts";
import { CUSTOMER_COLUMNS } from "../../../contract/customer-row.ts";
import { MONEY_COLUMNS } from "../../../contract/money-row.ts";
import { type FilePayment, payeeOf } from "../rows/money-rules.ts";
import type { Sheet } from "../rows/sheet.ts";
import { createSha256, sha256 } from "./sha256.ts";

const CHUNK_ROWS = 2_000;

/** The file to send: ready rows only, the specified header, amounts in kobo, a reference for every payment. Dashboard 5.6. */
export function writeReadyRows(sheet: Sheet, { now, salt }: { now: Date; salt: string }): Blob {
  if (sheet.plan.kind === "create") {
    const columns = CUSTOMER_COLUMNS.filter((column) => sheet.known.includes(column));
    return asFile(columns, readyRows(sheet), (row) => columns.map((column) => sheet.cellOf(row, column).trim()));
  }
  const rows = readyPayments(sheet, { now, salt });
  if (sheet.plan.kind === "payout") return asJson(sheet, rows);
  return asFile(MONEY_COLUMNS, rows, ({ payment, reference }) => {
    if ("sortCode" in payment) throw new Error("a payout in a file of credits or debits");
    return MONEY_COLUMNS.map((column) => (column === "reference" ? reference : String(payment[column] ?? "")));
  });
}

/** The body of a batch of payouts. A repeated payment that is sent all the same is meant. Rails 2. */
function asJson(sheet: Sheet, rows: Iterable<Payment>): Blob {
  const items = Array.from(rows, (one) => payoutItem(sheet, one));
  return new Blob([JSON.stringify(items)], { type: "application/json" });
}

/** One payout as the service takes it. */
export function payoutItem(sheet: Sheet, { row, payment, reference }: Payment) {
  if (!("sortCode" in payment)) throw new Error("a wallet in a file of payouts");
  const { bankName: _, accountName, note, ...item } = payment;
  const isMeant = sheet.verdicts.of(row)?.kind === "recent";
  return {
    ...item,
    reference,
    ...(accountName === null ? {} : { accountName }),
    ...(note === null ? {} : { note }),
    ...(isMeant ? { allowDuplicate: true } : {}),
  };
}

export type Payment = { row: number; payment: FilePayment; reference: string };

/**
 * The payments of a file with their references. Rows that are left out count as well: the second of two equal payments keeps its reference
 * when the first was paid before.
 */
export function* paymentsOf(sheet: Sheet, { now, salt }: { now: Date; salt: string }): Generator<Payment> {
  const referenceOf = createReferences({ operation: sheet.plan.kind, now, salt });
  for (let row = 1; row <= sheet.rows(); row += 1) {
    const payment = sheet.isSendable(row) ? sheet.paymentOf(row) : undefined;
    if (payment) yield { row, payment, reference: payment.reference ?? referenceOf(payment) };
  }
}

function* readyPayments(sheet: Sheet, options: { now: Date; salt: string }): Generator<Payment> {
  for (const one of paymentsOf(sheet, options)) if (sheet.isReady(one.row)) yield one;
}

/** The rows that are not sent: the file's own columns, then the row number and the reasons. Dashboard 5.6. */
export function writeErrorRows(sheet: Sheet): Blob {
  const { header } = sheet.plan;
  const keep = header.flatMap((name, index) => (name === "_row" || name === "_errors" ? [] : [index]));
  const columns = [...keep.map((index) => header[index] ?? ""), "_row", "_errors"];
  const withVerdict = [...sheet.verdicts.rows()].filter(sheet.verdicts.isLeftOut);
  const rows = [...new Set([...sheet.list(), ...withVerdict])]
    .filter((row) => !sheet.isReady(row))
    .sort((a, b) => a - b);
  return asFile(columns, rows, (row) => {
    const record = sheet.recordOf(row);
    const own = sheet.problemsOf(row).flatMap(({ level, text }) => (level === "warning" ? [] : [text]));
    const verdict = sheet.verdicts.of(row);
    const why = verdict ? [...own, verdict.text] : own;
    return [...keep.map((index) => record[index] ?? ""), String(row), why.join("; ")];
  });
}

/**
 * A reference for the whole file: on one day, equal payments have the same reference in any file. On another day only the last part
 * differs, so a file that is due again, such as salaries, is a new batch (decision 0098).
 */
export function fileReference(sheet: Sheet, { now, salt }: { now: Date; salt: string }): string {
  const reference = createFileReference({ operation: sheet.plan.kind, now, salt });
  for (const row of readyRows(sheet)) {
    const payment = sheet.paymentOf(row);
    if (payment) reference.add(payment);
  }
  return reference.digest();
}

function* readyRows(sheet: Sheet): Generator<number> {
  for (let row = 1; row <= sheet.rows(); row += 1) if (sheet.isReady(row)) yield row;
}

/** Starts with a byte order mark, without which spreadsheets misread UTF-8. Built in chunks to avoid one very long string. */
function asFile<Row>(columns: readonly string[], rows: Iterable<Row>, cellsOf: (row: Row) => string[]): Blob {
  const chunks: string[] = [];
  let chunk = `\ufeff${csvLine(columns)}`;
  let count = 0;
  for (const row of rows) {
    chunk += csvLine(cellsOf(row));
    count += 1;
    if (count % CHUNK_ROWS > 0) continue;
    chunks.push(chunk);
    chunk = "";
  }
  return new Blob([...chunks, chunk], { type: "text/csv" });
}

/**
 * Generates the same reference for the same payment on the same day in Lagos, so that a file sent twice is paid once:
 * `imp-<date>-<16 hex>` over operation, wallet, amount, narration and the number of equal payments before it in the file.
 * `salt` makes equal payments new ones. Dashboard 5.6.
 */
export function createReferences({ operation, now, salt }: { operation: string; now: Date; salt: string }) {
  const day = dayOf(now);
  const seen = new Map<string, number>();
  return (row: FilePayment): string => {
    const payment = JSON.stringify([payeeOf(row), row.amount, row.narration ?? ""]);
    const occurrence = (seen.get(payment) ?? 0) + 1;
    seen.set(payment, occurrence);
    return `imp-${day}-${sha256(JSON.stringify([operation, payment, occurrence, salt])).slice(0, 16)}`;
  };
}

function dayOf(now: Date): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Lagos" }).format(now).replaceAll("-", "");
}

/** The reference of a whole file, computed from its payments and not from its bytes: `imp-<16 hex>-<date>`. */
export function createFileReference({ operation, now, salt }: { operation: string; now: Date; salt: string }) {
  const hash = createSha256();
  hash.add(JSON.stringify([operation, salt]));
  return {
    add: (row: FilePayment) =>
      hash.add(JSON.stringify([payeeOf(row), row.amount, row.narration ?? "", row.reference ?? ""])),
    digest: () => `imp-${hash.digest().slice(0, 16)}-${dayOf(now)}`,
  };
}
