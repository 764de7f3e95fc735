"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { activeWalletsPath, createdWalletsPath } from "../../../contract/insight-links.ts";
import type { ActiveWallets } from "../../../contract/insights-customers.ts";
import { activeWalletsQuery } from "../../../lib/api/insights.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { monthText } from "../../../lib/format/period.ts";
import { FigureLink, InsightSection } from "../insight-section.tsx";
import type { InsightTable } from "../insight-tables.ts";
import { AsOf } from "./as-of.tsx";
import { Shade } from "./shade.tsx";
import { texts } from "./texts.ts";

type Cohort = ActiveWallets["cohorts"][number];

/** Months after creation that fit beside each other; the table has all. */
const MOST_SHOWN = 6;

/** Of the wallets created in a month, the share that was active in each month after. Dashboard 9, decision 0143. */
export function CohortsSection() {
  const read = useQuery(activeWalletsQuery(useSession()));
  const { data } = read;
  const table = useMemo(() => data && tableOf(data.cohorts), [data]);
  return (
    <InsightSection
      title={texts.cohorts}
      width="half"
      read={read}
      help={<p>{texts.cohortsHelp}</p>}
      summary={data && (data.cohorts.length > 0 ? texts.cohortsSummary : texts.noWalletsYet)}
      chart={data && <Grid cohorts={data.cohorts.slice(-MOST_SHOWN)} />}
      table={table}
      footer={data && <AsOf instant={data.asOf} />}
    />
  );
}

function shareOf({ wallets }: Cohort, active: number): number {
  return wallets > 0 ? (active / wallets) * 100 : 0;
}

/** Wallets of the cohort that were active so many months after their creation. */
function activeHref(cohort: Cohort, later: number): string {
  const month = new Date(cohort.month);
  month.setUTCMonth(month.getUTCMonth() + later);
  return activeWalletsPath(month.toISOString().slice(0, 10), "month", { month: cohort.month });
}

/** The months after creation that the oldest cohort has. */
function numbersOf(cohorts: readonly Cohort[]): number[] {
  return Array.from({ length: Math.max(0, ...cohorts.map(({ active }) => active.length)) }, (_, month) => month);
}

function Grid({ cohorts }: { cohorts: readonly Cohort[] }) {
  const numbers = numbersOf(cohorts);
  return (
    <table className="w-full table-fixed border-separate border-spacing-0.5 text-center tabular-nums">
      <thead>
        <tr className="text-fg-3 text-xs [&>th]:h-6 [&>th]:font-medium">
          <th className="w-20 text-left">{texts.created}</th>
          <th className="w-14 text-right">{texts.wallets}</th>
          {numbers.map((month) => (
            <th key={month}>{month === 0 ? texts.monthNumber(0) : month}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cohorts.map((cohort) => (
          <tr key={cohort.month} className="h-7">
            <th className="text-left font-normal">{monthText(cohort.month)}</th>
            <td className="text-right">
              <FigureLink href={createdWalletsPath(cohort.month)} isInPicture>
                {cohort.wallets.toLocaleString("en-NG")}
              </FigureLink>
            </td>
            {numbers.slice(0, cohort.active.length).map((month) => (
              <td key={month} className="relative">
                <Shade share={shareOf(cohort, cohort.active[month] ?? 0) / 200} />
                <span className="relative">
                  <FigureLink href={activeHref(cohort, month)} isInPicture>
                    {Math.round(shareOf(cohort, cohort.active[month] ?? 0))}%
                  </FigureLink>
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Newest first. */
function tableOf(cohorts: readonly Cohort[]): InsightTable {
  const numbers = numbersOf(cohorts);
  return {
    heads: [texts.created, texts.wallets, ...numbers.map(texts.monthNumber)],
    rows: cohorts.toReversed().map((cohort) => ({
      name: monthText(cohort.month),
      cells: [
        { count: cohort.wallets, href: createdWalletsPath(cohort.month) },
        ...numbers.map((month) => {
          const active = cohort.active[month];
          return active === undefined
            ? { percent: null }
            : { percent: shareOf(cohort, active), href: activeHref(cohort, month) };
        }),
      ],
    })),
  };
}
