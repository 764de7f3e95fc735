"use client";

import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { banksQuery } from "../../lib/api/payouts.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { AmountFilter } from "../layout/page/amount-filter.tsx";
import { PeriodFilter } from "../layout/page/period-filter.tsx";
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
      <Select
        aria-label={texts.bank}
        value={filters.bank ?? ""}
        none={texts.allBanks}
        options={banks.map(({ code, name }) => ({ value: code, label: name }))}
        onValue={(bank) => set({ bank })}
        className="max-w-56 max-md:w-full max-md:max-w-none"
      />
      <AmountFilter amounts={filters} set={set} />
      <PeriodFilter view={view} action={<SavedViews list="payouts" />} />
    </search>
  );
}
