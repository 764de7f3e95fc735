"use client";

import { useQuery } from "@tanstack/react-query";
import { FilterX, Wallet as WalletIcon } from "lucide-react";
import { useMemo } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { walletsQuery } from "../../../lib/api/wallets.ts";
import { countOf } from "../../../lib/format/names.ts";
import { refusalOf } from "../../../lib/permissions.ts";
import { AsOf } from "../../layout/page/freshness.tsx";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { Pager, PastTheEnd } from "../../layout/page/pager.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { DataTable, TableSkeleton } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import { SelectionProvider, useSelection } from "../bulk/selection.tsx";
import { texts } from "./texts.ts";
import type { WalletsColumns } from "./use-wallets-columns.ts";
import type { WalletsView } from "./use-wallets-view.ts";
import { selectColumn } from "./wallets-columns.tsx";

const PER_PAGE = 20;
const CHANGES = ["freezeWallet", "enableWallet", "setPostNoCredit"] as const;

type WalletsTableProps = {
  view: WalletsView;
  columns: WalletsColumns;
  /** The rows are about to change. */
  isTyping: boolean;
};

/** A page of wallets, newest first, in the user's columns. */
export function WalletsTable({ view, columns, isTyping }: WalletsTableProps) {
  const session = useSession();
  const mayChange = CHANGES.some((action) => refusalOf(session, action) === null);
  const shown = useMemo(
    () => (mayChange ? [selectColumn, ...columns.columns] : columns.columns),
    [mayChange, columns.columns],
  );
  const selection = useSelection(JSON.stringify(view.filters));
  const read = useQuery(walletsQuery(session, { ...view.filters, page: view.page, perPage: PER_PAGE }));
  const isLoading = useSteadyLoading(read.isLoading);
  if (isLoading) return <TableSkeleton columns={shown} label={texts.loadingWallets} />;
  if (read.isError && (!read.data || read.isPlaceholderData)) {
    return <LoadProblem what={texts.theWallets} error={read.error} onRetry={() => void read.refetch()} />;
  }
  if (!read.data) return null;
  const { wallets, metadata } = read.data;
  return (
    <SelectionProvider value={{ ...selection, page: wallets.map(({ customerId }) => customerId) }}>
      {wallets.length === 0 ? (
        <NoWallets view={view} total={metadata.totalRecords} />
      ) : (
        <>
          <DataTable
            caption={texts.walletsNewestFirst}
            columns={shown}
            rows={wallets}
            getRowId={({ id }) => id}
            isDimmed={read.isPlaceholderData || isTyping}
          />
          <Pager metadata={metadata} total={countOf(metadata.totalRecords, "wallet")} onPage={view.showPage}>
            <AsOf read={read} />
          </Pager>
        </>
      )}
      {/* Also without rows: its sheet shows what a change did to the wallets that no longer match. */}
      <BulkBar
        selection={selection}
        filters={view.filters}
        total={metadata.totalRecords}
        isCapped={metadata.totalIsCapped === true}
      />
    </SelectionProvider>
  );
}

/** Distinguishes a page beyond the end, no matches, and no wallets yet. Dashboard 2.4. */
function NoWallets({ view, total }: { view: WalletsView; total: number }) {
  const session = useSession();
  if (view.page > 1 && total > 0) return <PastTheEnd icon={WalletIcon} page={view.page} onPage={view.showPage} />;
  if (view.hasFilters) {
    return (
      <EmptyState
        icon={FilterX}
        title={texts.noWalletMatches}
        action={<Button onClick={view.clear}>{texts.clearFilters}</Button>}
      >
        <p>{texts.checkTheSpellingOr}</p>
      </EmptyState>
    );
  }
  const mayCreate = refusalOf(session, "createWallet") === null;
  return (
    <EmptyState
      icon={WalletIcon}
      title={texts.noWalletsYet}
      action={
        mayCreate && (
          <ButtonLink href="/wallets/new" variant="primary">
            {texts.createWallet}
          </ButtonLink>
        )
      }
    >
      <p>{mayCreate ? texts.createTheFirstOne : texts.nobodyHasCreatedOne}</p>
    </EmptyState>
  );
}
