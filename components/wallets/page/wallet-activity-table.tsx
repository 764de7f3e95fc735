"use client";

import { type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useMemo } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { walletActivityQuery } from "../../../lib/api/wallets.ts";
import { countOf } from "../../../lib/format/names.ts";
import { AsOf } from "../../layout/page/freshness.tsx";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable, TableSkeleton } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { activityColumns } from "./activity-columns.tsx";
import { texts } from "./texts.ts";

/** A wallet's history, newest first: payments and changes in one list, each with its actor. */
export function WalletActivityTable({ customerId }: { customerId: string }) {
  const session = useSession();
  const activity = useInfiniteQuery(walletActivityQuery(session, customerId));
  const rows = useMemo(() => activity.data?.pages.flatMap((page) => page.data) ?? [], [activity.data]);
  const isLoading = useSteadyLoading(activity.isPending);
  if (isLoading) return <TableSkeleton columns={activityColumns} label={texts.loadingActivity} />;
  if (activity.isError && !activity.data) {
    return <LoadProblem what={texts.theActivity} error={activity.error} onRetry={() => void activity.refetch()} />;
  }
  if (rows.length === 0) {
    return (
      <EmptyState icon={History} title={texts.nothingHasHappenedYet}>
        <p>{texts.transactionsAndChangesOf}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <DataTable
        caption={texts.activityNewestFirst}
        columns={activityColumns}
        rows={rows}
        getRowId={(row) => row.id}
        isQuiet={(row) => row.kind === "audit"}
        isDimmed={activity.isFetching && !activity.isFetchingNextPage}
      />
      <Foot activity={activity} shown={rows.length} total={activity.data?.pages[0]?.metadata.totalRecords ?? 0} />
    </>
  );
}

type FootProps = {
  activity: Pick<
    UseInfiniteQueryResult,
    "hasNextPage" | "isFetchingNextPage" | "fetchNextPage" | "dataUpdatedAt" | "isError" | "refetch"
  >;
  shown: number;
  total: number;
};

function Foot({ activity, shown, total }: FootProps) {
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-4 text-fg-2 tabular-nums">
      <span>
        {shown < total
          ? texts.shownOfEntrys(shown, countOf(total, "entry", "entries"))
          : countOf(total, "entry", "entries")}
        <span className="text-fg-3">
          {" · "}
          <AsOf read={activity} />
        </span>
      </span>
      {activity.hasNextPage && (
        <Button size="small" isBusy={activity.isFetchingNextPage} onClick={() => void activity.fetchNextPage()}>
          {texts.showMore}
        </Button>
      )}
    </div>
  );
}
