"use client";

import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { banksQuery } from "../../lib/api/payouts.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { AmountFilter } from "../layout/page/amount-filter.tsx";
import { setAmounts, setChoice } from "../layout/page/filter-fold.tsx";
import { ListFilters } from "../layout/page/list-filters.tsx";
import { SavedViews } from "../layout/page/saved-views.tsx";
import { Select } from "../ui/select.tsx";
import { SettledInput } from "../ui/settled-input.tsx";
import { texts } from "./texts.ts";
import type { PayoutsView } from "./use-payouts-view.ts";

/** Filters the payouts. Changes apply immediately and stay in the address. */
export function PayoutsFilters({ view }: { view: PayoutsView }) {
  const session = useSession();
  const { data: banks = [] } = useQuery(banksQuery(session));
  const { filters, set } = view;
  const bankOptions = banks.map(({ code, name }) => ({ value: code, label: name }));
  const active = [...setChoice(filters.bank, bankOptions, () => set({ bank: null })), ...setAmounts(filters, set)];
  return (
    <search aria-label={texts.filterPayouts} className="flex flex-wrap items-end gap-2">
      <SettledInput
        icon={Search}
        aria-label={texts.searchByReferenceName}
        placeholder={texts.referenceNameAccountNumber}
        value={view.search}
        onText={view.searchFor}
        className="md:max-w-72"
      />
      <ListFilters view={view} active={active} action={<SavedViews list="payouts" />}>
        <Select
          aria-label={texts.bank}
          value={filters.bank ?? ""}
          none={texts.allBanks}
          options={bankOptions}
          onValue={(bank) => set({ bank })}
          className="max-w-56 max-md:w-full max-md:max-w-none"
        />
        <AmountFilter amounts={filters} set={set} />
      </ListFilters>
    </search>
  );
}
