"use client";

import { useQuery } from "@tanstack/react-query";
import { FilterX, Send } from "lucide-react";
import { useMemo } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import type { DeliveryPage } from "../../../lib/api/webhook-deliveries.ts";
import { webhookSettingsQuery } from "../../../lib/api/webhooks.ts";
import { countOf } from "../../../lib/format/names.ts";
import { AsOf } from "../../layout/page/freshness.tsx";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { Pager, PastTheEnd } from "../../layout/page/pager.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { DataTable, TableSkeleton } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { DeliveryRowContext, deliveryColumns } from "./deliveries-columns.tsx";
import { texts } from "./texts.ts";
import type { DeliveriesView } from "./use-deliveries-view.ts";

type Read = {
  data: DeliveryPage | undefined;
  isPending: boolean;
  isPlaceholderData: boolean;
  isError: boolean;
  error: unknown;
  dataUpdatedAt: number;
  refetch: () => unknown;
};

type DeliveriesTableProps = {
  view: DeliveriesView;
  read: Read;
  selected: ReadonlySet<string>;
  isSelectable: boolean;
  onSelect: (id: string, isOn: boolean) => void;
};

export function DeliveriesTable({ view, read, selected, isSelectable, onSelect }: DeliveriesTableProps) {
  const isLoading = useSteadyLoading(read.isPending);
  const { openId, open } = view;
  const state = useMemo(
    () => ({ openId, selected, isSelectable, onOpen: open, onSelect }),
    [openId, selected, isSelectable, open, onSelect],
  );
  if (isLoading) return <TableSkeleton columns={deliveryColumns} label={texts.loadingDeliveries} />;
  if (!read.data || (read.isError && read.isPlaceholderData)) {
    return <LoadProblem what={texts.theDeliveries} error={read.error} onRetry={() => void read.refetch()} />;
  }
  const { data, metadata } = read.data;
  if (data.length === 0) return <NoDeliveries view={view} total={metadata.totalRecords} />;
  return (
    <DeliveryRowContext value={state}>
      <DataTable
        caption={texts.deliveriesNewestFirst}
        columns={deliveryColumns}
        rows={data}
        getRowId={({ id }) => id}
        isDimmed={read.isPlaceholderData}
      />
      <Pager
        metadata={metadata}
        total={countOf(metadata.totalRecords, "delivery", "deliveries")}
        narrow={texts.narrowTheTime}
        onPage={view.showPage}
      >
        {selected.size > 0 ? texts.notRefreshedWhileRows : <AsOf read={read} />}
      </Pager>
    </DeliveryRowContext>
  );
}

/** Distinguishes a page beyond the end, no matches, a mode that delivers nothing, and no deliveries yet. Webhooks 11. */
function NoDeliveries({ view, total }: { view: DeliveriesView; total: number }) {
  const settings = useQuery(webhookSettingsQuery(useSession())).data;
  if (view.page > 1 && total > 0) return <PastTheEnd icon={Send} page={view.page} onPage={view.showPage} />;
  if (view.hasFilters) {
    return (
      <EmptyState
        icon={FilterX}
        title={texts.noDeliveryMatches}
        action={<Button onClick={view.clear}>{texts.clearFilters}</Button>}
      >
        <p>{texts.chooseALongerTime}</p>
      </EmptyState>
    );
  }
  if (settings?.webhookMode === "LEGACY") {
    return (
      <EmptyState
        icon={Send}
        title={texts.callbacksAreNotListed}
        action={<ButtonLink href="/webhooks">{texts.changeTheMode}</ButtonLink>}
      >
        <p>{texts.eventsGoToThe}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Send}
      title={texts.noDeliveryInThis}
      action={<ButtonLink href="/webhooks">{texts.seeTheSubscriptions}</ButtonLink>}
    >
      <p>{texts.eachEventThatGoes}</p>
    </EmptyState>
  );
}
