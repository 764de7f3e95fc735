"use client";

import { useState } from "react";

type DayInputProps = {
  label: string;
  value: string | undefined;
  /** The ID of the error text, if any. */
  problemId: string | undefined;
  onDay: (day: string | null) => void;
};

/**
 * A date with its label, for a row of filters. `onChange` is called with complete dates only: while a year is typed it
 * reads 0002 first.
 */
export function DayInput({ label, value = "", problemId, onDay }: DayInputProps) {
  const [unfinished, setUnfinished] = useState<string>();
  return (
    <label className="inline-flex items-center gap-2 max-md:flex-1">
      <span className="whitespace-nowrap text-fg-2 text-xs">{label}</span>
      <input
        type="date"
        value={unfinished ?? value}
        min="2000-01-01"
        max="2099-12-31"
        aria-describedby={problemId}
        aria-invalid={problemId !== undefined || undefined}
        onChange={({ target }) => {
          const isWhole = target.validity.valid;
          setUnfinished(isWhole ? undefined : target.value);
          if (isWhole) onDay(target.value === "" ? null : target.value);
        }}
        onBlur={() => setUnfinished(undefined)}
        className="h-control w-full rounded-control border border-control-line bg-panel px-3 tabular-nums outline-offset-2 hover:border-fg-2 md:w-36"
      />
    </label>
  );
}
