"use client";

import { SavedViews } from "../../layout/page/saved-views.tsx";
import { TransactionFilters } from "./transaction-filters.tsx";
import { TransactionTabs } from "./transaction-tabs.tsx";
import { TransactionsTable } from "./transactions-table.tsx";
import { useTransactionFilters } from "./use-transaction-filters.ts";

/** All transactions of the merchant's wallets, with filters in the address. Dashboard 2.5. */
export function TransactionsList() {
  const view = useTransactionFilters("merchant");
  return (
    <div className="@container mt-5 grid grid-cols-[minmax(0,1fr)] gap-4">
      <TransactionTabs view={view} />
      <TransactionFilters view={view} action={<SavedViews list="transactions" />} />
      <div>
        <TransactionsTable view={view} />
      </div>
    </div>
  );
}
