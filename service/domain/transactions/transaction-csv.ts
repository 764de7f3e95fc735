import { csvLine } from "../../../contract/csv-line.ts";
import type { LedgerTransaction } from "../../../contract/transactions.ts";
import { inTransaction } from "../../db/pool.ts";
import type { TransactionLine } from "../../db/transactions/transaction-line.ts";
import type { Context } from "../context.ts";
import { recordAudit } from "../record-audit.ts";
import { type ListSide, transactionView } from "./transaction-view.ts";

/** The columns of a download, in order (wire 5). */
const COLUMNS = [
  "id",
  "reference",
  "type",
  "status",
  "amount",
  "fee",
  "vat",
  "total",
  "currency",
  "category",
  "description",
  "createdAt",
] as const satisfies readonly (keyof LedgerTransaction)[];

/** Rows per query. A slow caller holds at most two chunks in memory and no connection. */
export const CHUNK_ROWS = 1_000;

/** Writes a file with a header, in chunks. Calls `nextRows` for `CHUNK_ROWS` rows at a time until it returns fewer. */
export async function* csvOf(
  ctx: Context,
  side: ListSide,
  nextRows: () => Promise<readonly TransactionLine[]>,
): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for (let rows = await nextRows(); rows.length > 0; rows = await nextRows()) {
    yield rows.map((row) => lineOf(transactionView(row, side, ctx.tenant.mode))).join("");
    if (rows.length < CHUNK_ROWS) return;
  }
}

function lineOf(transaction: LedgerTransaction): string {
  return csvLine(COLUMNS.map((column) => transaction[column]));
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
