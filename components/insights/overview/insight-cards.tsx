"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsNumberLiteral, useQueryState } from "nuqs";
import { Fragment, type ReactNode, useId } from "react";
import type { SuccessRates } from "../../../contract/insights.ts";
import { percentText } from "../../../contract/percent.ts";
import { cashPositionQuery, type Period, successRatesQuery, topCustomersQuery } from "../../../lib/api/insights.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { lagosDay, lastDays } from "../../../lib/format/day.ts";
import { formatKobo } from "../../../lib/format/money.ts";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { Link } from "../../ui/link.tsx";
import { LoadingNote, Skeleton } from "../../ui/skeleton.tsx";
import { CashProof } from "../cash-proof.tsx";
import { ratesOf } from "../money-stats.tsx";
import { monthText } from "../rows-behind.ts";
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
              [texts.opening, formatKobo(data.opening)],
              [texts.moneyIn, formatKobo(data.moneyIn)],
              [texts.moneyOut, formatKobo(data.moneyOut)],
              [texts.closing, formatKobo(data.closing)],
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
      {data && <SuccessFigures rates={data} />}
    </Card>
  );
}

function SuccessFigures({ rates: { total, reasons } }: { rates: SuccessRates }) {
  const { without, withAll } = ratesOf(total);
  if (withAll === null) return <p className="text-fg-2">{texts.noRequests}</p>;
  const [first] = reasons;
  const countText = (count: number) => count.toLocaleString("en-NG");
  return (
    <Figures
      rows={[
        [texts.withoutCustomerErrors, percentText(without)],
        [texts.withCustomerErrors, percentText(withAll)],
        [texts.failed, countText(total.customerErrors + total.systemErrors)],
        first ? [texts.mostFrequent(first.reason), countText(first.count)] : [texts.nothingFailed, countText(0)],
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
                `/wallets/${customerId}`,
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

/** `href` makes the name a link. */
type FigureRow = readonly [name: string, figure: string, href?: string];

function Figures({ rows }: { rows: readonly FigureRow[] }) {
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 tabular-nums [&>*]:border-b [&>*]:py-2 [&>dd]:text-right [&>dt]:truncate">
      {rows.map(([name, figure, href]) => (
        <Fragment key={href ?? name}>
          <dt>
            {href ? (
              <Link href={href} className="rounded-small hover:underline">
                {name}
              </Link>
            ) : (
              name
            )}
          </dt>
          <dd>{figure}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
