"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, ChevronLeft, ChevronRight, FilterX } from "lucide-react";
import { useRef } from "react";
import type { TransactionList } from "../../contract/transactions.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { transactionsQuery } from "../../lib/api/transactions.ts";
import { countOf } from "../../lib/format/names.ts";
import { AsOf } from "../layout/freshness.tsx";
import { LoadProblem } from "../layout/load-problem.tsx";
import { useListKeys } from "../layout/use-list-keys.ts";
import { Button } from "../ui/button.tsx";
import { DataTable, TableSkeleton } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { useSteadyLoading } from "../ui/use-steady-loading.ts";
import { merchantColumns, ROW_LINK, walletColumns } from "./transaction-columns.tsx";
import type { TransactionView } from "./use-transaction-filters.ts";

/** A page of transactions that the view's filters leave: of one wallet, or of all wallets of the merchant. */
export function TransactionsTable({ view, customerId }: { view: TransactionView; customerId?: string }) {
  const session = useSession();
  const read = useQuery({
    ...transactionsQuery(session, { ...view.filters, customerId, page: view.page }),
    enabled: !view.isBackward,
  });
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list, ROW_LINK);
  const columns = customerId === undefined ? merchantColumns : walletColumns;
  const isLoading = useSteadyLoading(read.isLoading);
  if (isLoading) return <TableSkeleton columns={columns} label="Loading transactions" />;
  if (read.isError && (!read.data || read.isPlaceholderData)) {
    return <LoadProblem what="the transactions" error={read.error} onRetry={() => void read.refetch()} />;
  }
  if (!read.data) return null;
  const { transactions, metadata } = read.data;
  if (transactions.length === 0) return <NoTransactions view={view} total={metadata.totalRecords} />;
  return (
    <div ref={list}>
      <DataTable
        caption="Transactions, newest first"
        columns={columns}
        rows={transactions}
        getRowId={({ id, type }) => `${id}${type}`}
        isQuiet={({ status }) => status !== "success"}
        isDimmed={read.isPlaceholderData}
      />
      <Pager metadata={metadata} read={read} onPage={view.showPage} />
    </div>
  );
}

/** Two different things: there is nothing yet, and nothing matches. Dashboard 2.4. */
function NoTransactions({ view, total }: { view: TransactionView; total: number }) {
  if (view.page > 1 && total > 0) {
    return (
      <EmptyState
        icon={ArrowLeftRight}
        title="The list is shorter than this"
        action={<Button onClick={() => view.showPage(1)}>Go to the first page</Button>}
      >
        <p>There is no page {view.page.toLocaleString("en-NG")}.</p>
      </EmptyState>
    );
  }
  if (view.hasFilters) {
    return (
      <EmptyState
        icon={FilterX}
        title="No transaction matches"
        action={<Button onClick={view.clear}>Clear filters</Button>}
      >
        <p>Widen the days, or look for the exact reference.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={ArrowLeftRight} title="No transactions yet">
      <p>Transfers, credits and debits appear here once money has moved.</p>
    </EmptyState>
  );
}

type PagerProps = {
  metadata: TransactionList["metadata"];
  read: { dataUpdatedAt: number; isError: boolean; refetch: () => unknown };
  onPage: (page: number) => void;
};

function Pager({ metadata, read, onPage }: PagerProps) {
  const { page, perPage, totalRecords, totalPages, totalIsCapped } = metadata;
  const first = (page - 1) * perPage + 1;
  const last = Math.min(page * perPage, totalRecords);
  const total = totalIsCapped
    ? `more than ${countOf(totalRecords, "transaction")}; narrow the days to see the rest`
    : countOf(totalRecords, "transaction");
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center justify-between gap-4 text-fg-2 tabular-nums">
      <span>
        {first.toLocaleString("en-NG")}–{last.toLocaleString("en-NG")} of {total}
        <span className="text-fg-3">
          {" · "}
          <AsOf read={read} />
        </span>
      </span>
      {totalPages > 1 && (
        <span className="flex gap-2">
          <Button size="small" icon={ChevronLeft} isBlocked={page <= 1} onClick={() => onPage(page - 1)}>
            Newer
          </Button>
          <Button size="small" icon={ChevronRight} isBlocked={page >= totalPages} onClick={() => onPage(page + 1)}>
            Older
          </Button>
        </span>
      )}
    </nav>
  );
}
