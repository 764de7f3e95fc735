"use client";

import { type KeyboardEvent, type MouseEvent, useState } from "react";
import { clockTime, type ShownZone, shortInstant } from "../../../../lib/format/instant.ts";
import { countOf } from "../../../../lib/format/names.ts";
import { classNames } from "../../../ui/class-names.ts";
import { useShownZone } from "../../../ui/use-shown-zone.ts";
import type { Bar } from "./hour-bars.ts";
import { texts } from "./texts.ts";

const LABELS = 4;
const STEPS: Partial<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
};

type HourChartProps = {
  bars: readonly Bar[];
  isEmpty: boolean;
  selected: string | undefined;
  onSelect: (bar: Bar) => void;
};

/**
 * Bars of successes and failures, drawn with CSS. For the keyboard it is one slider: arrows move, Enter narrows the time range to a
 * bar; a click does the same. A table below repeats the figures for screen readers. Dashboard 5.10.
 */
export function HourChart({ bars, isEmpty, selected, onSelect }: HourChartProps) {
  const last = bars.length - 1;
  const [at, setAt] = useState<number | null>(null);
  const here = Math.min(at ?? last, last);
  const most = Math.max(1, ...bars.map(({ success, failed }) => success + failed));
  const select = (index: number) => {
    const bar = bars[index];
    if (bar) onSelect(bar);
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step) setAt(Math.min(Math.max(step(here, last), 0), last));
    else if (event.key === "Enter" || event.key === " ") select(here);
    else return;
    event.preventDefault();
  };
  const indexAt = (event: MouseEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.min(Math.max(Math.floor(((event.clientX - left) / width) * bars.length), 0), last);
  };
  const current = bars[here];
  const zone = useShownZone();
  return (
    <figure className="min-w-0">
      <div
        role="slider"
        tabIndex={0}
        aria-label={texts.partOfTheTime}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={here}
        aria-valuetext={current ? barText(current, zone) : "nothing"}
        onKeyDown={handleKey}
        onPointerMove={(event) => setAt(indexAt(event))}
        onPointerLeave={() => setAt(null)}
        onClick={(event) => select(indexAt(event))}
        className="flex h-[72px] cursor-pointer items-end gap-0.5 rounded-small border-b"
      >
        {bars.map((bar, index) => (
          <span
            key={bar.startDate}
            title={barText(bar, zone)}
            className={classNames(
              "flex h-full min-w-0 flex-1 flex-col justify-end gap-px rounded-t-small",
              at === index && "bg-mute-tint",
              selected !== undefined && selected !== bar.startDate && "opacity-40",
            )}
          >
            <Part share={bar.failed / most} className="bg-bad" />
            <Part share={bar.success / most} className="bg-control-line" />
          </span>
        ))}
      </div>
      <figcaption aria-hidden className="mt-1 flex h-4 justify-between text-fg-2 text-xs tabular-nums">
        {at !== null && current && !isEmpty ? (
          <span>{barText(current, zone)}</span>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: places on an axis.
          labelsOf(bars, zone).map((text, index) => <span key={index}>{text}</span>)
        )}
      </figcaption>
      <table className="sr-only">
        <caption>{texts.deliveredAndFailedOver}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.from}</th>
            <th scope="col">{texts.delivered}</th>
            <th scope="col">{texts.failed}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.startDate}>
              <th scope="row">{shortInstant(bar.startDate, Date.now(), zone)}</th>
              <td>{bar.success}</td>
              <td>{bar.failed}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function Part({ share, className }: { share: number; className: string }) {
  if (share === 0) return null;
  // A single failure among thousands stays visible.
  return (
    <span
      className={classNames("block min-h-[3px] rounded-t-[2px]", className)}
      style={{ height: `${share * 100}%` }}
    />
  );
}

function barText({ startDate, endDate, success, failed }: Bar, zone: ShownZone): string {
  const until = clockTime(Date.parse(endDate) + 1, zone).slice(0, 5);
  const delivered = texts.successDelivered(success.toLocaleString("en-NG"));
  return texts.shortInstantToUntil(
    shortInstant(startDate, Date.now(), zone),
    until,
    delivered,
    countOf(failed, "failed", "failed"),
  );
}

function labelsOf(bars: readonly Bar[], zone: ShownZone): string[] {
  const isDays =
    bars.length > 1 && Date.parse(bars[1]?.startDate ?? "") - Date.parse(bars[0]?.startDate ?? "") > 3_600_000;
  return Array.from({ length: LABELS }, (_, index) => {
    const bar = bars[Math.round((index * (bars.length - 1)) / (LABELS - 1))];
    if (!bar) return "";
    // A day's bar lies mostly in the day it ends in: the last one is today's.
    return isDays
      ? (shortInstant(bar.endDate, Date.now(), zone).split(",")[0] ?? "")
      : clockTime(bar.startDate, zone).slice(0, 5);
  });
}
