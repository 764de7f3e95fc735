"use client";

import { texts } from "./texts.ts";
import { SPANS, useOverviewDays } from "./use-overview-days.ts";

/** The number of days shown. */
export function SpanSwitch() {
  const [days, setDays] = useOverviewDays();
  return (
    <fieldset className="flex max-md:w-full">
      <legend className="sr-only">{texts.daysShown}</legend>
      {SPANS.map((span) => (
        <label key={span} className="group relative -ml-px max-md:flex-1">
          <input
            type="radio"
            name="days"
            value={span}
            checked={span === days}
            onChange={() => void setDays(span)}
            className="peer absolute inset-0 m-0 size-full cursor-pointer opacity-0"
          />
          <span className="pointer-events-none inline-flex h-control w-full items-center justify-center border px-3 font-medium text-fg-2 tabular-nums outline-accent outline-offset-2 group-first-of-type:rounded-l-control group-last-of-type:rounded-r-control group-hover:text-fg peer-checked:bg-mute-tint peer-checked:text-fg peer-focus-visible:outline-2">
            {span}
            <span className="sr-only"> {texts.days}</span>
            <span aria-hidden className="ml-0.5">
              d
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
