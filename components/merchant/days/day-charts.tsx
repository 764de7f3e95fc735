"use client";

import type { ReactElement } from "react";
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from "recharts";
import { dayText, dayTick } from "../../../lib/format/day.ts";
import { axisKobo, formatKobo } from "../../../lib/format/money.ts";

/** One line or series of bars; all share the same days. */
export type Series = { of: string; name: string; colour: string };
type Day = Record<string, string | number>;
export type DayChartProps = {
  shape: "bars" | "stack";
  /** Each with its `date`. */
  days: readonly Day[];
  series: readonly Series[];
  unit: "kobo" | "count";
};

const MARGIN = { top: 8, right: 0, bottom: 0, left: 0 };
const fit = {
  responsive: true,
  style: { width: "100%", height: "100%" },
  margin: MARGIN,
  accessibilityLayer: false,
} as const;
const tick = { fill: "var(--text-3)", fontSize: 12 };

/**
 * Recharts is large: it loads after the first paint, and only its bars, as its lines would exceed the budget. A table repeats the
 * figures. Dashboard 7.
 */
export function DayChart({ shape, days, series, unit }: DayChartProps) {
  const say = unit === "kobo" ? (value: number) => formatKobo(value) : (value: number) => value.toLocaleString("en-NG");
  const frame = (
    <>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="date"
        tickFormatter={dayTick}
        tick={tick}
        tickLine={false}
        axisLine={{ stroke: "var(--line)" }}
        minTickGap={12}
      />
      <YAxis
        tickFormatter={unit === "kobo" ? axisKobo : (value: number) => value.toLocaleString("en-NG")}
        tick={tick}
        tickLine={false}
        axisLine={false}
        width={56}
        allowDecimals={false}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: "var(--mute-tint)", stroke: "var(--line)" }}
        content={({ active, label, payload }) =>
          active ? (
            <div className="grid gap-1 rounded-control border bg-panel px-3 py-2 text-xs tabular-nums shadow-lift">
              <strong className="font-semibold">{dayText(String(label))}</strong>
              {payload.map(({ name, value }) => (
                <span key={String(name)} className="flex justify-between gap-4">
                  <span className="text-fg-2">{String(name)}</span>
                  <span>{say(Number(value))}</span>
                </span>
              ))}
            </div>
          ) : null
        }
      />
    </>
  );
  return bars({ days, series, frame, isStack: shape === "stack" });
}

function bars(chart: { days: readonly Day[]; series: readonly Series[]; frame: ReactElement; isStack: boolean }) {
  const { days, series, frame, isStack } = chart;
  return (
    <BarChart data={[...days]} {...fit} barGap={1} barCategoryGap="24%">
      {frame}
      {series.map(({ of, name, colour }) => (
        <Bar
          key={of}
          dataKey={of}
          name={name}
          fill={colour}
          maxBarSize={14}
          isAnimationActive={false}
          radius={isStack ? 0 : [2, 2, 0, 0]}
          {...(isStack && { stackId: "all" })}
        />
      ))}
    </BarChart>
  );
}
