"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useEffect, useId, useState } from "react";
import type { DayChartProps } from "./day-charts.tsx";

const DayChart = dynamic(() => import("./day-charts.tsx").then((module) => module.DayChart), { ssr: false });

type DayFigureProps = DayChartProps & {
  title: string;
  /** The chart in one sentence, for screen readers. */
  about: string;
  note?: ReactNode;
  /** The same figures as a table. */
  children: ReactNode;
};

/** A chart with its legend, rendered after the page, and its figures in a table below. Dashboard 2.5, 7. */
export function DayFigure({ title, about, note, children, ...chart }: DayFigureProps) {
  const id = useId();
  const isTime = useIsTimeForCharts();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col px-pad py-5">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="font-semibold text-md">
          {title}
        </h2>
        <ul className="flex gap-4 text-fg-2 text-xs">
          {chart.series.map(({ of, name, colour }) => (
            <li key={of} className="flex items-center gap-1.5">
              <span aria-hidden className="size-2 rounded-small" style={{ background: colour }} />
              {name}
            </li>
          ))}
        </ul>
      </div>
      {note && <p className="-mt-2 mb-3 text-fg-2">{note}</p>}
      {isTime !== "never" && (
        // As high as the section beside it. The chart must not hold its own frame open when that section shrinks.
        <div role="img" aria-label={about} className="relative min-h-[260px] flex-1">
          <div className="absolute inset-0">{isTime === "now" && <DayChart {...chart} />}</div>
        </div>
      )}
      {children}
    </section>
  );
}

/** Loads after the page is idle, and not at all if the user saves data. */
function useIsTimeForCharts(): "soon" | "now" | "never" {
  const [isTime, setIsTime] = useState<"soon" | "now" | "never">("soon");
  useEffect(() => {
    const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
    if (connection?.saveData) return setIsTime("never");
    const start = () => setIsTime("now");
    if (typeof window.requestIdleCallback !== "function") {
      const timer = setTimeout(start, 200);
      return () => clearTimeout(timer);
    }
    const handle = window.requestIdleCallback(start, { timeout: 1_500 });
    return () => window.cancelIdleCallback(handle);
  }, []);
  return isTime;
}
