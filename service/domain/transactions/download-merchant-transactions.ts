import { findNextMerchantTransactions, type MerchantListCursor } from "../../db/transactions/merchant-transactions.ts";
import type { Context } from "../context.ts";
import { csvOf, PART_ROWS, recordDownload } from "./transaction-csv.ts";
import { kindsOf, spanOf, type TransactionFilters } from "./transaction-filters.ts";

/**
 * The merchant's list as CSV, newest first and without a bound, in parts that are read as they are asked for. What is posted
 * meanwhile is not in it. Audited. Api 4, wire 5.
 */
export async function downloadMerchantTransactions(
  ctx: Context,
  input: TransactionFilters,
): Promise<AsyncIterable<string>> {
  await recordDownload(ctx, { kind: "merchant", id: ctx.tenant.merchantId }, input);
  const filter = { kinds: kindsOf("merchant", input), status: input.status ?? null, ...spanOf(input) };
  let cursor: MerchantListCursor | null = null;
  return csvOf(ctx, "merchant", async () => {
    const rows = await findNextMerchantTransactions(ctx.db, ctx.tenant.id, filter, { cursor, limit: PART_ROWS });
    const last = rows.at(-1);
    cursor = last ? { at: last.at, id: last.id } : cursor;
    return rows;
  });
}
