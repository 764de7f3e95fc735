"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FilterX, ScrollText } from "lucide-react";
import { useMemo, useRef } from "react";
import { type AuditLine, auditLineQuery, auditQuery, openAuditFile } from "../../lib/api/audit.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { countOf } from "../../lib/format/names.ts";
import { lazySheet } from "../layout/lazy.tsx";
import { FileExport } from "../layout/page/file-export.tsx";
import { AsOf } from "../layout/page/freshness.tsx";
import { LoadProblem } from "../layout/page/load-problem.tsx";
import { PageHead } from "../layout/page/page-head.tsx";
import { Pager, PastTheEnd } from "../layout/page/pager.tsx";
import { useListKeys } from "../layout/page/use-list-keys.ts";
import { Button } from "../ui/button.tsx";
import { DataTable, TableSkeleton } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { useSteadyLoading } from "../ui/use-steady-loading.ts";
import { auditColumns, OpenLineContext } from "./audit-columns.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import { texts } from "./texts.ts";
import { type AuditView, useAuditView } from "./use-audit-view.ts";

const AuditLineSheet = lazySheet(
  () => import("./audit-line-sheet.tsx").then((module) => module.AuditLineSheet),
  ({ id }) => id !== null,
);

/** The audit log of this mode, newest first. Dashboard 2.5. */
export function AuditLog() {
  const session = useSession();
  const view = useAuditView();
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list, "[data-line]");
  const open = useOpenLine(view);
  return (
    <>
      <PageHead
        title={texts.audit}
        actions={
          <FileExport
            name="audit"
            open={(signal) => openAuditFile(session, view.filters, signal)}
            isBlocked={view.isBackward}
          />
        }
      />
      <AuditFilters view={view} />
      <div ref={list} className="@container mt-4">
        <OpenLineContext value={open}>
          <Lines view={view} />
        </OpenLineContext>
      </div>
      <AuditLineSheet id={view.line} onClose={view.closeLine} />
    </>
  );
}

/** Opens an entry from the loaded list. The function is stable, so that rows do not render again. */
function useOpenLine(view: AuditView): (line: AuditLine) => void {
  const session = useSession();
  const queries = useQueryClient();
  const latest = useRef(view);
  latest.current = view;
  return useMemo(
    () => (line) => {
      queries.setQueryData(auditLineQuery(session, line.id).queryKey, line);
      latest.current.openLine(line.id);
    },
    [queries, session],
  );
}

function Lines({ view }: { view: AuditView }) {
  const session = useSession();
  const read = useQuery({
    ...auditQuery(session, { ...view.listFilters, page: view.page }),
    enabled: !view.isBackward,
  });
  const isLoading = useSteadyLoading(read.isLoading);
  if (isLoading) return <TableSkeleton columns={auditColumns} label={texts.loadingTheAuditLog} />;
  if (read.isError && (!read.data || read.isPlaceholderData)) {
    return <LoadProblem what={texts.theAuditLog} error={read.error} onRetry={() => void read.refetch()} />;
  }
  if (!read.data) return null;
  const { data, metadata } = read.data;
  if (data.length === 0) {
    const isPastTheEnd = view.page > 1 && metadata.totalRecords > 0;
    return isPastTheEnd ? (
      <PastTheEnd icon={ScrollText} page={view.page} onPage={view.showPage} />
    ) : (
      <NoLines view={view} />
    );
  }
  return (
    <>
      <DataTable
        caption={texts.auditLogNewestFirst}
        columns={auditColumns}
        rows={data}
        getRowId={({ id }) => id}
        isDimmed={read.isPlaceholderData}
      />
      <Pager
        metadata={metadata}
        total={countOf(metadata.totalRecords, "line")}
        narrow={texts.narrowTheDays}
        onPage={view.showPage}
      >
        <AsOf read={read} />
      </Pager>
    </>
  );
}

/** Distinguishes an empty log from filters without matches. Dashboard 2.4. */
function NoLines({ view }: { view: AuditView }) {
  if (view.hasFilters) {
    return (
      <EmptyState
        icon={FilterX}
        title={texts.nothingOnRecordMatches}
        action={<Button onClick={view.clear}>{texts.clearFilters}</Button>}
      >
        <p>{texts.widenTheDaysOr}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={ScrollText} title={texts.nothingIsOnRecord}>
      <p>{texts.everythingThatChangesSomething}</p>
    </EmptyState>
  );
}
