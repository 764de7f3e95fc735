"use client";

import { useQuery } from "@tanstack/react-query";
import { Search, X } from "lucide-react";
import { useId } from "react";
import { banksQuery } from "../../lib/api/payouts.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { Button } from "../ui/button.tsx";
import { DayInput } from "../ui/day-input.tsx";
import { Select } from "../ui/select.tsx";
import { SettledInput } from "../ui/settled-input.tsx";
import type { PayoutsView } from "./use-payouts-view.ts";

/** Filters the payouts. Changes apply immediately and stay in the address. */
export function PayoutsFilters({ view }: { view: PayoutsView }) {
  const session = useSession();
  const { data: banks = [] } = useQuery(banksQuery(session));
  const { filters, set } = view;
  const problemId = useId();
  return (
    <search aria-label="Filter payouts" className="flex flex-wrap items-end gap-2">
      <SettledInput
        icon={Search}
        aria-label="Search by reference, name or account number"
        placeholder="Reference, name, account number"
        value={view.search}
        onText={view.searchFor}
        className="md:max-w-72"
      />
      <Select
        aria-label="Bank"
        value={filters.bank ?? ""}
        none="All banks"
        options={banks.map(({ code, name }) => ({ value: code, label: name }))}
        onValue={(bank) => set({ bank })}
        className="max-w-56 max-md:w-full max-md:max-w-none"
      />
      {(["startDate", "endDate"] as const).map((name) => (
        <DayInput
          key={name}
          label={name === "startDate" ? "From" : "To"}
          value={filters[name]}
          problemId={view.isBackward ? problemId : undefined}
          onDay={(day) => set({ [name]: day })}
        />
      ))}
      {view.hasFilters && (
        <Button variant="quiet" icon={X} onClick={view.clear}>
          Clear filters
        </Button>
      )}
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
