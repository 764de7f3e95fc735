"use client";

import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Input } from "../ui/input.tsx";
import { Select } from "../ui/select.tsx";
import { AREAS } from "./audit-words.ts";
import type { AuditView } from "./use-audit-view.ts";

const SETTLE_MS = 300;

/** Narrows the log; each choice shows at once and stays in the address. */
export function AuditFilters({ view }: { view: AuditView }) {
  const { filters, set } = view;
  const area = AREAS.find(({ value }) => value === filters.action)?.value;
  const exact = area === undefined ? filters.action : undefined;
  return (
    <search aria-label="Filter the audit log" className="mt-5 flex flex-wrap items-end gap-2">
      <SettledInput label="Who" hint="Name, ID or kind" value={filters.actor} onText={(actor) => set({ actor })} />
      <Select
        aria-label="What"
        value={area ?? ""}
        none={exact === undefined ? "Everything" : exact}
        options={AREAS}
        onValue={(action) => set({ action })}
        className="max-md:flex-1"
      />
      <SettledInput
        label="Object’s ID"
        hint="Object’s ID"
        value={filters.objectId}
        onText={(objectId) => set({ objectId, objectKind: null })}
      />
      <DayInput
        label="From"
        value={filters.startDate}
        onDay={(startDate) => set({ startDate })}
        isWrong={view.isBackward}
      />
      <DayInput label="To" value={filters.endDate} onDay={(endDate) => set({ endDate })} isWrong={view.isBackward} />
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

type SettledInputProps = {
  label: string;
  hint: string;
  value: string | undefined;
  onText: (text: string | null) => void;
};

/** Its text waits until typing rests, then narrows the list. */
function SettledInput({ label, hint, value = "", onText }: SettledInputProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const latest = useRef(onText);
  latest.current = onText;
  // "Clear filters" and the browser's Back change it from outside.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    if (text.trim() === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text.trim();
      latest.current(text.trim() || null);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <Input
      type="search"
      aria-label={label}
      placeholder={hint}
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
      value={text}
      onChange={({ target }) => setText(target.value)}
      className="md:max-w-44"
    />
  );
}

type DayInputProps = {
  label: string;
  value: string | undefined;
  onDay: (day: string | null) => void;
  isWrong: boolean;
};

function DayInput({ label, value, onDay, isWrong }: DayInputProps) {
  return (
    <label className="inline-flex items-center gap-2 max-md:flex-1">
      <span className="whitespace-nowrap text-fg-2 text-xs">{label}</span>
      <input
        type="date"
        value={value ?? ""}
        min="2000-01-01"
        max="2099-12-31"
        aria-describedby={isWrong ? "audit-backward" : undefined}
        aria-invalid={isWrong || undefined}
        onChange={({ target }) => onDay(target.value === "" ? null : target.value)}
        className="h-control w-full rounded-control border border-control-line bg-panel px-3 tabular-nums outline-offset-2 hover:border-fg-2 md:w-36"
      />
    </label>
  );
}
