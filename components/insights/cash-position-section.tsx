"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useMemo } from "react";
import { insightRowsPath } from "../../contract/insight-links.ts";
import type { CashPosition } from "../../contract/insights.ts";
import { cashPositionQuery, type Period } from "../../lib/api/insights.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { dayText, dayTick } from "../../lib/format/day.ts";
import { axisKobo, formatKobo } from "../../lib/format/money.ts";
import { monthText, monthTick } from "../../lib/format/period.ts";
import { CashProof, LEDGER } from "./cash-proof.tsx";
import type { InsightChartProps, InsightSeries } from "./insight-charts.tsx";
import { FigureLink, InsightSection } from "./insight-section.tsx";
import type { InsightTable } from "./insight-tables.ts";
import { Segments } from "./segments.tsx";
import { texts } from "./texts.ts";
import { usePeriod } from "./use-period.ts";

const series: InsightSeries[] = [
  { of: "moneyIn", name: texts.moneyIn, colour: "var(--accent)", shape: "bar" },
  { of: "moneyOut", name: texts.moneyOut, colour: "var(--control-line)", shape: "bar" },
  { of: "closing", name: texts.closingBalanceRightAxis, colour: "var(--text)", shape: "line", side: "right" },
];
const GROUPS = ["day", "month"] as const;
const DAY_GROUP_MOST = 92;

/** Opening + in - out = closing, by day or month, with the proof against the books. Dashboard 9, decision 0140. */
export function CashPositionSection() {
  const session = useSession();
  const { period } = usePeriod();
  const read = useQuery(cashPositionQuery(session, period));
  const [chosen, setGroup] = useQueryState("by", parseAsStringLiteral(GROUPS));
  const group = chosen ?? ((read.data?.days.length ?? 0) > DAY_GROUP_MOST ? "month" : "day");
  const flows = useMemo(() => flowsOf(read.data, group), [read.data, group]);
  const table = useMemo(() => tableOf(flows, group, period), [flows, group, period]);
  return (
    <InsightSection
      title={texts.cashPosition}
      width="wide"
      read={read}
      legend={series}
      actions={
        <Segments
          name="by"
          legend={texts.groupedBy}
          options={GROUPS}
          label={(one) => (one === "day" ? texts.byDay : texts.byMonth)}
          value={group}
          onValue={(next) => void setGroup(next)}
        />
      }
      help={
        <>
          <p>{texts.cashHelpWhat}</p>
          <p>{texts.cashHelpIn}</p>
          <p>{texts.cashHelpOut}</p>
          <p>{texts.cashHelpRows}</p>
        </>
      }
      summary={read.data && <Sentence position={read.data} period={period} />}
      chart={flows && chartOf(flows, group)}
      table={table}
      footer={read.data && <CashProof proof={read.data.proof} />}
    />
  );
}

function Sentence({ position, period }: { position: CashPosition; period: Period }) {
  const { opening, moneyIn, moneyOut, closing } = position;
  const { moneyInHref, moneyOutHref } = hrefsOf(period);
  return (
    <p>
      <FigureLink href={LEDGER}>{formatKobo(opening)}</FigureLink>
      {texts.plusIn}
      <FigureLink href={moneyInHref}>{formatKobo(moneyIn)}</FigureLink>
      {texts.minusOut}
      <FigureLink href={moneyOutHref}>{formatKobo(moneyOut)}</FigureLink>
      {texts.equalsClosing}
      <strong className="font-semibold text-fg">
        <FigureLink href={LEDGER}>{formatKobo(closing)}</FigureLink>
      </strong>
      {texts.endOfSentenceClosing}
    </p>
  );
}

function hrefsOf(period: Period) {
  return {
    moneyInHref: insightRowsPath("moneyIn", period),
    moneyOutHref: insightRowsPath("moneyOut", period),
  };
}

type Flow = { x: string; opening: number; moneyIn: number; moneyOut: number; closing: number };

function flowsOf(position: CashPosition | undefined, group: "day" | "month"): Flow[] | undefined {
  if (!position) return undefined;
  if (group === "day") return position.days.map(({ date, ...flow }) => ({ x: date, ...flow }));
  return position.months.map(({ month, ...flow }) => ({ x: month, ...flow }));
}

function chartOf(points: Flow[], group: "day" | "month"): InsightChartProps {
  const [tick, label] = group === "day" ? [dayTick, dayText] : [monthTick, monthText];
  return { points, series, tick, label, axis: axisKobo, value: formatKobo };
}

/** The days of a month, `YYYY-MM`, that are in the period. */
function monthWithin(month: string, { startDate, endDate }: Period): Period {
  const first = `${month}-01`;
  const end = new Date(first);
  end.setUTCMonth(end.getUTCMonth() + 1, 0);
  const last = end.toISOString().slice(0, 10);
  return { startDate: first < startDate ? startDate : first, endDate: last > endDate ? endDate : last };
}

/** Newest first. */
function tableOf(flows: Flow[] | undefined, group: "day" | "month", period: Period): InsightTable | undefined {
  if (!flows) return undefined;
  return {
    heads: [
      group === "day" ? texts.day : texts.month,
      ...[texts.opening, texts.moneyIn, texts.moneyOut, texts.closing],
    ],
    rows: flows.toReversed().map(({ x, opening, moneyIn, moneyOut, closing }) => {
      const span = group === "day" ? { startDate: x, endDate: x } : monthWithin(x, period);
      const { moneyInHref, moneyOutHref } = hrefsOf(span);
      return {
        name: group === "day" ? dayText(x) : monthText(x),
        cells: [
          { kobo: opening, href: LEDGER },
          { kobo: moneyIn, href: moneyInHref },
          { kobo: moneyOut, href: moneyOutHref },
          { kobo: closing, href: LEDGER },
        ],
      };
    }),
  };
}
