"use client";

import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { AmountFilter } from "../../layout/page/amount-filter.tsx";
import { setAmounts, setChoice } from "../../layout/page/filter-fold.tsx";
import { ListFilters } from "../../layout/page/list-filters.tsx";
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

/** Filters a list of transactions. Changes apply immediately and stay in the address. */
export function TransactionFilters({ view, action }: { view: TransactionView; action?: ReactNode }) {
  const { filters, set } = view;
  const categories = categoryChoices(view.side);
  const active = [
    ...setChoice(filters.type, TYPES, () => set({ type: null })),
    ...setChoice(filters.status, STATUSES, () => set({ status: null })),
    ...setChoice(filters.category, categories, () => set({ category: null })),
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
      </ListFilters>
    </search>
  );
}
