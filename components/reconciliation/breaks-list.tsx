"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { CircleCheck, FilterX } from "lucide-react";
import { useId, useMemo, useRef } from "react";
import type { Break } from "../../contract/reconciliation.ts";
import { type BreakList, breaksQuery } from "../../lib/api/reconciliation.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { countOf } from "../../lib/format/names.ts";
import { lazySheet } from "../layout/lazy.tsx";
import { AsOf } from "../layout/page/freshness.tsx";
import { LoadProblem } from "../layout/page/load-problem.tsx";
import { Pager } from "../layout/page/pager.tsx";
import { useListKeys } from "../layout/page/use-list-keys.ts";
import { Button } from "../ui/button.tsx";
import { CountChips, countChips } from "../ui/count-chips.tsx";
import { DataTable, type TableColumn, TableSkeleton } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Money } from "../ui/money.tsx";
import { ROW_LINK, RowLink } from "../ui/row-link.tsx";
import { Select } from "../ui/select.tsx";
import { useSteadyLoading } from "../ui/use-steady-loading.ts";
import { ageWords, BREAK_AGES, BREAK_KINDS, breakKinds, breakTitle } from "./break-words.ts";
import { KindChip } from "./kind-chip.tsx";
import { texts } from "./texts.ts";
import type { ReconciliationView } from "./use-reconciliation-view.ts";

const BreakSheet = lazySheet(
  () => import("./break-sheet.tsx").then((module) => module.BreakSheet),
  ({ item }) => item !== null,
);

/** Differences of all days by kind and age, oldest first; a row opens what can be done. Rails 6. */
export function BreaksList({ view }: { view: ReconciliationView }) {
  const id = useId();
  const { kind, age, state, page } = view;
  const query = breaksQuery(useSession(), { state, kind: kind ?? undefined, age: age ?? undefined, page });
  const read = useQuery(query);
  const item = read.data?.breaks.find((each) => each.id === view.open) ?? null;
  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="font-semibold text-md">
          {state === "open" ? texts.openBreaks : texts.resolvedBreaks}
        </h2>
        <div className="flex gap-2">
          <Select
            aria-label={texts.age}
            value={age ?? ""}
            none={texts.anyAge}
            options={BREAK_AGES.map((value) => ({ value, label: ageText(value, read.data) }))}
            onValue={(next) => view.set({ age: next })}
          />
          <Select
            aria-label={texts.whichBreaks}
            value={state}
            options={[
              { value: "open", label: texts.open },
              { value: "resolved", label: texts.resolved },
            ]}
            onValue={(next) => view.set({ state: next ?? "open" })}
          />
        </div>
      </div>
      <CountChips
        legend={texts.kindOfBreak}
        value={kind}
        chips={countChips(BREAK_KINDS, (each) => breakKinds[each].word, read.data?.counts.byKind)}
        onValue={(next) => view.set({ kind: next })}
      />
      <BreaksTable view={view} read={read} />
      <BreakSheet item={item} onClose={() => view.openRow(null)} />
    </section>
  );
}

function ageText(age: (typeof BREAK_AGES)[number], list: BreakList | undefined): string {
  const count = list?.counts.byAge[age];
  return count ? `${ageWords[age]} (${count})` : ageWords[age];
}

type TableProps = { view: ReconciliationView; read: UseQueryResult<BreakList> };

