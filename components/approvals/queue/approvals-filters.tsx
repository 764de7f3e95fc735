"use client";

import { useQuery } from "@tanstack/react-query";
import { PendingKind } from "../../../contract/approvals.ts";
import { requestersQuery } from "../../../lib/api/approvals.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/select.tsx";
import { kindAppearances } from "../approval-texts.ts";
import { texts } from "./texts.ts";
import type { ApprovalsView } from "./use-approvals-view.ts";

const KINDS = PendingKind.options.map((kind) => ({ value: kind, label: kindAppearances[kind].word }));
const SORTS = [
  { value: "newest", label: texts.newestFirst },
  { value: "oldest", label: texts.oldestFirst },
  { value: "expiry", label: texts.expiringFirst },
  { value: "amount", label: texts.largestFirst },
] as const;

/** Sorts and filters the list. Changes apply immediately and stay in the address. */
export function ApprovalsFilters({ view, hasRequesters }: { view: ApprovalsView; hasRequesters: boolean }) {
  const { data: requesters = [] } = useQuery({ ...requestersQuery(useSession()), enabled: hasRequesters });
  return (
    <search aria-label={texts.filterRequests} className="flex flex-wrap items-center gap-2 pt-4 pb-3">
      <Select
        aria-label={texts.sortBy}
        value={view.sort}
        options={SORTS}
        onValue={(sort) => view.set({ sort: sort ?? "newest" })}
        className="max-w-44 max-md:flex-1"
      />
      <Select
        aria-label={texts.kind}
        value={view.kind ?? ""}
        none={texts.allKinds}
        options={KINDS}
        onValue={(kind) => view.set({ kind })}
        className="max-w-44 max-md:flex-1"
      />
      {hasRequesters && (
        <Select
          aria-label={texts.requester}
          value={view.creator ?? ""}
          none={texts.allRequesters}
          options={requesters.map(({ id, name }) => ({ value: id, label: name }))}
          onValue={(creator) => view.set({ creator })}
          className="max-w-56 max-md:w-full max-md:max-w-none"
        />
      )}
      {view.isFiltered && (
        <Button size="small" onClick={() => view.set({ kind: null, creator: null })}>
          {texts.clearFilters}
        </Button>
      )}
    </search>
  );
}
