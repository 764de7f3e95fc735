"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { ArrowDownLeft, FilterX, Search } from "lucide-react";
import { useMemo, useRef } from "react";
import { type BankCreditList, bankCreditsQuery } from "../../lib/api/bank-credits.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { countOf } from "../../lib/format/names.ts";
import { lazySheet } from "../layout/lazy.tsx";
import { AmountFilter } from "../layout/page/amount-filter.tsx";
import { setAmounts } from "../layout/page/filter-fold.tsx";
import { AsOf } from "../layout/page/freshness.tsx";
import { ListFilters } from "../layout/page/list-filters.tsx";
import { LoadProblem } from "../layout/page/load-problem.tsx";
import { Pager, PastTheEnd } from "../layout/page/pager.tsx";
import { useListKeys } from "../layout/page/use-list-keys.ts";
import { Button } from "../ui/button.tsx";
import { CountChips, countChips } from "../ui/count-chips.tsx";
import { DataTable, TableSkeleton } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ROW_LINK } from "../ui/row-link.tsx";
import { SettledInput } from "../ui/settled-input.tsx";
import { useSteadyLoading } from "../ui/use-steady-loading.ts";
import { CREDIT_STATES, creditStates } from "./bank-credit-states.ts";
import { bankCreditsColumns } from "./bank-credits-columns.tsx";
import { texts } from "./texts.ts";
import { type BankCreditsView, useBankCreditsView } from "./use-bank-credits-view.ts";

const BankCreditSheet = lazySheet(
  () => import("./bank-credit-sheet.tsx").then((module) => module.BankCreditSheet),
  ({ id }) => id !== null,
);

/** Bank transfers that arrived, by state; a row opens the credit with what can be done. Rails 8. */
export function BankCreditsList() {
  const session = useSession();
  const view = useBankCreditsView();
  const query = bankCreditsQuery(session, { ...view.filters, page: view.page });
  const read = useQuery({ ...query, enabled: !view.isBackward });
  return (
    <div className="@container mt-5 grid grid-cols-[minmax(0,1fr)] gap-3">
      <Filters view={view} />
      <CountChips
        legend={texts.state}
        value={view.filters.state ?? null}
        chips={countChips(CREDIT_STATES, (state) => creditStates[state].word, read.data?.counts)}
        onValue={(state) => view.set({ state })}
      />
      <div>
        <BankCreditsTable view={view} read={read} />
      </div>
      <BankCreditSheet id={view.open} onClose={() => view.openRow(null)} />
    </div>
  );
}

function Filters({ view }: { view: BankCreditsView }) {
  return (
    <search aria-label={texts.filterBankCredits} className="flex flex-wrap items-end gap-2">
      <SettledInput
        icon={Search}
        aria-label={texts.searchBySenderNarration}
        placeholder={texts.senderNarrationAccountNumber}
        value={view.search}
        onText={view.searchFor}
        className="md:max-w-72"
      />
      <ListFilters view={view} active={setAmounts(view.filters, view.set)}>
        <AmountFilter amounts={view.filters} set={view.set} />
      </ListFilters>
    </search>
  );
}

type TableProps = { view: BankCreditsView; read: UseQueryResult<BankCreditList> };

function BankCreditsTable({ view, read }: TableProps) {
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list, ROW_LINK);
  const { openRow } = view;
  const open = useRef(openRow);
  open.current = openRow;
  const columns = useMemo(() => bankCreditsColumns((id) => open.current(id)), []);
  const isLoading = useSteadyLoading(read.isLoading);
  if (isLoading) return <TableSkeleton columns={columns} label={texts.loadingBankCredits} />;
  if (read.isError && (!read.data || read.isPlaceholderData)) {
    return <LoadProblem what={texts.theBankCredits} error={read.error} onRetry={() => void read.refetch()} />;
  }
  if (!read.data) return null;
  const { credits, metadata } = read.data;
  if (credits.length === 0) return <NoCredits view={view} total={metadata.totalRecords} />;
  return (
    <div ref={list}>
      <DataTable
        caption={texts.bankCreditsNewestFirst}
        columns={columns}
        rows={credits}
        getRowId={({ id }) => id}
        isQuiet={({ state }) => state === "returned"}
        isDimmed={read.isPlaceholderData}
      />
      <Pager
        metadata={metadata}
        total={countOf(metadata.totalRecords, texts.bankCredit2)}
        narrow={texts.narrowTheDays}
        onPage={view.showPage}
      >
        <AsOf read={read} />
      </Pager>
    </div>
  );
}

/** Distinguishes a page beyond the end, no matches, and nothing received yet. Dashboard 2.4. */
function NoCredits({ view, total }: { view: BankCreditsView; total: number }) {
  if (view.page > 1 && total > 0) return <PastTheEnd icon={ArrowDownLeft} page={view.page} onPage={view.showPage} />;
  if (view.hasFilters) {
    return (
      <EmptyState
        icon={FilterX}
        title={texts.noBankCreditMatches}
        action={<Button onClick={view.clear}>{texts.clearFilters}</Button>}
      >
        <p>{texts.checkTheSpellingOr}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={ArrowDownLeft} title={texts.noMoneyFromBanks}>
      <p>{texts.everyWalletHasAn}</p>
    </EmptyState>
  );
}