function BreaksTable({ view, read }: TableProps) {
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list, ROW_LINK);
  const open = useRef(view.openRow);
  open.current = view.openRow;
  const columns = useMemo(() => columnsOf((id) => open.current(id)), []);
  const isLoading = useSteadyLoading(read.isLoading);
  if (isLoading) return <TableSkeleton columns={columns} label={texts.loadingBreaks} />;
  if (read.isError && (!read.data || read.isPlaceholderData)) {
    return <LoadProblem what={texts.theBreaks} error={read.error} onRetry={() => void read.refetch()} />;
  }
  if (!read.data) return null;
  const { breaks, metadata } = read.data;
  if (breaks.length === 0) return <NoBreaks view={view} />;
  return (
    <div ref={list}>
      <DataTable
        caption={texts.breaksOldestFirst}
        columns={columns}
        rows={breaks}
        getRowId={({ id }) => id}
        isDimmed={read.isPlaceholderData}
      />
      <Pager
        metadata={metadata}
        total={countOf(metadata.totalRecords, "break")}
        words={[texts.older, texts.newer]}
        onPage={view.showPage}
      >
        <AsOf read={read} />
      </Pager>
    </div>
  );
}

function columnsOf(onOpen: (id: string) => void): TableColumn<Break>[] {
  return [
    {
      id: "kind",
      header: texts.type,
      cell: ({ row }) => <KindChip kind={row.original.kind} />,
      meta: { width: "156px", phoneWidth: "52px", skeletonWidth: "w-24" },
    },
    {
      id: "what",
      header: texts.reference,
      cell: ({ row }) => (
        <RowLink
          rowId={row.original.id}
          variant="frame"
          href={`/reconciliation?open=${row.original.id}`}
          title={breakTitle(row.original)}
          onOpen={() => onOpen(row.original.id)}
          className="block font-mono text-id"
        >
          {breakTitle(row.original)}
        </RowLink>
      ),
      meta: { skeletonWidth: "w-32" },
    },
    {
      id: "ours",
      header: texts.ourBooks,
      cell: ({ row: { original } }) => <Side amount={original.ourAmount} status={original.ourStatus} item={original} />,
      meta: { width: "132px", hides: "tiny", align: "end", skeletonWidth: "w-16" },
    },
    {
      id: "bank",
      header: texts.bank,
      cell: ({ row: { original } }) => (
        <Side amount={original.bankAmount} status={original.bankStatus} item={original} />
      ),
      meta: { width: "132px", phoneWidth: "120px", align: "end", ends: "phone", skeletonWidth: "w-16" },
    },
    {
      id: "age",
      header: texts.age,
      cell: ({ row }) => <Age days={row.original.ageDays} />,
      meta: { width: "60px", hides: "phone", align: "end", skeletonWidth: "w-8" },
    },
    {
      id: "owner",
      header: texts.owner,
      cell: ({ row }) => row.original.owner?.name ?? "–",
      meta: { width: "120px", hides: "phone", isSoft: true, skeletonWidth: "w-16" },
    },
  ];
}

type SideProps = { amount: number | null; status: string | null; item: Break };

/** One side's amount; its status where the statuses differ; `2 × …` for a duplicate. */
function Side({ amount, status, item }: SideProps) {
  if (amount === null) return <span className="text-fg-3">–</span>;
  if (item.kind === "status_differs" && status !== null) {
    return <>{status.charAt(0).toUpperCase() + status.slice(1).replaceAll("_", " ")}</>;
  }
  const isRepeated =
    item.kind === "duplicate" && status === item.bankStatus && amount === item.bankAmount && item.lines > 1;
  return (
    <>
      {isRepeated && amount !== item.ourAmount ? `${item.lines} × ` : ""}
      <Money kobo={amount} />
    </>
  );
}

function Age({ days }: { days: number }) {
  return <span className={days > 3 ? "font-medium text-bad" : "text-fg-2"}>{days} d</span>;
}

function NoBreaks({ view }: { view: ReconciliationView }) {
  if (view.kind !== null || view.age !== null) {
    return (
      <EmptyState
        icon={FilterX}
        title={texts.noBreakMatches}
        action={<Button onClick={() => view.set({ kind: null, age: null })}>{texts.clearFilters}</Button>}
      >
        <p>{texts.chooseAnotherTypeOr}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={CircleCheck} title={view.state === "open" ? texts.noOpenBreaks : texts.noResolvedBreaksYet}>
      <p>{texts.aBreakIsA}</p>
    </EmptyState>
  );
}
