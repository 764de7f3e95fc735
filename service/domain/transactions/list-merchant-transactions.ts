import type { TransactionList } from "../../../contract/transactions.ts";
import { findMerchantTransactions } from "../../db/transactions/merchant-transactions.ts";
import type { Context } from "../context.ts";
import { amountsOf, kindsOf, spanOf, type TransactionFilters } from "./transaction-filters.ts";
import { type PageInput, pageView, sliceOf } from "./transaction-page.ts";
import { resolveSearch } from "./transaction-search.ts";

export type ListMerchantTransactionsInput = TransactionFilters & PageInput & { search?: string | undefined };

/**
 * Lists a page of the transactions of all the merchant's wallets, newest first, each once: from the side of the merchant's wallet,
 * or, for a transfer between customers, from the payer's. Api 4, wire 3.3 and 5. Returns the wire payload.
 * @throws `validation_failed` for a page beyond the bound, and for a search that matches too much.
 */
export async function listMerchantTransactions(
  ctx: Context,
  input: ListMerchantTransactionsInput,
): Promise<TransactionList> {
  const matches = await resolveSearch(ctx, input.search);
  const kinds = kindsOf("merchant", input);
  const filter = { kinds, status: input.status ?? null, amounts: amountsOf(input), ...spanOf(input) };
  const found = await findMerchantTransactions(ctx.db, ctx.tenant.id, filter, { ...sliceOf(input), matches });
  return pageView(ctx, "merchant", input, found);
}
