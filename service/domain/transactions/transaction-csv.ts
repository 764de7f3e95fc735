import { csvLine } from "../../../contract/csv-line.ts";
import { PUBLISHED_COLUMNS, STATEMENT_COLUMNS, type StatementColumn } from "../../../contract/statement-columns.ts";
import type { LedgerTransaction } from "../../../contract/transactions.ts";
import { inTransaction } from "../../db/pool.ts";
import type { TransactionLine } from "../../db/transactions/transaction-line.ts";
import type { Context } from "../context.ts";
import { withoutMetadata } from "../list-metadata.ts";
import { recordAudit } from "../record-audit.ts";
import { lagosText } from "./lagos-text.ts";
import { amountsOf, type TransactionFilters } from "./transaction-filters.ts";
import { type ListSide, transactionView } from "./transaction-view.ts";

/** How a download is written. Its columns are in the order of the contract, not of the request. */
export type StatementWriting = {
  columns?: readonly StatementColumn[] | undefined;
  unit?: "kobo" | "naira" | undefined;
  zone?: "UTC" | "Lagos" | undefined;
};

const MONEY: ReadonlySet<StatementColumn> = new Set(["amount", "fee", "vat", "total", "balanceBefore", "balanceAfter"]);

/** Rows per query. A slow caller holds at most two chunks in memory and no connection. */
export const CHUNK_ROWS = 1_000;

/**
 * The transactions of a download in chunks. Calls `nextRows` for `CHUNK_ROWS` rows at a time until it returns fewer. Amounts have no
 * index, so they are compared here (decision 0126).
 */
export async function* statementOf(
  ctx: Context,
  side: ListSide,
  filters: TransactionFilters,
  nextRows: () => Promise<readonly TransactionLine[]>,
): AsyncGenerator<LedgerTransaction[]> {
  const amounts = amountsOf(filters);
  const isOfAmount = ({ amount }: TransactionLine) =>
    amounts === null || (amount >= amounts.from && amount <= amounts.to);
  for (let rows = await nextRows(); rows.length > 0; rows = await nextRows()) {
    const kept = rows.filter(isOfAmount);
    if (kept.length > 0) yield kept.map((row) => withoutMetadata(transactionView(row, side, ctx.tenant.mode)));
    if (rows.length < CHUNK_ROWS) return;
  }
}

/** Writes a statement as a file with a header, in chunks. */
export async function* csvOf(
  statement: AsyncIterable<readonly LedgerTransaction[]>,
  writing: StatementWriting,
): AsyncGenerator<string> {
  const columns = STATEMENT_COLUMNS.filter((column) => (writing.columns ?? PUBLISHED_COLUMNS).includes(column));
  yield csvLine(columns.map((column) => headOf(column, writing)));
  for await (const rows of statement) {
    yield rows
      .map((row) => cellsOf(row, writing))
      .map((cells) => csvLine(columns.map((column) => cells[column])))
      .join("");
  }
}

/** A column of naira says so, because a file does not show how it was asked for. */
function headOf(column: StatementColumn, { unit }: StatementWriting): string {
  return unit === "naira" && MONEY.has(column) ? `${column}Naira` : column;
}

function cellsOf(
  transaction: LedgerTransaction,
  { unit, zone }: StatementWriting,
): Record<StatementColumn, string | number | null> {
  const { sourceWallet, destinationWallet, balance_before, balance_after, createdAt } = transaction;
  const [own, other] =
    transaction.type === "DEBIT" ? [sourceWallet, destinationWallet] : [destinationWallet, sourceWallet];
  const money = (kobo: number | null) => (unit === "naira" && kobo !== null ? nairaText(kobo) : kobo);
  return {
    ...transaction,
    amount: money(transaction.amount),
    fee: money(transaction.fee),
    vat: money(transaction.vat),
    total: money(transaction.total),
    wallet: own?.name ?? null,
    walletNumber: own?.accountNumber ?? null,
    customerId: own?.customerId ?? other?.customerId ?? null,
    counterparty: other?.name ?? null,
    counterpartyNumber: other?.accountNumber ?? null,
    balanceBefore: money(balance_before),
    balanceAfter: money(balance_after),
    createdAt: zone === "Lagos" ? lagosText(createdAt) : createdAt,
  };
}

/** `1250.50`: two decimals and no grouping, so that every spreadsheet reads a number. */
function nairaText(kobo: number): string {
  const sign = kobo < 0 ? "-" : "";
  const digits = String(Math.abs(kobo)).padStart(3, "0");
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Audits a download before its first row is sent. API 6. */
export async function recordDownload(
  ctx: Context,
  object: { kind: "merchant" | "customer"; id: string },
  filters: object,
): Promise<void> {
  await inTransaction(ctx.db, (tx) =>
    recordAudit(tx, ctx, { action: "transactions.download", object, after: filters }),
  );
}
