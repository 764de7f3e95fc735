"use client";

import type { LedgerTransaction } from "../../../contract/transactions.ts";
import { Button } from "../../ui/button.tsx";
import { texts } from "./texts.ts";
import type { TransactionView } from "./use-transaction-filters.ts";

const TABS: readonly { category: LedgerTransaction["category"] | null; label: string }[] = [
  { category: null, label: texts.all },
  { category: "CREDIT_CUSTOMER_WALLET", label: texts.credits },
  { category: "DEBIT_CUSTOMER_WALLET", label: texts.debits },
  { category: "WALLET_TO_WALLET_TRANSFER", label: texts.transfers },
  { category: "BANK_TRANSFER", label: texts.bankTransfers },
];

/** The kinds that are looked for most, each one click away. Rarer ones are in the category filter. */
export function TransactionTabs({ view: { filters, set } }: { view: TransactionView }) {
  const open = filters.category ?? null;
  return (
    <nav aria-label={texts.kindOfTransaction} className="scroll-none -mx-pad flex gap-2 overflow-x-auto px-pad py-0.5">
      {TABS.map(({ category, label }) => (
        <Button
          key={label}
          size="small"
          variant={category === open ? "plain" : "quiet"}
          aria-current={category === open ? "page" : undefined}
          onClick={() => set({ category })}
        >
          {label}
        </Button>
      ))}
    </nav>
  );
}
