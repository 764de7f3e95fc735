"use client";

import { useQuery } from "@tanstack/react-query";
import type { PendingSort } from "../../../contract/approvals.ts";
import { requestersQuery } from "../../../lib/api/approvals.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { FilterFold, setChoice } from "../../layout/page/filter-fold.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/select.tsx";
import { kindAppearances } from "../approval-texts.ts";
import { texts } from "./texts.ts";
import { type ApprovalsView, KINDS, SORTS } from "./use-approvals-view.ts";

const sortLabels: Record<PendingSort, string> = {
  newest: texts.newestFirst,
  oldest: texts.oldestFirst,
  expiry: texts.expiringFirst,
  amount: texts.largestFirst,
};
const sortOptions = SORTS.map((sort) => ({ value: sort, label: sortLabels[sort] }));
const kindOptions = KINDS.map((kind) => ({ value: kind, label: kindAppearances[kind].word }));

/** Sorts and filters the list. Changes apply immediately and stay in the address. */
export function ApprovalsFilters({ view, hasRequesters }: { view: ApprovalsView; hasRequesters: boolean }) {
  const { data: requesters = [] } = useQuery({ ...requestersQuery(useSession()), enabled: hasRequesters });
  const requesterOptions = requesters.map(({ id, name }) => ({ value: id, label: name }));
  const active = [
    ...setChoice(view.kind, kindOptions, () => view.set({ kind: null })),
    ...setChoice(view.creator, requesterOptions, () => view.set({ creator: null })),
  ];
  return (
    <search aria-label={texts.filterRequests} className="flex flex-wrap items-center gap-2 pt-4 pb-3">
      <Select
        aria-label={texts.sortBy}
        value={view.sort}
        options={sortOptions}
        onValue={(sort) => view.set({ sort: sort ?? "newest" })}
        className="max-w-44 max-md:flex-1"
      />
      <FilterFold active={active}>
        <Select
          aria-label={texts.kind}
          value={view.kind ?? ""}
          none={texts.allKinds}
          options={kindOptions}
          onValue={(kind) => view.set({ kind })}
          className="max-w-44 max-md:w-full max-md:max-w-none"
        />
        {hasRequesters && (
          <Select
            aria-label={texts.requester}
            value={view.creator ?? ""}
            none={texts.allRequesters}
            options={requesterOptions}
            onValue={(creator) => view.set({ creator })}
            className="max-w-56 max-md:w-full max-md:max-w-none"
          />
        )}
        {view.isFiltered && (
          <Button size="small" onClick={() => view.set({ kind: null, creator: null })}>
            {texts.clearFilters}
          </Button>
        )}
      </FilterFold>
    </search>
  );
}
