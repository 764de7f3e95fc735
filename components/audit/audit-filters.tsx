"use client";

import { X } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { DayInput } from "../ui/day-input.tsx";
import { Select } from "../ui/select.tsx";
import { SettledInput } from "../ui/settled-input.tsx";
import { AREAS } from "./audit-words.ts";
import type { AuditView } from "./use-audit-view.ts";

/** Filters for the log. Each change applies immediately and is kept in the URL. */
export function AuditFilters({ view }: { view: AuditView }) {
  const { filters, set } = view;
  const area = AREAS.find(({ value }) => value === filters.action)?.value;
  const exact = area === undefined ? filters.action : undefined;
  return (
    <search aria-label="Filter the audit log" className="mt-5 flex flex-wrap items-end gap-2">
      <SettledInput
        aria-label="Who"
        placeholder="Name, ID or kind"
        value={filters.actor}
        onText={(actor) => set({ actor })}
        className="md:max-w-44"
      />
      <Select
        aria-label="What"
        value={area ?? ""}
        none={exact === undefined ? "Everything" : exact}
        options={AREAS}
        onValue={(action) => set({ action })}
        className="max-md:flex-1"
      />
      <SettledInput
        aria-label="Object’s ID"
        placeholder="Object’s ID"
        value={filters.objectId}
        onText={(objectId) => set({ objectId, objectKind: null })}
        className="md:max-w-44"
      />
      <DayInput
        label="From"
        value={filters.startDate}
        problemId={view.isBackward ? "audit-backward" : undefined}
        onDay={(startDate) => set({ startDate })}
      />
      <DayInput
        label="To"
        value={filters.endDate}
        problemId={view.isBackward ? "audit-backward" : undefined}
        onDay={(endDate) => set({ endDate })}
      />
      {view.hasFilters && (
        <Button variant="quiet" icon={X} onClick={view.clear}>
          Clear filters
        </Button>
      )}
      {view.isBackward && (
        <p id="audit-backward" role="alert" className="w-full text-bad text-xs">
          The first day is after the last one.
        </p>
      )}
    </search>
  );
}
