"use client";

import { CircleCheck, SearchX, Stamp } from "lucide-react";
import { useMemo } from "react";
import type { PendingItem } from "../../../contract/approvals.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { countOf } from "../../../lib/format/names.ts";
import { can } from "../../../lib/permissions.ts";
import { AsOf } from "../../layout/page/freshness.tsx";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { DataTable, TableSkeleton } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { DriftDot, driftTexts } from "../drift-dot.tsx";
import { approvalsColumns } from "./approvals-columns.tsx";
import { type RowState, RowStateContext } from "./row-state.ts";
import { texts } from "./texts.ts";
import type { ApprovalsTab } from "./use-approvals-view.ts";

type List = {
  isPending: boolean;
  isError: boolean;
  error: unknown;
  dataUpdatedAt: number;
  refetch: () => unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
};

type ApprovalsTableProps = Omit<RowState, "mayApprove"> & {
  list: List;
  rows: readonly PendingItem[];
  isFiltered: boolean;
};

const captions: Record<ApprovalsTab, string> = {
  waiting: texts.requestsWaiting,
  mine: texts.requestsOfMine,
  done: texts.requestsDecided,
};

export function ApprovalsTable({ list, rows, isFiltered, ...given }: ApprovalsTableProps) {
  const { tab, openId, onOpen, selected, onSelect } = given;
  const session = useSession();
  const isLoading = useSteadyLoading(list.isPending);
  const mayApprove = can(session, "APPROVE_TRANSFER");
  const columns = approvalsColumns[tab];
  const state = useMemo(
    () => ({ tab, mayApprove, openId, onOpen, selected, onSelect }),
    [tab, mayApprove, openId, onOpen, selected, onSelect],
  );
  if (isLoading) return <TableSkeleton columns={columns} label={texts.loadingRequests} />;
  if (list.isError && rows.length === 0) {
    return <LoadProblem what={texts.theRequests} error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (rows.length === 0 && isFiltered) {
    return (
      <EmptyState icon={SearchX} title={texts.noRequestsMatch}>
        <p>{texts.changeTheFilters}</p>
      </EmptyState>
    );
  }
  if (rows.length === 0) return <NoRows tab={tab} />;
  return (
    <RowStateContext value={state}>
      <DataTable caption={captions[tab]} columns={columns} rows={rows} getRowId={({ id }) => id} />
      <Foot list={list} rows={rows} />
    </RowStateContext>
  );
}

function Foot({ list, rows }: { list: List; rows: readonly PendingItem[] }) {
  const marks = (["failing", "changed"] as const).filter((mark) => rows.some((row) => row.mark === mark));
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-fg-3 text-xs tabular-nums">
      {marks.map((mark) => (
        <span key={mark} className="inline-flex items-center gap-1.5">
          <DriftDot mark={mark} isLegend />
          {driftTexts[mark]}
        </span>
      ))}
      <span className="ml-auto">
        {countOf(rows.length, "request")} · <AsOf read={list} />
      </span>
      {list.hasNextPage && (
        <Button size="small" isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {texts.showMore}
        </Button>
      )}
    </div>
  );
}

function NoRows({ tab }: { tab: ApprovalsTab }) {
  const session = useSession();
  if (tab === "waiting") {
    return (
      <EmptyState icon={CircleCheck} title={texts.nothingWaitsForApproval}>
        <p>{texts.whatSomeoneSubmitsIn}</p>
      </EmptyState>
    );
  }
  if (tab === "done") {
    return (
      <EmptyState icon={Stamp} title={texts.noneWithThisOutcome}>
        <p>{texts.chooseAnotherOutcomeAbove}</p>
      </EmptyState>
    );
  }
  const maySubmit = can(session, ["MANAGE_TRANSFER", "TRANSFER_TO_BANK"]);
  return (
    <EmptyState
      icon={Stamp}
      title={texts.youHaveSubmittedNothing}
      action={maySubmit && <ButtonLink href="/transactions/new">{texts.newTransfer}</ButtonLink>}
    >
      <p>{texts.whatYouSubmitFor}</p>
    </EmptyState>
  );
}
