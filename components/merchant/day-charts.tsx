"use client";

import type { ReactElement } from "react";
import { Area, AreaChart, Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { dayText, dayTick } from "../../lib/format/day.ts";
import { formatKobo } from "../../lib/format/money.ts";
import { axisKobo } from "./day-sums.ts";

/** One line or row of bars; all are read from the same days. */
export type Series = { of: string; name: string; colour: string };
type Day = Record<string, string | number>;
export type DayChartProps = {
  shape: "bars" | "stack" | "areas";
  /** Each with its `date`. */
  days: readonly Day[];
  series: readonly Series[];
  unit: "kobo" | "count";
};

const HEIGHT = 260;
const MARGIN = { top: 8, right: 0, bottom: 0, left: 0 };
const tick = { fill: "var(--text-3)", fontSize: 12 };

/** Recharts, which is large: loaded after the page has painted. What it draws stands in a table as well. Dashboard 7. */
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
  return (
    <ResponsiveContainer width="100%" height={HEIGHT} initialDimension={{ width: 320, height: HEIGHT }}>
      {shape === "areas" ? areas(days, series, frame) : bars({ days, series, frame, isStack: shape === "stack" })}
    </ResponsiveContainer>
  );
}

function bars(chart: { days: readonly Day[]; series: readonly Series[]; frame: ReactElement; isStack: boolean }) {
  const { days, series, frame, isStack } = chart;
  return (
    <BarChart data={[...days]} margin={MARGIN} barGap={1} barCategoryGap="24%" accessibilityLayer={false}>
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

function areas(days: readonly Day[], series: readonly Series[], frame: ReactElement) {
  return (
    <AreaChart data={[...days]} margin={MARGIN} accessibilityLayer={false}>
      {frame}
      {series.map(({ of, name, colour }) => (
        <Area
          key={of}
          dataKey={of}
          name={name}
          stroke={colour}
          fill={colour}
          fillOpacity={0.12}
          strokeWidth={1.75}
          isAnimationActive={false}
        />
      ))}
    </AreaChart>
  );
}
