"use client";

import { useQuery } from "@tanstack/react-query";
import { FileUp, FilterX, X } from "lucide-react";
import { parseAsInteger, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useRef } from "react";
import { type BatchKind, type BatchStatus, batchesQuery, MAX_MERGED_PAGES } from "../../../lib/api/batches.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { countOf } from "../../../lib/format/names.ts";
import { AsOf } from "../../layout/page/freshness.tsx";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { Pager, PastTheEnd } from "../../layout/page/pager.tsx";
import { useListKeys } from "../../layout/page/use-list-keys.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable, TableSkeleton } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ROW_LINK } from "../../ui/row-link.tsx";
import { Select } from "../../ui/select.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { KINDS, kindAppearances, STATUSES, statusAppearances } from "../batch-labels.ts";
import { importsColumns } from "./imports-columns.tsx";
import { texts } from "./texts.ts";

const KIND_OPTIONS = KINDS.map((value) => ({ value, label: kindAppearances[value].word }));
const STATUS_OPTIONS = STATUSES.map((value) => ({ value, label: statusAppearances[value].word }));

/** All batches (customers, credits, debits), newest first, with filters in the address. Dashboard 2.5. */
export function ImportsList() {
  const view = useImportsView();
  return (
    <div className="@container mt-5 grid grid-cols-[minmax(0,1fr)] gap-4">
      <search aria-label={texts.filterBatches} className="flex flex-wrap items-end gap-2">
        <Select
          aria-label={texts.kind}
          value={view.kind ?? ""}
          none={texts.allKinds}
          options={KIND_OPTIONS}
          onValue={(kind) => view.set({ kind })}
          className="max-md:flex-1"
        />
        <Select
          aria-label={texts.status}
          value={view.status ?? ""}
          none={texts.anyStatus}
          options={STATUS_OPTIONS}
          onValue={(status) => view.set({ status })}
          className="max-md:flex-1"
        />
        {view.hasFilters && (
          <Button variant="quiet" icon={X} onClick={view.clear}>
            {texts.clearFilters}
          </Button>
        )}
      </search>
      <div>
        <ImportsTable view={view} />
      </div>
    </div>
  );
}

function ImportsTable({ view }: { view: ImportsView }) {
  const session = useSession();
  const { kind, status, page } = view;
  const read = useQuery(batchesQuery(session, { kind, status, page }));
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list, ROW_LINK);
  const isLoading = useSteadyLoading(read.isLoading);
  if (isLoading) return <TableSkeleton columns={importsColumns} label={texts.loadingBatches} />;
  if (read.isError && (!read.data || read.isPlaceholderData)) {
    return <LoadProblem what={texts.theBatches} error={read.error} onRetry={() => void read.refetch()} />;
  }
  if (!read.data) return null;
  const { items, metadata } = read.data;
  if (items.length === 0) return <NoBatches view={view} />;
  // The list of all kinds is read from the start for every page.
  const isEnd = kind === undefined && metadata.page >= MAX_MERGED_PAGES && metadata.totalPages > metadata.page;
  const total = countOf(metadata.totalRecords, "batch", "batches");
  return (
    <div ref={list}>
      <DataTable
        caption={texts.batchesNewestFirst}
        columns={importsColumns}
        rows={items}
        getRowId={({ batchId }) => batchId}
        isQuiet={({ status: one }) => one === "cancelled" || one === "declined"}
        isDimmed={read.isPlaceholderData}
      />
      <Pager
        metadata={metadata}
        total={isEnd ? texts.totalChooseAKind(total) : total}
        isEnd={isEnd}
        onPage={view.showPage}
      >
        <AsOf read={read} />
      </Pager>
    </div>
  );
}

/** Distinguishes "nothing yet" from "nothing matches". Dashboard 2.4. */
function NoBatches({ view }: { view: ImportsView }) {
  if (view.page > 1) return <PastTheEnd icon={FileUp} page={view.page} onPage={view.showPage} />;
  if (view.hasFilters) {
    return (
      <EmptyState
        icon={FilterX}
        title={texts.noBatchMatches}
        action={<Button onClick={view.clear}>{texts.clearFilters}</Button>}
      >
        <p>{texts.chooseAnotherKindOr}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={FileUp} title={texts.noImportsYet}>
      <p>{texts.filesOfCustomersCredits}</p>
    </EmptyState>
  );
}

/** Kind, status and page of the list, kept in the address. A changed filter resets the page to 1. Dashboard 2.3. */
function useImportsView() {
  const [{ kind, status, page }, change] = useQueryStates({
    kind: parseAsStringLiteral(KINDS),
    status: parseAsStringLiteral(STATUSES),
    page: parseAsInteger.withDefault(1),
  });
  return {
    kind: kind ?? undefined,
    status: status ?? undefined,
    page: Math.max(page, 1),
    hasFilters: kind !== null || status !== null,
    set: (next: { kind?: BatchKind | null; status?: BatchStatus | null }) => void change({ ...next, page: null }),
    clear: () => void change(null),
    showPage: (next: number) => void change({ page: next === 1 ? null : next }, { history: "push", scroll: true }),
  };
}

type ImportsView = ReturnType<typeof useImportsView>;
