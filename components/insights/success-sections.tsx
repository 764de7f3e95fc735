"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { insightRowsPath } from "../../contract/insight-links.ts";
import type { InsightFigure } from "../../contract/insight-rows.ts";
import type { SuccessRates } from "../../contract/insights.ts";
import { percentText } from "../../contract/percent.ts";
import { type Period, successRatesQuery } from "../../lib/api/insights.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { dayText, dayTick } from "../../lib/format/day.ts";
import { countOf } from "../../lib/format/names.ts";
import type { InsightSeries } from "./insight-charts.tsx";
import { FigureLink, InsightSection } from "./insight-section.tsx";
import type { InsightTable } from "./insight-tables.ts";
import { ratesOf } from "./money-stats.tsx";
import { texts } from "./texts.ts";
import { usePeriod } from "./use-period.ts";

const rates: InsightSeries[] = [
  { of: "without", name: texts.withoutCustomerErrors, colour: "var(--accent)", shape: "line" },
  { of: "withAll", name: texts.withCustomerErrors, colour: "var(--control-line)", shape: "line" },
];

const percentAxis = (value: number) => `${Number(value.toFixed(1))}%`;

/** The share of requests that succeeded by day, with and without the errors of customers. Decision 0142. */
export function SuccessSection() {
  const { period } = usePeriod();
  const read = useQuery(successRatesQuery(useSession(), period));
  const { data } = read;
  const table = useMemo(() => data && ratesTable(data), [data]);
  return (
    <InsightSection
      title={texts.successRate}
      width="third"
      read={read}
      legend={rates}
      help={<SuccessHelp />}
      summary={data && <RateSentence total={data.total} period={period} />}
      chart={
        data && {
          points: pointsOf(data),
          series: rates,
          tick: dayTick,
          label: dayText,
          axis: percentAxis,
          value: percentText,
          domain: [lowestOf(data), 100],
        }
      }
      table={table}
    />
  );
}

function pointsOf({ days }: SuccessRates) {
  return days.map(({ date, ...day }) => ({ x: date, ...ratesOf(day) }));
}

/** The lower end of the axis, in steps of 10%. Both ends are fixed, so that the axis does not go beyond 100%. */
function lowestOf(data: SuccessRates): number {
  const lowest = Math.min(99, ...pointsOf(data).map(({ withAll }) => withAll ?? 100));
  return Math.floor(lowest / 10) * 10;
}

function SuccessHelp() {
  return (
    <>
      <p>{texts.successHelpWhat}</p>
      <p>{texts.successHelpNot}</p>
      <p>{texts.successHelpCause}</p>
    </>
  );
}

type SentenceProps = { total: SuccessRates["total"]; period: Period };

function RateSentence({ total, period }: SentenceProps) {
  const requests = requestsOf(total);
  if (requests === 0) return texts.noRequests;
  return (
    <FigureLink href={insightRowsPath("requests", period)}>
      {texts.succeededOf(percentText(ratesOf(total).withAll), countOf(requests, "request"))}
    </FigureLink>
  );
}

function ratesTable({ days }: SuccessRates): InsightTable {
  return {
    heads: [
      texts.day,
      texts.succeeded,
      texts.customerErrors,
      texts.systemErrors,
      texts.withoutCustomerErrors,
      texts.withCustomerErrors,
    ],
    rows: days.toReversed().map(({ date, ...day }) => {
      const { without, withAll } = ratesOf(day);
      const rows = (figure: InsightFigure) => insightRowsPath(figure, { startDate: date, endDate: date });
      return {
        name: dayText(date),
        href: rows("requests"),
        cells: [
          { count: day.succeeded, href: rows("succeeded") },
          { count: day.customerErrors, href: rows("customerErrors") },
          { count: day.systemErrors, href: rows("systemErrors") },
          { percent: without, href: rows("judged") },
          { percent: withAll, href: rows("requests") },
        ],
      };
    }),
  };
}

const SHOWN_REASONS = 5;
const sources = { batch: texts.batches, payout: texts.bankTransfers, transaction: texts.payments };

/** Why requests failed, most frequent first; the errors of customers and of systems in different colours. */
export function FailuresSection() {
  const { period } = usePeriod();
  const read = useQuery(successRatesQuery(useSession(), period));
  const { data } = read;
  const table = useMemo(() => data && reasonsTable(data, period), [data, period]);
  return (
    <InsightSection
      title={texts.failureReasons}
      width="third"
      read={read}
      legend={[
        { of: "customer", name: texts.customer, colour: "var(--control-line)" },
        { of: "system", name: texts.system, colour: "var(--bad)" },
      ]}
      help={<SuccessHelp />}
      summary={data && <FailureSentence total={data.total} period={period} />}
      chart={data && <ReasonBars reasons={data.reasons} period={period} />}
      table={table}
      footer={
        data && data.reasons.length > SHOWN_REASONS
          ? texts.shownOfAll(String(SHOWN_REASONS), data.reasons.length.toLocaleString("en-NG"))
          : undefined
      }
    />
  );
}

function FailureSentence({ total, period }: SentenceProps) {
  const failed = total.customerErrors + total.systemErrors;
  if (failed === 0) return texts.nothingFailed;
  return (
    <FigureLink href={insightRowsPath("failed", period)}>
      {texts.failedOf(failed.toLocaleString("en-NG"), countOf(requestsOf(total), "request"))}
    </FigureLink>
  );
}

/** Screen readers get the table; here the first reasons as bars. */
function ReasonBars({ reasons, period }: { reasons: SuccessRates["reasons"]; period: Period }) {
  const most = reasons[0]?.count ?? 1;
  return (
    <ul className="grid grid-cols-1 gap-2.5">
      {reasons.slice(0, SHOWN_REASONS).map(({ source, code, reason, cause, count }) => (
        <li key={`${source} ${code}`}>
          <span className="flex justify-between gap-3">
            <span className="trim" title={reason}>
              {reason}
            </span>
            <span className="font-medium tabular-nums">
              <FigureLink href={insightRowsPath("failed", period, { source, code })} isInPicture>
                {count.toLocaleString("en-NG")}
              </FigureLink>
            </span>
          </span>
          <span className="mt-1 block h-1.5 rounded-small bg-mute-tint">
            <span
              className="block h-1.5 rounded-small"
              style={{
                width: `${(count / most) * 100}%`,
                background: cause === "SYSTEM" ? "var(--bad)" : "var(--control-line)",
              }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}

function reasonsTable({ reasons, total }: SuccessRates, period: Period): InsightTable {
  const failed = total.customerErrors + total.systemErrors;
  return {
    heads: [texts.reason, texts.count, texts.share],
    rows: reasons.map(({ source, code, reason, cause, count }) => {
      const href = insightRowsPath("failed", period, { source, code });
      return {
        name: texts.reasonWithCause(reason, cause === "SYSTEM" ? texts.system : texts.customer, sources[source]),
        cells: [
          { count, href },
          { percent: (count / failed) * 100, href },
        ],
      };
    }),
  };
}

function requestsOf({ succeeded, customerErrors, systemErrors }: SuccessRates["total"]): number {
  return succeeded + customerErrors + systemErrors;
}
