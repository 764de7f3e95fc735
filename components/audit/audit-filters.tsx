"use client";

import { X } from "lucide-react";
import { FilterFold, setChoice, setDays } from "../layout/page/filter-fold.tsx";
import { Button } from "../ui/button.tsx";
import { DayInput } from "../ui/day-input.tsx";
import { Select } from "../ui/select.tsx";
import { SettledInput } from "../ui/settled-input.tsx";
import { AREAS } from "./audit-words.ts";
import { texts } from "./texts.ts";
import { ALL_ACTIONS, type AuditView } from "./use-audit-view.ts";

const OPTIONS = [{ value: ALL_ACTIONS, label: texts.allAreasWithSignIns }, ...AREAS];

/** Filters for the log. Each change applies immediately and is kept in the URL. */
export function AuditFilters({ view }: { view: AuditView }) {
  const { action, filters, set } = view;
  const area = OPTIONS.find(({ value }) => value === action)?.value;
  const exact = area === undefined ? action : undefined;
  const active = [
    ...(exact ? [{ text: exact, remove: () => set({ action: null }) }] : []),
    ...setChoice(area, OPTIONS, () => set({ action: null })),
    ...(filters.objectId ? [{ text: filters.objectId, remove: () => set({ objectId: null, objectKind: null }) }] : []),
    ...setDays(filters, set),
  ];
  return (
    <search aria-label={texts.filterTheAuditLog} className="mt-5 flex flex-wrap items-end gap-2">
      <SettledInput
        aria-label={texts.who}
        placeholder={texts.nameIdOrKind}
        value={filters.actor}
        onText={(actor) => set({ actor })}
        className="md:max-w-44"
      />
      <FilterFold active={active}>
        <Select
          aria-label={texts.what}
          value={area ?? ""}
          none={exact === undefined ? texts.allAreasExceptSignIns : exact}
          options={OPTIONS}
          onValue={(chosen) => set({ action: chosen })}
          className="max-md:flex-1"
        />
        <SettledInput
          aria-label={texts.objectsId}
          placeholder={texts.objectsId}
          value={filters.objectId}
          onText={(objectId) => set({ objectId, objectKind: null })}
          className="md:max-w-44"
        />
        <div className="flex gap-2 max-md:w-full max-md:flex-wrap">
          <DayInput
            label={texts.from}
            value={filters.startDate}
            problemId={view.isBackward ? "audit-backward" : undefined}
            onDay={(startDate) => set({ startDate })}
          />
          <DayInput
            label={texts.to}
            value={filters.endDate}
            problemId={view.isBackward ? "audit-backward" : undefined}
            onDay={(endDate) => set({ endDate })}
          />
        </div>
        {view.hasFilters && (
          <Button variant="quiet" icon={X} onClick={view.clear}>
            {texts.clearFilters}
          </Button>
        )}
        {view.isBackward && (
          <p id="audit-backward" role="alert" className="w-full text-bad text-xs">
            {texts.theFirstDayIs}
          </p>
        )}
      </FilterFold>
    </search>
  );
}
