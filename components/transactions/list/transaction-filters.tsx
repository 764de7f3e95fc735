"use client";

import { Search, X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "../../ui/button.tsx";
import { DayInput } from "../../ui/day-input.tsx";
import { Select } from "../../ui/select.tsx";
import { SettledInput } from "../../ui/settled-input.tsx";
import { categoryChoices, statusAppearances } from "../transaction-labels.ts";
import type { TransactionView } from "./use-transaction-filters.ts";

const TYPES = [
  { value: "CREDIT", label: "Money in" },
  { value: "DEBIT", label: "Money out" },
] as const;
const STATUSES = (["success", "failed", "pending"] as const).map((value) => ({
  value,
  label: statusAppearances[value].word,
}));

/** Filters a list of transactions. Changes apply immediately and stay in the address. */
export function TransactionFilters({ view, action }: { view: TransactionView; action?: ReactNode }) {
  const { filters, set } = view;
  const problemId = useId();
  return (
    <search aria-label="Filter transactions" className="flex flex-wrap items-end gap-2">
      <SettledInput
        icon={Search}
        aria-label="Search by reference, name or account number"
        placeholder="Reference, name, account number"
        value={view.search}
        onText={(search) => set({ search })}
        className="md:max-w-72"
      />
      <Select
        aria-label="Direction"
        value={filters.type ?? ""}
        none="In and out"
        options={TYPES}
        onValue={(type) => set({ type })}
        className="max-md:flex-1"
      />
      <Select
        aria-label="Status"
        value={filters.status ?? ""}
        none="Any status"
        options={STATUSES}
        onValue={(status) => set({ status })}
        className="max-md:flex-1"
      />
      <Select
        aria-label="Category"
        value={filters.category ?? ""}
        none="All categories"
        options={categoryChoices(view.side)}
        onValue={(category) => set({ category })}
        className="max-md:w-full"
      />
      <DayInput
        label="From"
        value={filters.startDate}
        problemId={view.isBackward ? problemId : undefined}
        onDay={(startDate) => set({ startDate })}
      />
      <DayInput
        label="To"
        value={filters.endDate}
        problemId={view.isBackward ? problemId : undefined}
        onDay={(endDate) => set({ endDate })}
      />
      {view.hasFilters && (
        <Button variant="quiet" icon={X} onClick={view.clear}>
          Clear filters
        </Button>
      )}
      {action}
      {view.isBackward && (
        <p id={problemId} role="alert" className="w-full text-bad text-xs">
          The first day is after the last one.
        </p>
      )}
      {view.isIdentity && (
        <p role="status" className="w-full text-wait text-xs">
          Eleven digits look like a BVN or NIN, so they were not sent.
        </p>
      )}
    </search>
  );
}
