"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useMemo } from "react";
import { activeWalletsPath } from "../../../contract/insight-links.ts";
import type { ActiveWallets } from "../../../contract/insights-customers.ts";
import { activeWalletsQuery } from "../../../lib/api/insights.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { dayText } from "../../../lib/format/day.ts";
import { monthText, monthTick } from "../../../lib/format/period.ts";
import type { InsightChartProps, InsightSeries } from "../insight-charts.tsx";
import { FigureLink, InsightSection } from "../insight-section.tsx";
import type { InsightTable } from "../insight-tables.ts";
import { Segments } from "../segments.tsx";
import { AsOf } from "./as-of.tsx";
import { texts } from "./texts.ts";

const GROUPS = ["week", "month"] as const;
type Group = (typeof GROUPS)[number];
type ActivePeriod = ActiveWallets["weeks"][number];

const series: InsightSeries[] = [
  { of: "returning", name: texts.returning, colour: "var(--control-line)", shape: "bar", isStacked: true },
  { of: "new", name: texts.new, colour: "var(--accent)", shape: "bar", isStacked: true },
];
const countText = (count: number) => count.toLocaleString("en-NG");

/** Wallets that moved money, by week or month: created in it, or before. Dashboard 9, decision 0143. */
export function ActiveWalletsSection() {
  const read = useQuery(activeWalletsQuery(useSession()));
  const [group, setGroup] = useQueryState("active", parseAsStringLiteral(GROUPS).withDefault("week"));
  const periods = group === "week" ? read.data?.weeks : read.data?.months;
  const table = useMemo(() => periods && tableOf(periods, group), [periods, group]);
  const last = periods?.at(-1);
  return (
    <InsightSection
      title={texts.activeWallets}
      width="third"
      read={read}
      actions={
        <Segments
          name="active"
          legend={texts.groupedBy}
          options={GROUPS}
          label={(one) => (one === "week" ? texts.byWeek : texts.byMonth)}
          value={group}
          onValue={(next) => void setGroup(next)}
        />
      }
      legend={series}
      help={
        <>
          <p>{texts.activeHelp}</p>
          <p>{texts.newHelp}</p>
        </>
      }
      summary={
        last && (
          <FigureLink href={activeWalletsPath(last.start, group)}>
            {group === "week" ? texts.soFarThisWeek(allOf(last)) : texts.soFarThisMonth(allOf(last))}
          </FigureLink>
        )
      }
      chart={periods && chartOf(periods, group)}
      table={table}
      footer={read.data && <AsOf instant={read.data.asOf} />}
    />
  );
}

function allOf(period: ActivePeriod): string {
  return countText(period.new + period.returning);
}

function chartOf(periods: readonly ActivePeriod[], group: Group): InsightChartProps {
  return {
    points: periods.map(({ start, ...counts }) => ({ x: start, ...counts })),
    series,
    tick: group === "week" ? weekTick : monthTick,
    label: (start) => nameOf(start, group),
    axis: countText,
    value: countText,
  };
}

function nameOf(start: string, group: Group): string {
  return group === "week" ? texts.weekOf(weekTick(start)) : monthText(start);
}

/** `16 Nov`. */
function weekTick(start: string): string {
  return dayText(start).slice(4);
}

/** Newest first. */
function tableOf(periods: readonly ActivePeriod[], group: Group): InsightTable {
  return {
    heads: [group === "week" ? texts.week : texts.month, texts.new, texts.returning, texts.all],
    rows: periods.toReversed().map(({ start, new: fresh, returning }) => ({
      name: nameOf(start, group),
      cells: [
        { count: fresh, href: activeWalletsPath(start, group, "in it") },
        { count: returning, href: activeWalletsPath(start, group, "before it") },
        { count: fresh + returning, href: activeWalletsPath(start, group) },
      ],
    })),
  };
}
