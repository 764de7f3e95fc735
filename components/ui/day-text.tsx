"use client";

import { CalendarDays } from "lucide-react";
import { type ComponentProps, useRef, useState } from "react";
import { readDay, writeDay } from "../../lib/format/typed-day.ts";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import { texts } from "./texts.ts";

type DayTextProps = Omit<ComponentProps<"input">, "type" | "value" | "onChange" | "onBlur" | "min" | "max"> & {
  /** `2026-11-22`, or what was typed instead. */
  value: string;
  min?: string;
  max?: string;
  /** Keeps a text that is no day, for a form that says what is wrong; otherwise the last day comes back. */
  keepsText?: boolean;
  onDay: (day: string | null) => void;
  onBlur?: (() => void) | undefined;
};

/** A day in Lagos, written day first in every browser and language, with the browser's calendar behind a button. */
export function DayText(props: DayTextProps) {
  const { value, min = "2000-01-01", max = "2099-12-31", keepsText = false, onDay, onBlur, className, ...rest } = props;
  const [typed, setTyped] = useState<string>();
  const calendar = useRef<HTMLInputElement>(null);
  const type = (text: string) => {
    setTyped(text);
    const day = readDay(text);
    if (text.trim() === "") onDay(null);
    else if (day !== null && day >= min && day <= max) onDay(day);
    else if (keepsText) onDay(text);
  };
  return (
    <span
      className={classNames(
        "relative flex h-control items-center rounded-control border bg-panel outline-accent outline-offset-2 focus-within:outline-2 hover:border-fg-2",
        rest["aria-invalid"] ? "border-bad" : "border-control-line",
        className,
      )}
    >
      <input
        {...rest}
        type="text"
        placeholder={texts.dayMonthYear}
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
        value={typed ?? writeDay(value)}
        onChange={({ target }) => type(target.value)}
        onBlur={() => {
          setTyped(undefined);
          onBlur?.();
        }}
        className="h-full w-full min-w-0 bg-transparent pr-8 pl-3 tabular-nums outline-none focus-visible:outline-none"
      />
      {!rest.readOnly && (
        <button
          type="button"
          aria-label={texts.openTheCalendar}
          onClick={() => calendar.current?.showPicker()}
          className="absolute right-1 rounded-small p-1 text-fg-3 hover:text-fg"
        >
          <Icon of={CalendarDays} />
        </button>
      )}
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden
        className="pointer-events-none absolute right-1 bottom-0 size-px opacity-0"
        min={min}
        max={max}
        value={readDay(value) ?? ""}
        onChange={({ target }) => {
          setTyped(undefined);
          onDay(target.value === "" ? null : target.value);
        }}
      />
    </span>
  );
}
