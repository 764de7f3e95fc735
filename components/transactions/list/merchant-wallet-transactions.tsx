"use client";

import { TransactionFilters } from "./transaction-filters.tsx";
import { TransactionsTable } from "./transactions-table.tsx";
import { useTransactionFilters } from "./use-transaction-filters.ts";

/** What moved money of the merchant's own wallet, with filters in the address. */
export function MerchantWalletTransactions() {
  const view = useTransactionFilters("merchant");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <TransactionFilters view={view} />
      <div>
        <TransactionsTable view={view} wallet="merchant" />
      </div>
    </div>
  );
}
