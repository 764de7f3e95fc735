"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, FilterX } from "lucide-react";
import { useRef } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { transactionsQuery } from "../../../lib/api/transactions.ts";
import { countOf } from "../../../lib/format/names.ts";
import { AsOf } from "../../layout/page/freshness.tsx";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { Pager, PastTheEnd } from "../../layout/page/pager.tsx";
import { useListKeys } from "../../layout/page/use-list-keys.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable, TableSkeleton } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ROW_LINK } from "../../ui/row-link.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { texts } from "./texts.ts";
import { merchantColumns, walletColumns } from "./transaction-columns.tsx";
import type { TransactionView } from "./use-transaction-filters.ts";

type TransactionsTableProps = { view: TransactionView; customerId?: string; wallet?: "merchant" };

/** A page of filtered transactions, of one customer's wallet, of the merchant wallet, or of all wallets of the merchant. */
export function TransactionsTable({ view, customerId, wallet }: TransactionsTableProps) {
  const session = useSession();
  const read = useQuery({
    ...transactionsQuery(session, { ...view.filters, customerId, wallet, page: view.page }),
    enabled: !view.isBackward,
  });
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list, ROW_LINK);
  const columns = customerId === undefined ? merchantColumns : walletColumns;
  const isLoading = useSteadyLoading(read.isLoading);
  if (isLoading) return <TableSkeleton columns={columns} label={texts.loadingTransactions} />;
  if (read.isError && (!read.data || read.isPlaceholderData)) {
    return <LoadProblem what={texts.theTransactions} error={read.error} onRetry={() => void read.refetch()} />;
  }
  if (!read.data) return null;
  const { transactions, metadata } = read.data;
  if (transactions.length === 0) return <NoTransactions view={view} total={metadata.totalRecords} />;
  return (
    <div ref={list}>
      <DataTable
        caption={texts.transactionsNewestFirst}
        columns={columns}
        rows={transactions}
        getRowId={({ id, type }) => `${id}${type}`}
        isQuiet={({ status }) => status !== "success"}
        isDimmed={read.isPlaceholderData}
      />
      <Pager
        metadata={metadata}
        total={countOf(metadata.totalRecords, "transaction")}
        narrow={texts.narrowTheDays}
        onPage={view.showPage}
      >
        <AsOf read={read} />
      </Pager>
    </div>
  );
}

/** Distinguishes "nothing yet" from "nothing matches". Dashboard 2.4. */
function NoTransactions({ view, total }: { view: TransactionView; total: number }) {
  if (view.page > 1 && total > 0) return <PastTheEnd icon={ArrowLeftRight} page={view.page} onPage={view.showPage} />;
  if (view.hasFilters) {
    return (
      <EmptyState
        icon={FilterX}
        title={texts.noTransactionMatches}
        action={<Button onClick={view.clear}>{texts.clearFilters}</Button>}
      >
        <p>{texts.widenTheDaysOr}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={ArrowLeftRight} title={texts.noTransactionsYet}>
      <p>{texts.transfersCreditsAndDebits}</p>
    </EmptyState>
  );
}
