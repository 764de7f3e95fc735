"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { FilterX, Landmark } from "lucide-react";
import { useRef } from "react";
import { type PayoutList, payoutsQuery } from "../../lib/api/payouts.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { countOf } from "../../lib/format/names.ts";
import { refusalOf } from "../../lib/permissions.ts";
import { AsOf } from "../layout/page/freshness.tsx";
import { LoadProblem } from "../layout/page/load-problem.tsx";
import { Pager, PastTheEnd } from "../layout/page/pager.tsx";
import { useListKeys } from "../layout/page/use-list-keys.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { CountChips, countChips } from "../ui/count-chips.tsx";
import { DataTable, TableSkeleton } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ROW_LINK } from "../ui/row-link.tsx";
import { useSteadyLoading } from "../ui/use-steady-loading.ts";
import { PAYOUT_STATES, payoutStates } from "./payout-states.ts";
import { payoutsColumns } from "./payouts-columns.tsx";
import { PayoutsFilters } from "./payouts-filters.tsx";
import { texts } from "./texts.ts";
import { type PayoutsView, usePayoutsView } from "./use-payouts-view.ts";

/** Payouts to banks by state, with counts; filters in the address. Rails 8. */
export function PayoutsList() {
  const session = useSession();
  const view = usePayoutsView();
  const read = useQuery({ ...payoutsQuery(session, { ...view.filters, page: view.page }), enabled: !view.isBackward });
  return (
    <div className="@container mt-5 grid grid-cols-[minmax(0,1fr)] gap-3">
      <PayoutsFilters view={view} />
      <CountChips
        legend={texts.state}
        value={view.filters.state ?? null}
        chips={countChips(PAYOUT_STATES, (state) => payoutStates[state].word, read.data?.counts)}
        onValue={(state) => view.set({ state })}
      />
      <div>
        <PayoutsTable view={view} read={read} />
      </div>
    </div>
  );
}

type TableProps = { view: PayoutsView; read: UseQueryResult<PayoutList> };

function PayoutsTable({ view, read }: TableProps) {
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list, ROW_LINK);
  const isLoading = useSteadyLoading(read.isLoading);
  if (isLoading) return <TableSkeleton columns={payoutsColumns} label={texts.loadingPayouts} />;
  if (read.isError && (!read.data || read.isPlaceholderData)) {
    return <LoadProblem what={texts.thePayouts} error={read.error} onRetry={() => void read.refetch()} />;
  }
  if (!read.data) return null;
  const { payouts, metadata } = read.data;
  if (payouts.length === 0) return <NoPayouts view={view} total={metadata.totalRecords} />;
  return (
    <div ref={list}>
      <DataTable
        caption={texts.payoutsNewestFirst}
        columns={payoutsColumns}
        rows={payouts}
        getRowId={({ id }) => id}
        isQuiet={({ state }) => state === "cancelled"}
        isDimmed={read.isPlaceholderData}
      />
      <Pager
        metadata={metadata}
        total={countOf(metadata.totalRecords, "payout")}
        narrow={texts.narrowTheDays}
        onPage={view.showPage}
      >
        <AsOf read={read} />
      </Pager>
    </div>
  );
}

/** Distinguishes a page beyond the end, no matches, and no payouts yet. Dashboard 2.4. */
function NoPayouts({ view, total }: { view: PayoutsView; total: number }) {
  const maySend = refusalOf(useSession(), "sendToBank") === null;
  if (view.page > 1 && total > 0) return <PastTheEnd icon={Landmark} page={view.page} onPage={view.showPage} />;
  if (view.hasFilters) {
    return (
      <EmptyState
        icon={FilterX}
        title={texts.noPayoutMatches}
        action={<Button onClick={view.clear}>{texts.clearFilters}</Button>}
      >
        <p>{texts.checkTheSpellingOr}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Landmark}
      title={texts.noPayoutsYet}
      action={
        maySend && (
          <ButtonLink href="/transactions/new?kind=bank" variant="primary">
            {texts.sendToBank}
          </ButtonLink>
        )
      }
    >
      <p>{texts.aPayoutMovesMoney}</p>
    </EmptyState>
  );
}
