"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook } from "lucide-react";
import { useId, useMemo, useRef, useState } from "react";
import type { SubscriptionWithHealth } from "../../../contract/webhook-records.ts";
import { problemText } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { subscriptionsQuery, useUpdateSubscription } from "../../../lib/api/webhooks.ts";
import { countOf } from "../../../lib/format/names.ts";
import { lazySheet } from "../../layout/lazy.tsx";
import { AsOf } from "../../layout/page/freshness.tsx";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { useListKeys } from "../../layout/page/use-list-keys.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { DataTable, TableSkeleton } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ROW_LINK } from "../../ui/row-link.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { useWebhookBlock } from "../use-webhook-rights.ts";
import type { SubscriptionSheet } from "../webhook-labels.ts";
import { nameOf } from "../webhook-labels.ts";
import { WebhooksHead } from "../webhooks-head.tsx";
import { BlockedNote } from "./blocked-note.tsx";
import { ModeCard } from "./mode/mode-card.tsx";
import { RowActionsContext, subscriptionColumns } from "./subscriptions-columns.tsx";
import { texts } from "./texts.ts";

const SubscriptionSheets = lazySheet(
  () => import("./subscription-sheets.tsx").then((module) => module.SubscriptionSheets),
  ({ open }) => open !== null,
);

/** Subscriptions and their health. Dashboard 2.5, Webhooks 11. */
export function SubscriptionsBoard() {
  const read = useQuery(subscriptionsQuery(useSession()));
  const blocked = useWebhookBlock();
  const blockedId = useId();
  const list = useRef<HTMLElement>(null);
  useListKeys(list, ROW_LINK);
  return (
    <div className="@container">
      <WebhooksHead
        actions={
          blocked === null && (
            <ButtonLink href="/webhooks/new" variant="primary" icon={Plus}>
              {texts.newSubscription}
            </ButtonLink>
          )
        }
      />
      <ModeCard subscriptions={read.data?.length} blocked={blocked} blockedId={blockedId} />
      <div className="mt-2">
        <BlockedNote id={blockedId} reason={blocked} />
      </div>
      <section ref={list} aria-label={texts.subscriptions} className="mt-5">
        <Subscriptions read={read} blocked={blocked} blockedId={blockedId} />
      </section>
    </div>
  );
}

type SubscriptionsProps = {
  read: {
    data: SubscriptionWithHealth[] | undefined;
    isPending: boolean;
    isError: boolean;
    error: unknown;
    dataUpdatedAt: number;
    refetch: () => unknown;
  };
  blocked: string | null;
  blockedId: string;
};

function Subscriptions({ read, blocked, blockedId }: SubscriptionsProps) {
  const isLoading = useSteadyLoading(read.isPending);
  const { mutate } = useUpdateSubscription();
  const [open, setOpen] = useState<{ sheet: SubscriptionSheet; id: string } | null>(null);
  const actions = useMemo(
    () => ({
      blocked,
      blockedId,
      onActive: (subscription: SubscriptionWithHealth, active: boolean) =>
        mutate(
          { id: subscription.id, active },
          {
            onSuccess: () => showToast({ title: texts.nameIs(nameOf(subscription), active ? "active" : "inactive") }),
            onError: (error) => showToast({ tone: "bad", title: problemText(error) }),
          },
        ),
      onOpen: (sheet: SubscriptionSheet, { id }: SubscriptionWithHealth) => setOpen({ sheet, id }),
    }),
    [blocked, blockedId, mutate],
  );
  if (isLoading) return <TableSkeleton columns={subscriptionColumns} label={texts.loadingSubscriptions} />;
  if (!read.data) {
    return <LoadProblem what={texts.theSubscriptions} error={read.error} onRetry={() => void read.refetch()} />;
  }
  if (read.data.length === 0) return <NoSubscription mayAdd={blocked === null} />;
  return (
    <RowActionsContext value={actions}>
      <DataTable
        caption={texts.subscriptionsNewestFirst}
        columns={subscriptionColumns}
        rows={read.data}
        getRowId={({ id }) => id}
        isQuiet={({ active }) => !active}
      />
      <p className="mt-4 text-fg-3 text-xs tabular-nums">
        {texts.subscriptionsOf20(countOf(read.data.length, "subscription"))} <AsOf read={read} />
      </p>
      <SubscriptionSheets
        subscription={read.data.find(({ id }) => id === open?.id)}
        open={open?.sheet ?? null}
        onClose={() => setOpen(null)}
        onDeleted={() => setOpen(null)}
      />
    </RowActionsContext>
  );
}

function NoSubscription({ mayAdd }: { mayAdd: boolean }) {
  return (
    <EmptyState
      icon={Webhook}
      title={texts.noSubscriptionYet}
      action={mayAdd && <ButtonLink href="/webhooks/new">{texts.newSubscription}</ButtonLink>}
    >
      <p>{texts.giveTheHttpsAddress}</p>
    </EmptyState>
  );
}
