"use client";

import { useQuery } from "@tanstack/react-query";
import { FilterX, X } from "lucide-react";
import { useRef } from "react";
import { type InsightRowList, insightRowsQuery, type Period } from "../../../lib/api/insights.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { formatKobo } from "../../../lib/format/money.ts";
import { countOf } from "../../../lib/format/names.ts";
import { periodText } from "../../../lib/format/period.ts";
import { AsOf } from "../../layout/page/freshness.tsx";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { PageHead } from "../../layout/page/page-head.tsx";
import { Pager, PastTheEnd } from "../../layout/page/pager.tsx";
import { useListKeys } from "../../layout/page/use-list-keys.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable, TableSkeleton } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ROW_LINK } from "../../ui/row-link.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { kindNames } from "../kind-names.ts";
import { PeriodControl } from "../period-control.tsx";
import { usePeriod } from "../use-period.ts";
import { figures, sourceNames } from "./figures.ts";
import { moneyColumns, requestColumns } from "./row-columns.tsx";
import { texts } from "./texts.ts";
import { type RowsView, useRowsView } from "./use-rows-view.ts";

/** Exactly the rows that one figure of Insights counts, with their number and sum. Dashboard 9, decision 0148. */
export function InsightRowsPage() {
  const view = useRowsView();
  const { period } = usePeriod();
  const read = useQuery(
    insightRowsQuery(useSession(), { ...view.filters, ...period, figure: view.figure, page: view.page }),
  );
  const { title, help } = figures[view.figure];
  const data = read.isPlaceholderData ? undefined : read.data;
  return (
    <>
      <PageHead
        title={title}
        back={{ href: `/insights?${new URLSearchParams(period)}`, label: texts.insights }}
        sub={<p role="status">{data ? totalText(data, view, period) : texts.counting}</p>}
      />
      <p className="mt-2 max-w-prose text-fg-2">{help}</p>
      <div className="mt-4 flex flex-wrap items-end gap-x-4 gap-y-2">
        <PeriodControl />
        <SetFilters view={view} reason={data?.rows[0]?.reason ?? null} />
      </div>
      <div className="@container mt-4">
        <Rows view={view} read={read} />
      </div>
    </>
  );
}

function totalText({ metadata, sum }: InsightRowList, { figure }: RowsView, period: Period): string {
  const [rows, days] = [countOf(metadata.totalRecords, "row"), periodText(period)];
  if (metadata.totalIsCapped) return texts.moreRows(rows, days);
  return figures[figure].isMoney && sum !== null
    ? texts.rowsWithSum(rows, days, formatKobo(sum))
    : texts.rowsOfPeriod(rows, days);
}

const WEEKDAYS = texts.weekdays.split(",");

/** What narrows the rows, in words; each can be removed. */
function SetFilters({ view, reason }: { view: RowsView; reason: string | null }) {
  const { kind, source, code, weekday, hour } = view.filters;
  const set = [
    ...(kind ? [{ text: kindNames[kind], names: ["kind"] as const }] : []),
    ...(source ? [{ text: sourceNames[source], names: ["source"] as const }] : []),
    ...(code === null
      ? []
      : [{ text: texts.reasonWithCode(reason ?? (code || texts.noReason)), names: ["code"] as const }]),
    ...(weekday === null && hour === null
      ? []
      : [{ text: hourText(weekday, hour), names: ["weekday", "hour"] as const }]),
  ];
  if (set.length === 0) return null;
  return (
    <ul aria-label={texts.filters} className="flex flex-wrap gap-2">
      {set.map(({ text, names }) => (
        <li key={text} className="min-w-0">
          <Button icon={X} aria-label={texts.removeFilter(text)} onClick={() => view.remove(names)}>
            {text}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function hourText(weekday: number | null, hour: number | null): string {
  const day = WEEKDAYS[(weekday ?? 0) - 1] ?? texts.everyDay;
  if (hour === null) return day;
  const clock = (of: number) => `${String(of).padStart(2, "0")}:00`;
  return texts.hourOf(day, clock(hour), clock(hour + 1));
}

type Read = {
  isLoading: boolean;
  isError: boolean;
  isPlaceholderData: boolean;
  error: unknown;
  data: InsightRowList | undefined;
  dataUpdatedAt: number;
  refetch: () => unknown;
};

function Rows({ view, read }: { view: RowsView; read: Read }) {
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list, ROW_LINK);
  const columns = figures[view.figure].isMoney && view.figure !== "cardDeclined" ? moneyColumns : requestColumns;
  const isLoading = useSteadyLoading(read.isLoading);
  if (isLoading) return <TableSkeleton columns={columns} label={texts.loadingRows} />;
  if (read.isError && (!read.data || read.isPlaceholderData)) {
    return <LoadProblem what={texts.theRows} error={read.error} onRetry={() => void read.refetch()} />;
  }
  if (!read.data) return null;
  const { rows, metadata } = read.data;
  if (rows.length === 0) {
    if (view.page > 1 && metadata.totalRecords > 0) {
      return <PastTheEnd icon={FilterX} page={view.page} onPage={view.showPage} />;
    }
    return (
      <EmptyState icon={FilterX} title={texts.nothingCounted}>
        <p>{texts.nothingCountedHelp}</p>
      </EmptyState>
    );
  }
  return (
    <div ref={list}>
      <DataTable
        caption={texts.rowsNewestFirst}
        columns={columns}
        rows={rows}
        getRowId={({ id }) => id}
        isDimmed={read.isPlaceholderData}
      />
      <Pager
        metadata={metadata}
        total={countOf(metadata.totalRecords, "row")}
        narrow={texts.chooseFewerDays}
        onPage={view.showPage}
      >
        <AsOf read={read} />
      </Pager>
    </div>
  );
}
