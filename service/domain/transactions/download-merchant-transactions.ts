import type { LedgerTransaction } from "../../../contract/transactions.ts";
import { findNextMerchantTransactions, type MerchantListCursor } from "../../db/transactions/merchant-transactions.ts";
import type { Context } from "../context.ts";
import { CHUNK_ROWS, recordDownload, type StatementWriting, statementOf } from "./transaction-csv.ts";
import { kindsOf, spanOf, type TransactionFilters } from "./transaction-filters.ts";

/**
 * Downloads the merchant's transactions, newest first and without a bound. Each chunk is read when the caller asks for it.
 * Excludes transactions posted after the start. Audited. Api 4, wire 5.
 */
export async function downloadMerchantTransactions(
  ctx: Context,
  input: TransactionFilters & StatementWriting,
): Promise<AsyncIterable<LedgerTransaction[]>> {
  await recordDownload(ctx, { kind: "merchant", id: ctx.tenant.merchantId }, input);
  const filter = { kinds: kindsOf("merchant", input), status: input.status ?? null, amounts: null, ...spanOf(input) };
  let cursor: MerchantListCursor | null = null;
  return statementOf(ctx, "merchant", input, async () => {
    const rows = await findNextMerchantTransactions(ctx.db, ctx.tenant.id, filter, { cursor, limit: CHUNK_ROWS });
    const last = rows.at(-1);
    cursor = last ? { at: last.at, id: last.id } : cursor;
    return rows;
  });
}
