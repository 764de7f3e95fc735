"use client";

import { useQuery } from "@tanstack/react-query";
import { FilterX, Users } from "lucide-react";
import { useRef, useState } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { customersQuery } from "../../../lib/api/wallets.ts";
import { countOf } from "../../../lib/format/names.ts";
import { readSearchTerm } from "../../../lib/format/search-term.ts";
import { AsOf } from "../../layout/page/freshness.tsx";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { Pager, PastTheEnd } from "../../layout/page/pager.tsx";
import { SavedViews } from "../../layout/page/saved-views.tsx";
import { useListKeys } from "../../layout/page/use-list-keys.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable, TableSkeleton } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ROW_LINK } from "../../ui/row-link.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { useWalletsView, type WalletsView } from "../list/use-wallets-view.ts";
import { useSearchText, WalletsToolbar } from "../list/wallets-toolbar.tsx";
import { customersColumns } from "./customers-columns.tsx";
import { texts } from "./texts.ts";

const PER_PAGE = 20;

/** All customers, newest first, with the search and the filters of the wallet list. Dashboard 2.5. */
export function CustomersList() {
  const view = useWalletsView();
  const [text, setText] = useState(view.search);
  const list = useRef<HTMLDivElement>(null);
  useSearchText(view, [text, setText]);
  useListKeys(list, ROW_LINK);
  const clear = () => {
    setText("");
    view.clear();
  };
  return (
    <div className="@container mt-5 grid grid-cols-[minmax(0,1fr)] gap-4">
      <WalletsToolbar
        label={texts.findCustomers}
        view={{ ...view, clear }}
        text={text}
        onText={setText}
        opensFound={false}
        onEnter={() => list.current?.querySelector<HTMLElement>(ROW_LINK)?.focus()}
      >
        <SavedViews list="customers" />
      </WalletsToolbar>
      <div ref={list}>
        <CustomersTable view={view} onClear={clear} />
      </div>
    </div>
  );
}

function CustomersTable({ view, onClear }: { view: WalletsView; onClear: () => void }) {
  const session = useSession();
  const exact = exactTerm(view.search) ?? view.filters.search;
  const filters = { ...view.filters, search: exact };
  const read = useQuery(customersQuery(session, { ...filters, page: view.page, perPage: PER_PAGE }));
  const isLoading = useSteadyLoading(read.isLoading);
  if (isLoading) return <TableSkeleton columns={customersColumns} label={texts.loadingCustomers} />;
  if (read.isError && (!read.data || read.isPlaceholderData)) {
    return <LoadProblem what={texts.theCustomers} error={read.error} onRetry={() => void read.refetch()} />;
  }
  if (!read.data) return null;
  const { customers, metadata } = read.data;
  if (customers.length === 0) {
    const isFiltered = view.hasFilters || exact !== undefined;
    return <NoCustomers view={view} total={metadata.totalRecords} isFiltered={isFiltered} onClear={onClear} />;
  }
  return (
    <>
      <DataTable
        caption={texts.customersNewestFirst}
        columns={customersColumns}
        rows={customers}
        getRowId={({ id }) => id}
        isDimmed={read.isPlaceholderData}
      />
      <Pager metadata={metadata} total={countOf(metadata.totalRecords, "customer")} onPage={view.showPage}>
        <AsOf read={read} />
      </Pager>
    </>
  );
}

/** A number or ID is one customer: the list is searched for it too, unlike the wallet list, which looks it up. */
function exactTerm(text: string): string | undefined {
  const term = readSearchTerm(text);
  if (term.kind === "account") return term.accountNumber;
  return term.kind === "customer" ? term.customerId : undefined;
}

type NoCustomersProps = { view: WalletsView; total: number; isFiltered: boolean; onClear: () => void };

/** Distinguishes a page beyond the end, no matches, and no customers yet. Dashboard 2.4. */
function NoCustomers({ view, total, isFiltered, onClear }: NoCustomersProps) {
  if (view.page > 1 && total > 0) return <PastTheEnd icon={Users} page={view.page} onPage={view.showPage} />;
  return (
    <EmptyState
      icon={isFiltered ? FilterX : Users}
      title={isFiltered ? texts.noCustomerMatches : texts.noCustomersYet}
      action={isFiltered && <Button onClick={onClear}>{texts.clearFilters}</Button>}
    >
      <p>{isFiltered ? texts.checkTheSpelling : texts.theyComeWithWallets}</p>
    </EmptyState>
  );
}
