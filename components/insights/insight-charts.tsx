"use client";

import { Bar, CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from "recharts";

/** One series of bars or one line. `right`: it has its own axis. `stack`: bars on top of each other. */
export type InsightSeries = {
  of: string;
  name: string;
  colour: string;
  shape: "bar" | "line";
  side?: "right";
  isStacked?: boolean;
};

export type InsightChartProps = {
  /** In order; `x` names the place on the horizontal axis. */
  points: readonly ({ x: string } & Record<string, string | number | null>)[];
  series: readonly InsightSeries[];
  tick: (x: string) => string;
  label: (x: string) => string;
  /** How an axis and a tooltip write a value. */
  axis: (value: number) => string;
  value: (value: number) => string;
  /** Bounds of the left axis; without them it starts at zero. */
  domain?: readonly [number | "auto", number | "auto"];
};

const HEIGHT = 200;
const MARGIN = { top: 8, right: 0, bottom: 0, left: 0 };
const text = { fill: "var(--text-3)", fontSize: 12 };

/** The charts of Insights, one module for all, loaded after the page. The table beside each has the same figures. Dashboard 7. */
export function InsightChart({ points, series, tick, label, axis, value, domain }: InsightChartProps) {
  const hasRight = series.some(({ side }) => side === "right");
  const scale = { tickFormatter: axis, tick: text, tickLine: false, axisLine: false, width: 56 } as const;
  return (
    <ComposedChart
      responsive
      style={{ width: "100%", height: HEIGHT }}
      margin={MARGIN}
      accessibilityLayer={false}
      data={[...points]}
      barGap={1}
      barCategoryGap="24%"
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="x"
        tickFormatter={tick}
        tick={text}
        tickLine={false}
        axisLine={{ stroke: "var(--line)" }}
        minTickGap={12}
      />
      <YAxis yAxisId="left" {...scale} {...(domain && { domain: [...domain] })} />
      {hasRight && <YAxis yAxisId="right" orientation="right" domain={["auto", "auto"]} {...scale} />}
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: "var(--mute-tint)", stroke: "var(--line)" }}
        content={({ active, label: x, payload }) =>
          active ? (
            <div className="grid gap-1 rounded-control border bg-panel px-3 py-2 text-xs tabular-nums shadow-lift">
              <strong className="font-semibold">{label(String(x))}</strong>
              {payload.map(({ name, value: of }) => (
                <span key={String(name)} className="flex justify-between gap-4">
                  <span className="text-fg-2">{String(name)}</span>
                  <span>{value(Number(of))}</span>
                </span>
              ))}
            </div>
          ) : null
        }
      />
      {series.map(({ of, name, colour, shape, side, isStacked }) =>
        shape === "bar" ? (
          <Bar
            key={of}
            yAxisId={side ?? "left"}
            dataKey={of}
            name={name}
            fill={colour}
            maxBarSize={14}
            isAnimationActive={false}
            radius={isStacked ? 0 : [2, 2, 0, 0]}
            {...(isStacked && { stackId: "all" })}
          />
        ) : (
          <Line
            key={of}
            yAxisId={side ?? "left"}
            dataKey={of}
            name={name}
            stroke={colour}
            strokeWidth={1.5}
            dot={points.length <= 31 ? { r: 2, fill: "var(--panel)" } : false}
            connectNulls
            type="linear"
            isAnimationActive={false}
          />
        ),
      )}
    </ComposedChart>
  );
}
