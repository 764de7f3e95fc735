"use client";

import { Search, X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Input } from "../ui/input.tsx";
import { Select } from "../ui/select.tsx";
import { categoryChoices, statusLooks } from "./transaction-look.ts";
import type { TransactionView } from "./use-transaction-filters.ts";

const SETTLE_MS = 300;
const TYPES = [
  { value: "CREDIT", label: "Money in" },
  { value: "DEBIT", label: "Money out" },
] as const;
const STATUSES = (["success", "failed", "pending"] as const).map((value) => ({
  value,
  label: statusLooks[value].word,
}));

/** Narrows a list of transactions; each choice shows at once and stays in the address. */
export function TransactionFilters({ view, action }: { view: TransactionView; action?: ReactNode }) {
  const { filters, set } = view;
  const problemId = useId();
  return (
    <search aria-label="Filter transactions" className="flex flex-wrap items-end gap-2">
      <SearchBox view={view} />
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
        onDay={(startDate) => set({ startDate })}
        describedBy={view.isBackward ? problemId : undefined}
      />
      <DayInput
        label="To"
        value={filters.endDate}
        onDay={(endDate) => set({ endDate })}
        describedBy={view.isBackward ? problemId : undefined}
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

/** Its text waits until typing rests, then narrows the list. */
function SearchBox({ view }: { view: TransactionView }) {
  const [text, setText] = useState(view.search);
  const sent = useRef(view.search);
  // "Clear filters" and the browser's Back change it from outside.
  useEffect(() => {
    if (view.search === sent.current) return;
    sent.current = view.search;
    setText(view.search);
  }, [view.search]);
  const latest = useRef(view.set);
  latest.current = view.set;
  useEffect(() => {
    if (text.trim() === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text.trim();
      latest.current({ search: text.trim() || null });
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <Input
      type="search"
      icon={Search}
      aria-label="Search by reference, name or account number"
      placeholder="Reference, name, account number"
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
      value={text}
      onChange={(event) => setText(event.target.value)}
      className="md:max-w-72"
    />
  );
}

type DayInputProps = {
  label: string;
  value: string | undefined;
  onDay: (day: string | null) => void;
  describedBy: string | undefined;
};

function DayInput({ label, value, onDay, describedBy }: DayInputProps) {
  return (
    <label className="inline-flex items-center gap-2 max-md:flex-1">
      <span className="whitespace-nowrap text-fg-2 text-xs">{label}</span>
      <input
        type="date"
        value={value ?? ""}
        min="2000-01-01"
        max="2099-12-31"
        aria-describedby={describedBy}
        aria-invalid={describedBy ? true : undefined}
        onChange={({ target }) => onDay(target.value === "" ? null : target.value)}
        className="h-control w-full rounded-control border border-control-line bg-panel px-3 tabular-nums outline-offset-2 hover:border-fg-2 md:w-36"
      />
    </label>
  );
}
