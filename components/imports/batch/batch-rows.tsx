"use client";

import { useQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { parseAsInteger, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useState } from "react";
import { type AnyBatch, batchRowsQuery, ROWS_PER_PAGE, type RowResult } from "../../../lib/api/batches.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { countOf } from "../../../lib/format/names.ts";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { Pager } from "../../layout/page/pager.tsx";
import { DataTable, TableSkeleton } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { isFinal, resultLabel } from "../batch-labels.ts";
import { rowsColumns } from "./batch-rows-columns.tsx";
import { texts } from "./texts.ts";

type RowsTab = RowResult | "all";
const ROWS_TABS: readonly RowsTab[] = ["bad", "repeated", "frozen", "good", "pending", "cancelled", "all"];

/** A batch's rows by result, paged. They are refetched when the counts change, not on a timer. */
export function BatchRows({ batch }: { batch: AnyBatch }) {
  const view = useRowsView(batch);
  const isShown = (tab: RowsTab) =>
    tab === view.tab ||
    (tab === "repeated" || tab === "frozen" || tab === "cancelled"
      ? countIn(batch, tab) > 0
      : tab !== "pending" || !isFinal(batch.status));
  const tabs = ROWS_TABS.filter(isShown).map((value) => ({
    value,
    label: `${value === "all" ? texts.all : resultLabel(batch.kind, value)} ${countIn(batch, value).toLocaleString("en-NG")}`,
  }));
  return (
    <section aria-label={texts.rows} className="@container mt-6">
      <Tabs label={texts.rows} value={view.tab} tabs={tabs} onChange={view.showTab}>
        <TabPanel value={view.tab}>
          <RowsTable batch={batch} view={view} />
        </TabPanel>
      </Tabs>
    </section>
  );
}

function countIn({ status, total, good, bad, repeated, frozen }: AnyBatch, tab: RowsTab): number {
  const undecided = total - good - bad - repeated;
  const [pending, cancelled] = isFinal(status) ? [0, undecided] : [undecided, 0];
  return { bad, repeated, frozen, good, pending, cancelled, all: total }[tab];
}

function RowsTable({ batch, view }: { batch: AnyBatch; view: ReturnType<typeof useRowsView> }) {
  const { kind, batchId, status, good, bad, repeated } = batch;
  const { tab } = view;
  const session = useSession();
  const count = countIn(batch, tab);
  // The address may name a page beyond the rows.
  const page = Math.min(view.page, Math.max(1, Math.ceil(count / ROWS_PER_PAGE)));
  const isOver = isFinal(status);
  const done = tab === "all" || tab === "pending" ? good + bad + repeated : count;
  // A full page no longer changes, so it is refetched only while it fills, and once at the end.
  const seen = isOver ? -1 : tab === "pending" ? done : Math.min(done, page * ROWS_PER_PAGE);
  const end = tab === "all" ? undefined : tab;
  const read = useQuery({
    ...batchRowsQuery(session, { kind, batchId, end, page, seen }),
    enabled: count > 0,
  });
  const columns = rowsColumns(kind);
  const isLoading = useSteadyLoading(read.isLoading);
  if (count === 0) return <NoRows batch={batch} tab={tab} />;
  if (isLoading) return <TableSkeleton columns={columns} label={texts.loadingRows} />;
  if (read.isError && !read.data) {
    return <LoadProblem what={texts.theRows} error={read.error} onRetry={() => void read.refetch()} />;
  }
  if (!read.data) return null;
  return (
    <>
      <DataTable
        caption={tab === "all" ? texts.allRows : texts.resultLabelRows(resultLabel(kind, tab))}
        columns={columns}
        rows={read.data}
        getRowId={({ row }) => String(row)}
        isDimmed={read.isPlaceholderData}
      />
      <Pager
        metadata={{ page, perPage: ROWS_PER_PAGE, totalRecords: count, totalPages: Math.ceil(count / ROWS_PER_PAGE) }}
        total={countOf(count, "row")}
        words={[texts.previous, texts.next]}
        onPage={view.showPage}
      />
    </>
  );
}

function NoRows({ batch, tab }: { batch: AnyBatch; tab: RowsTab }) {
  const word = tab === "all" ? "" : resultLabel(batch.kind, tab).toLowerCase();
  const title = tab === "pending" ? texts.noRowIsPending : texts.noRowWasWord(word);
  return (
    <EmptyState icon={ListChecks} title={isFinal(batch.status) || tab === "pending" ? title : texts.titleSoFar(title)}>
      <p>{tab === "bad" ? texts.rowsThatFailAppear : texts.chooseAnotherTabFor}</p>
    </EmptyState>
  );
}

/** Which rows are shown, kept in the address. Initially the rejected ones, if there are any. Dashboard 2.3. */
function useRowsView({ bad, repeated }: Pick<AnyBatch, "bad" | "repeated">) {
  const [{ rows, page }, change] = useQueryStates({
    rows: parseAsStringLiteral(ROWS_TABS),
    page: parseAsInteger.withDefault(1),
  });
  // The initial choice stays, even if the first row is rejected later.
  const [first] = useState<RowsTab>(bad > 0 ? "bad" : repeated > 0 ? "repeated" : "all");
  return {
    tab: rows ?? first,
    page: Math.max(page, 1),
    showTab: (next: RowsTab) => void change({ rows: next, page: null }),
    showPage: (next: number) => void change({ page: next === 1 ? null : next }, { history: "push" }),
  };
}
