"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { CardSums } from "../../../contract/insights.ts";
import { cardSumsQuery, type Period } from "../../../lib/api/insights.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { dayText, dayTick } from "../../../lib/format/day.ts";
import { axisKobo, formatKobo } from "../../../lib/format/money.ts";
import { countOf } from "../../../lib/format/names.ts";
import type { InsightSeries } from "../insight-charts.tsx";
import { InsightSection } from "../insight-section.tsx";
import type { InsightTable } from "../insight-tables.ts";
import { usePeriod } from "../use-period.ts";
import { texts } from "./texts.ts";

const series: InsightSeries[] = [
  { of: "authorized", name: texts.authorized, colour: "var(--control-line)", shape: "bar" },
  { of: "cleared", name: texts.cleared, colour: "var(--accent)", shape: "bar" },
  { of: "refunded", name: texts.refunded, colour: "var(--text)", shape: "line" },
];
const SHOWN_DECLINES = 5;
const countText = (count: number) => count.toLocaleString("en-NG");

/** What cards authorized, cleared and refunded by day, and their sums beside the period before. Cards 5, decision 0147. */
export function CardSection() {
  const { period } = usePeriod();
  const read = useCards(period);
  const { data } = read;
  const table = useMemo(() => data && sumsTable(data), [data]);
  return (
    <InsightSection
      title={texts.cardVolume}
      width="half"
      read={read}
      legend={series}
      help={
        <>
          <p>{texts.cardHelpDays}</p>
          <p>{texts.cardHelpRows}</p>
        </>
      }
      summary={data && <Summary cards={data} />}
      chart={
        data && {
          points: data.days.map(({ date, ...sums }) => ({ x: date, ...sums })),
          series,
          tick: dayTick,
          label: dayText,
          axis: axisKobo,
          value: formatKobo,
        }
      }
      table={table}
    />
  );
}

/** Why card payments were declined, most frequent first. */
export function CardDeclinesSection() {
  const { period } = usePeriod();
  const read = useCards(period);
  const { data } = read;
  const table = useMemo(() => data && declinesTable(data), [data]);
  return (
    <InsightSection
      title={texts.declinedCardPayments}
      width="half"
      read={read}
      help={<p>{texts.cardHelpRows}</p>}
      summary={data && <DeclineSentence cards={data} />}
      chart={data && <DeclineBars declines={data.declines} />}
      table={table}
      footer={
        data && data.declines.length > SHOWN_DECLINES
          ? texts.shownReasons(countText(SHOWN_DECLINES), countText(data.declines.length))
          : undefined
      }
    />
  );
}

function useCards(period: Period) {
  return useQuery(cardSumsQuery(useSession(), period));
}

function Summary({ cards: { authorized, cleared, refunded } }: { cards: CardSums }) {
  if (authorized.count + cleared.count + refunded.count === 0) return texts.noCardPayments;
  return texts.authorizedAndCleared(
    formatKobo(authorized.amount),
    countOf(authorized.count, "card payment"),
    formatKobo(cleared.amount),
  );
}

function sumsTable({ authorized, cleared, refunded, declined }: CardSums): InsightTable {
  const rows = [
    [texts.authorized, authorized],
    [texts.cleared, cleared],
    [texts.refunded, refunded],
    [texts.declined, declined],
  ] as const;
  return {
    heads: [texts.cardPayments, texts.now, texts.count, texts.before, texts.countBefore, texts.change],
    rows: rows.map(([name, { amount, count, before }]) => ({
      name,
      cells: [
        { kobo: amount },
        { count },
        { kobo: before.amount },
        { count: before.count },
        { percent: before.amount === 0 ? null : (amount / before.amount - 1) * 100 },
      ],
    })),
  };
}

function DeclineSentence({ cards: { authorized, declined } }: { cards: CardSums }) {
  const asked = authorized.count + declined.count;
  if (declined.count === 0) return texts.noDeclines;
  return texts.declinedOf(countText(declined.count), countOf(asked, "card payment"), countText(declined.before.count));
}

/** Screen readers get the table; here the first reasons as bars. */
function DeclineBars({ declines }: Pick<CardSums, "declines">) {
  const shown = declines.filter(({ count }) => count > 0).slice(0, SHOWN_DECLINES);
  const most = shown[0]?.count ?? 1;
  return (
    <ul className="grid gap-2.5">
      {shown.map(({ code, reason, count }) => (
        <li key={code}>
          <span className="flex justify-between gap-3">
            <span className="trim" title={reason}>
              {reason}
            </span>
            <span className="font-medium tabular-nums">{countText(count)}</span>
          </span>
          <span className="mt-1 block h-1.5 rounded-small bg-mute-tint">
            <span className="block h-1.5 rounded-small bg-control-line" style={{ width: `${(count / most) * 100}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function declinesTable({ declines, declined }: CardSums): InsightTable {
  return {
    heads: [texts.reason, texts.count, texts.share, texts.countBefore, texts.amount],
    rows: declines.map(({ reason, amount, count, before }) => ({
      name: reason,
      cells: [
        { count },
        { percent: declined.count === 0 ? null : (count / declined.count) * 100 },
        { count: before.count },
        { kobo: amount },
      ],
    })),
  };
}
