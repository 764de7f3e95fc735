"use client";

import { Search, X } from "lucide-react";
import type { ReactNode } from "react";
import { AmountFilter } from "../../layout/page/amount-filter.tsx";
import { setAmounts, setChoice } from "../../layout/page/filter-fold.tsx";
import { ListFilters } from "../../layout/page/list-filters.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/select.tsx";
import { SettledInput } from "../../ui/settled-input.tsx";
import { categoryChoices, statusAppearances } from "../transaction-labels.ts";
import { texts } from "./texts.ts";
import type { TransactionView } from "./use-transaction-filters.ts";

const TYPES = [
  { value: "CREDIT", label: texts.moneyIn },
  { value: "DEBIT", label: texts.moneyOut },
] as const;
const STATUSES = (["success", "failed", "pending"] as const).map((value) => ({
  value,
  label: statusAppearances[value].word,
}));
/** Set by the address only, such as a saved view; shown so that it can be removed. */
const GROUPS = [
  { value: "moneyIn", label: texts.intoTheWallets },
  { value: "moneyOut", label: texts.outOfTheWallets },
  { value: "cardPayments", label: texts.cardPayments },
  { value: "returnedCardPayments", label: texts.returnedCardPayments },
] as const;

/** Filters a list of transactions. Changes apply immediately and stay in the address. */
export function TransactionFilters({ view, action }: { view: TransactionView; action?: ReactNode }) {
  const { filters, set } = view;
  const categories = categoryChoices(view.side);
  const group = GROUPS.find(({ value }) => value === filters.group);
  const active = [
    ...setChoice(filters.type, TYPES, () => set({ type: null })),
    ...setChoice(filters.status, STATUSES, () => set({ status: null })),
    ...setChoice(filters.category, categories, () => set({ category: null })),
    ...setChoice(filters.group, GROUPS, () => set({ group: null })),
    ...setAmounts(filters, set),
  ];
  return (
    <search aria-label={texts.filterTransactions} className="flex flex-wrap items-end gap-2">
      <SettledInput
        icon={Search}
        aria-label={texts.searchByReferenceName}
        placeholder={texts.referenceNameAccountNumber}
        value={view.search}
        onText={(search) => set({ search })}
        className="md:max-w-72"
      />
      <ListFilters view={view} active={active} action={action}>
        <Select
          aria-label={texts.direction}
          value={filters.type ?? ""}
          none={texts.inAndOut}
          options={TYPES}
          onValue={(type) => set({ type })}
          className="max-md:flex-1"
        />
        <Select
          aria-label={texts.status}
          value={filters.status ?? ""}
          none={texts.anyStatus}
          options={STATUSES}
          onValue={(status) => set({ status })}
          className="max-md:flex-1"
        />
        <Select
          aria-label={texts.category}
          value={filters.category ?? ""}
          none={texts.allCategories}
          options={categories}
          onValue={(category) => set({ category })}
          className="max-md:w-full"
        />
        <AmountFilter amounts={filters} set={set} />
        {group && (
          <Button icon={X} aria-label={texts.removeFilter(group.label)} onClick={() => set({ group: null })}>
            {group.label}
          </Button>
        )}
      </ListFilters>
    </search>
  );
}
