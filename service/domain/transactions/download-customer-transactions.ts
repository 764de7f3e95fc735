import type { LedgerTransaction } from "../../../contract/transactions.ts";
import { type CustomerListCursor, findNextCustomerTransactions } from "../../db/transactions/customer-transactions.ts";
import type { Context } from "../context.ts";
import { customerFilter } from "./list-customer-transactions.ts";
import { CHUNK_ROWS, recordDownload, type StatementWriting, statementOf } from "./transaction-csv.ts";
import type { TransactionFilters } from "./transaction-filters.ts";

/**
 * Downloads the statement of a customer's wallet, newest first and without a bound. Each chunk is read when the caller asks
 * for it. Audited. Api 4, wire 5.
 * @throws `customer_not_found`, also for a customer of another merchant or mode.
 */
export async function downloadCustomerTransactions(
  ctx: Context,
  input: TransactionFilters & StatementWriting & { customerId: string },
): Promise<AsyncIterable<LedgerTransaction[]>> {
  const { customerId, ...filters } = input;
  const filter = await customerFilter(ctx, input);
  await recordDownload(ctx, { kind: "customer", id: customerId }, filters);
  let cursor: CustomerListCursor = { seq: null, notPosted: null };
  return statementOf(ctx, "customer", input, async () => {
    const next = await findNextCustomerTransactions(ctx.db, ctx.tenant.id, filter, { cursor, limit: CHUNK_ROWS });
    cursor = next.cursor;
    return next.rows;
  });
}
