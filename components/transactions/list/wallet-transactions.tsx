"use client";

import { Download } from "lucide-react";
import { ButtonLink } from "../../ui/button-link.tsx";
import { texts } from "./texts.ts";
import { TransactionFilters } from "./transaction-filters.tsx";
import { TransactionsTable } from "./transactions-table.tsx";
import { useTransactionFilters } from "./use-transaction-filters.ts";

/** One wallet's statement: changes with the balance after each, and a link to the download. Dashboard 2.5. */
export function WalletTransactions({ customerId }: { customerId: string }) {
  const view = useTransactionFilters("customer");
  const { search: _, status: __, ...filters } = view.filters;
  const given = Object.entries({ customerId, ...filters });
  const query = new URLSearchParams(given.flatMap(([name, value]) => (value ? [[name, String(value)]] : [])));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-4">
      <TransactionFilters
        view={view}
        action={
          <ButtonLink href={`/statements?${query}`} icon={Download}>
            {texts.downloadStatement}
          </ButtonLink>
        }
      />
      <div>
        <TransactionsTable view={view} customerId={customerId} />
      </div>
    </div>
  );
}
