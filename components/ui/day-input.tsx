"use client";

import { useId } from "react";
import { DayText } from "./day-text.tsx";

type DayInputProps = {
  label: string;
  value: string | undefined;
  /** The ID of the error text, if any. */
  problemId: string | undefined;
  onDay: (day: string | null) => void;
};

/** A date with its label, for a row of filters. `onDay` is called with complete dates only. */
export function DayInput({ label, value = "", problemId, onDay }: DayInputProps) {
  const id = useId();
  return (
    <span className="inline-flex items-center gap-2 max-md:min-w-40 max-md:flex-1">
      <label htmlFor={id} className="whitespace-nowrap text-fg-2 text-xs">
        {label}
      </label>
      <DayText
        id={id}
        value={value}
        aria-describedby={problemId}
        aria-invalid={problemId !== undefined || undefined}
        onDay={onDay}
        className="w-full md:w-36"
      />
    </span>
  );
}
