import type { CustomerTransactionList } from "../../../contract/transactions.ts";
import { ALL_ENTRIES, findEntrySpan } from "../../db/ledger/entry-span.ts";
import { type CustomerListFilter, findCustomerTransactions } from "../../db/transactions/customer-transactions.ts";
import { findWalletAddresses } from "../../db/wallets/wallet-addresses.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { amountsOf, kindsOf, spanOf, type TransactionFilters } from "./transaction-filters.ts";
import { type PageInput, pageView, sliceOf } from "./transaction-page.ts";
import { resolveSearch } from "./transaction-search.ts";

export type ListCustomerTransactionsInput = TransactionFilters &
  PageInput & { customerId: string; search?: string | undefined };

/**
 * Lists a page of the statement of a customer's wallet, newest first, from that wallet's side. Failed transactions are included.
 * A search matches the other side. Api 4, wire 3.3 and 5. Returns the wire payload.
 * @throws `customer_not_found`, also for a customer of another merchant or mode; `validation_failed` for a page beyond the bound,
 * and for a search that matches too much.
 */
export async function listCustomerTransactions(
  ctx: Context,
  input: ListCustomerTransactionsInput,
): Promise<CustomerTransactionList> {
  const filter = await customerFilter(ctx, input);
  const matches = await resolveSearch(ctx, input.search);
  const found = await findCustomerTransactions(ctx.db, ctx.tenant.id, filter, {
    ...sliceOf(input),
    // Every row belongs to this wallet, so its own account would match all rows.
    matches: matches && { ...matches, accounts: matches.accounts.filter((account) => account !== filter.account) },
  });
  const { transactions, metadata } = pageView(ctx, "customer", input, found);
  return { transactions: transactions.map((row) => ({ ...row, userId: input.customerId })), metadata };
}

/** The filter of a wallet's statement. @throws `customer_not_found` */
export async function customerFilter(
  ctx: Context,
  input: TransactionFilters & { customerId: string },
): Promise<CustomerListFilter> {
  const [wallet] = await findWalletAddresses(ctx.db, ctx.tenant.id, [input.customerId]);
  if (!wallet) throw new Failure("customer_not_found");
  const span = spanOf(input);
  const isDated = input.startDate !== undefined || input.endDate !== undefined;
  return {
    account: wallet.accountId,
    kinds: input.category === undefined ? null : kindsOf("customer", input),
    isPayer: input.type === "ALL" ? null : input.type === "DEBIT",
    status: input.status ?? null,
    amounts: amountsOf(input),
    ...span,
    entries: isDated ? await findEntrySpan(ctx.db, ctx.tenant.id, wallet.accountId, span) : ALL_ENTRIES,
  };
}
