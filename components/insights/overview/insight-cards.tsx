"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsNumberLiteral, useQueryState } from "nuqs";
import { Fragment, type ReactNode, useId } from "react";
import { insightRowsPath } from "../../../contract/insight-links.ts";
import type { SuccessRates } from "../../../contract/insights.ts";
import { percentText } from "../../../contract/percent.ts";
import { cashPositionQuery, type Period, successRatesQuery, topCustomersQuery } from "../../../lib/api/insights.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { lagosDay, lastDays } from "../../../lib/format/day.ts";
import { formatKobo } from "../../../lib/format/money.ts";
import { monthText } from "../../../lib/format/period.ts";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { Link } from "../../ui/link.tsx";
import { LoadingNote, Skeleton } from "../../ui/skeleton.tsx";
import { CashProof, LEDGER } from "../cash-proof.tsx";
import { FigureLink } from "../insight-section.tsx";
import { ratesOf } from "../money-stats.tsx";
import { texts } from "./texts.ts";

const MOST_CUSTOMERS = 4;
/** The days that the overview shows. */
const SPANS = [7, 14, 30, 90] as const;

/** The cash position, the success rate and the largest customers, each with the way to Insights. Dashboard 9, decision 0145. */
export function InsightCards() {
  const [days] = useQueryState("days", parseAsNumberLiteral(SPANS).withDefault(14));
  return (
    <div className="-mx-pad grid grid-cols-[minmax(0,1fr)] border-t md:grid-cols-3 [&>*+*]:max-md:border-t [&>*+*]:md:border-l">
      <Cash days={days} />
      <Success days={days} />
      <LargestCustomers />
    </div>
  );
}

function insightsHref(period: Period): string {
  return `/insights?${new URLSearchParams(period)}`;
}

function Cash({ days }: { days: number }) {
  const period = lastDays(days, Date.now());
  const read = useQuery(cashPositionQuery(useSession(), period));
  const { data } = read;
  return (
    <Card title={texts.cashPosition} read={read} href={insightsHref(period)}>
      {data && (
        <>
          <Figures
            rows={[
              [texts.opening, formatKobo(data.opening), LEDGER],
              [texts.moneyIn, formatKobo(data.moneyIn), insightRowsPath("moneyIn", period)],
              [texts.moneyOut, formatKobo(data.moneyOut), insightRowsPath("moneyOut", period)],
              [texts.closing, formatKobo(data.closing), LEDGER],
            ]}
          />
          <div className="mt-2 text-fg-3 text-xs">
            <CashProof proof={data.proof} />
          </div>
        </>
      )}
    </Card>
  );
}

function Success({ days }: { days: number }) {
  const period = lastDays(days, Date.now());
  const read = useQuery(successRatesQuery(useSession(), period));
  const { data } = read;
  return (
    <Card title={texts.successRate} read={read} href={insightsHref(period)}>
      {data && <SuccessFigures rates={data} period={period} />}
    </Card>
  );
}

function SuccessFigures({ rates: { total, reasons }, period }: { rates: SuccessRates; period: Period }) {
  const { without, withAll } = ratesOf(total);
  if (withAll === null) return <p className="text-fg-2">{texts.noRequests}</p>;
  const [first] = reasons;
  const failed = insightRowsPath("failed", period);
  const countText = (count: number) => count.toLocaleString("en-NG");
  return (
    <Figures
      rows={[
        [texts.withoutCustomerErrors, percentText(without), insightRowsPath("judged", period)],
        [texts.withCustomerErrors, percentText(withAll), insightRowsPath("requests", period)],
        [texts.failed, countText(total.customerErrors + total.systemErrors), failed],
        first
          ? [
              texts.mostFrequent(first.reason),
              countText(first.count),
              insightRowsPath("failed", period, { source: first.source, code: first.code }),
            ]
          : [texts.nothingFailed, countText(0), failed],
      ]}
    />
  );
}

function LargestCustomers() {
  const month = lagosDay(Date.now()).slice(0, 7);
  const read = useQuery(topCustomersQuery(useSession(), month));
  const { data } = read;
  return (
    <Card
      title={texts.largestCustomers(monthText(month))}
      read={read}
      href="/insights?period=month"
      more={texts.showTop20}
    >
      {data?.customers.length === 0 && <p className="text-fg-2">{texts.noCustomerMoved}</p>}
      {data && (
        <Figures
          rows={data.customers
            .slice(0, MOST_CUSTOMERS)
            .map(
              ({ customerId, name, volume }): FigureRow => [
                name,
                `${formatKobo(volume)} · ${texts.shareOfAll(((volume / data.total) * 100).toFixed(1))}`,
                `/wallets/${customerId}?${new URLSearchParams({ tab: "transactions", status: "success", ...daysOf(data) })}`,
              ],
            )}
        />
      )}
    </Card>
  );
}

type CardProps = {
  title: string;
  read: { isPending: boolean; error: unknown; refetch: () => unknown };
  href: string;
  more?: string;
  children: ReactNode;
};

/** One figure, which loads and fails alone. */
function Card({ title, read, href, more = texts.openInsights, children }: CardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-h-[240px] min-w-0 flex-col px-pad py-5">
      <h2 id={id} className="mb-2 font-semibold text-md">
        {title}
      </h2>
      {read.isPending && (
        <div aria-busy="true" className="grid animate-late gap-3">
          <LoadingNote>{title}</LoadingNote>
          <Skeleton className="w-48" />
          <Skeleton className="w-40" />
        </div>
      )}
      {!read.isPending && read.error ? (
        <LoadProblem what={title.toLowerCase()} error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        children
      )}
      <Link href={href} className="mt-auto w-fit rounded-small pt-3 text-fg-2 text-xs underline underline-offset-[3px]">
        {more}
      </Link>
    </section>
  );
}

function daysOf({ startDate, endDate }: Period): Period {
  return { startDate, endDate };
}

/** `href` leads to the rows behind the figure. */
type FigureRow = readonly [name: string, figure: string, href: string];

function Figures({ rows }: { rows: readonly FigureRow[] }) {
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 tabular-nums [&>*]:border-b [&>*]:py-2 [&>dd]:text-right [&>dt]:truncate">
      {rows.map(([name, figure, href]) => (
        <Fragment key={`${name} ${href}`}>
          <dt>{name}</dt>
          <dd>
            <FigureLink href={href} label={texts.figureNamed(name, figure)}>
              {figure}
            </FigureLink>
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
