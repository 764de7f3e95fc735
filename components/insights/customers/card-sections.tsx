"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { insightRowsPath } from "../../../contract/insight-links.ts";
import type { CardSums } from "../../../contract/insights.ts";
import { cardSumsQuery, type Period } from "../../../lib/api/insights.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { dayText, dayTick } from "../../../lib/format/day.ts";
import { axisKobo, formatKobo } from "../../../lib/format/money.ts";
import { countOf } from "../../../lib/format/names.ts";
import type { InsightSeries } from "../insight-charts.tsx";
import { FigureLink, InsightSection } from "../insight-section.tsx";
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
  const { period, before } = usePeriod();
  const read = useCards(period);
  const { data } = read;
  const table = useMemo(() => data && sumsTable(data, period, before), [data, period, before]);
  return (
    <InsightSection
      title={texts.cardVolume}
      width="half"
      read={read}
      legend={series}
      help={<p>{texts.cardHelpDays}</p>}
      summary={data && <Summary cards={data} period={period} />}
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
  const { period, before } = usePeriod();
  const read = useCards(period);
  const { data } = read;
  const table = useMemo(() => data && declinesTable(data, period, before), [data, period, before]);
  return (
    <InsightSection
      title={texts.declinedCardPayments}
      width="half"
      read={read}
      summary={data && <DeclineSentence cards={data} period={period} before={before} />}
      chart={data && <DeclineBars declines={data.declines} period={period} />}
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

function Summary({ cards: { authorized, cleared, refunded }, period }: { cards: CardSums; period: Period }) {
  if (authorized.count + cleared.count + refunded.count === 0) return texts.noCardPayments;
  return (
    <p>
      <FigureLink href={insightRowsPath("cardAuthorized", period)}>
        {texts.amountAuthorized(formatKobo(authorized.amount))}
      </FigureLink>
      {texts.in}
      <FigureLink href={insightRowsPath("cardApproved", period)}>
        {countOf(authorized.count, "card payment")}
      </FigureLink>
      {texts.comma}
      <FigureLink href={insightRowsPath("cardCleared", period)}>
        {texts.amountCleared(formatKobo(cleared.amount))}
      </FigureLink>
    </p>
  );
}

function sumsTable(cards: CardSums, period: Period, former: Period): InsightTable {
  const { authorized, cleared, refunded, declined } = cards;
  const rows = [
    [texts.authorized, authorized, "cardAuthorized", "cardApproved"],
    [texts.cleared, cleared, "cardCleared", "cardCleared"],
    [texts.refunded, refunded, "cardRefunded", "cardRefunded"],
    [texts.declined, declined, "cardDeclined", "cardDeclined"],
  ] as const;
  return {
    heads: [texts.cardPayments, texts.now, texts.count, texts.before, texts.countBefore, texts.change],
    rows: rows.map(([name, { amount, count, before }, summed, counted]) => ({
      name,
      cells: [
        { kobo: amount, href: insightRowsPath(summed, period) },
        { count, href: insightRowsPath(counted, period) },
        { kobo: before.amount, href: insightRowsPath(summed, former) },
        { count: before.count, href: insightRowsPath(counted, former) },
        { percent: before.amount === 0 ? null : (amount / before.amount - 1) * 100 },
      ],
    })),
  };
}

type DeclineSentenceProps = { cards: CardSums; period: Period; before: Period };

function DeclineSentence({ cards: { authorized, declined }, period, before }: DeclineSentenceProps) {
  const asked = authorized.count + declined.count;
  if (declined.count === 0) return texts.noDeclines;
  return (
    <p>
      <FigureLink href={insightRowsPath("cardDeclined", period)}>
        {texts.declinedOf(countText(declined.count), countOf(asked, "card payment"))}
      </FigureLink>
      {texts.comma}
      <FigureLink href={insightRowsPath("cardDeclined", before)}>
        {texts.inPeriodBefore(countText(declined.before.count))}
      </FigureLink>
    </p>
  );
}

/** Screen readers get the table; here the first reasons as bars. */
function DeclineBars({ declines, period }: Pick<CardSums, "declines"> & { period: Period }) {
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
            <span className="font-medium tabular-nums">
              <FigureLink href={insightRowsPath("cardDeclined", period, { code })} isInPicture>
                {countText(count)}
              </FigureLink>
            </span>
          </span>
          <span className="mt-1 block h-1.5 rounded-small bg-mute-tint">
            <span className="block h-1.5 rounded-small bg-control-line" style={{ width: `${(count / most) * 100}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function declinesTable({ declines, declined }: CardSums, period: Period, former: Period): InsightTable {
  return {
    heads: [texts.reason, texts.count, texts.share, texts.countBefore, texts.amount],
    rows: declines.map(({ code, reason, amount, count, before }) => {
      const href = insightRowsPath("cardDeclined", period, { code });
      return {
        name: reason,
        cells: [
          { count, href },
          { percent: declined.count === 0 ? null : (count / declined.count) * 100, href },
          { count: before.count, href: insightRowsPath("cardDeclined", former, { code }) },
          { kobo: amount, href },
        ],
      };
    }),
  };
}
