"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight, CircleCheck, FileX, Hourglass, type LucideIcon, Webhook } from "lucide-react";
import Link from "next/link";
import {
  expiringQuery,
  failedDeliveriesQuery,
  rejectedBatchQuery,
  rejectedImportQuery,
  subscriptionCountQuery,
} from "../../lib/api/attention.ts";
import { merchantSettingsQuery } from "../../lib/api/merchant.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { countOf } from "../../lib/format/names.ts";
import { can } from "../../lib/permissions.ts";
import { AsOf } from "../layout/freshness.tsx";
import { classNames } from "../ui/class-names.ts";
import { Icon } from "../ui/icon.tsx";
import { Bone, LoadingNote } from "../ui/skeleton.tsx";
import { type AttentionItem, attentionItems } from "./attention-items.ts";

/** What the service can be asked about already. */
export type Askable = { imports: boolean; batches: boolean; deliveries: boolean; subscriptions: boolean };
type Read = { isLoading: boolean; isError: boolean; dataUpdatedAt: number; refetch: () => unknown };

/** What waits for somebody to do something, each a step away; what cannot be read is said in its own line. Dashboard 2.5. */
export function NeedsAttention({ askable }: { askable: Askable }) {
  const { items, reads } = useAttention(askable);
  const failed = reads.filter(({ isError, dataUpdatedAt }) => isError && dataUpdatedAt === 0);
  const oldest = reads
    .filter(({ dataUpdatedAt }) => dataUpdatedAt > 0)
    .sort((a, b) => a.dataUpdatedAt - b.dataUpdatedAt)[0];
  if (reads.some(({ isLoading }) => isLoading)) return <Loading />;
  return (
    <>
      {items.length === 0 && failed.length === 0 && (
        <p className="flex items-center gap-2 py-3 text-fg-2">
          <Icon of={CircleCheck} className="text-ok" />
          Nothing needs you now.
        </p>
      )}
      <ul className="-mx-pad">
        {items.map((item) => (
          <li key={item.title}>
            <Attention {...item} />
          </li>
        ))}
      </ul>
      {failed.length > 0 && (
        <p role="alert" className="py-2 text-bad text-xs">
          {countOf(failed.length, "check")} could not be made.{" "}
          <button
            type="button"
            className="rounded-small font-medium underline underline-offset-2"
            onClick={() => failed.forEach(({ refetch }) => void refetch())}
          >
            Try again
          </button>
        </p>
      )}
      {oldest && (
        <p className="mt-1 text-fg-3 text-xs tabular-nums">
          <AsOf read={oldest} />
        </p>
      )}
    </>
  );
}

function useAttention(askable: Askable): { items: AttentionItem[]; reads: Read[] } {
  const session = useSession();
  const seesMoney = can(session, "BROWSE_TRANSACTIONS");
  const seesWebhooks = can(session, "BROWSE_WEBHOOKS");
  const expiring = useQuery({ ...expiringQuery(session), enabled: seesMoney });
  const batch = useQuery({ ...rejectedBatchQuery(session), enabled: askable.batches && seesMoney });
  const imported = useQuery({
    ...rejectedImportQuery(session),
    enabled: askable.imports && can(session, "BROWSE_CUSTOMER_WALLETS"),
  });
  const deliveries = useQuery({ ...failedDeliveriesQuery(session), enabled: askable.deliveries && seesWebhooks });
  const settings = useQuery(merchantSettingsQuery(session));
  const subscriptions = useQuery({
    ...subscriptionCountQuery(session),
    enabled: askable.subscriptions && seesWebhooks && settings.data?.webhookMode === "LEGACY",
  });
  const items = attentionItems({
    expiring: expiring.data,
    uploads: [batch.data, imported.data],
    failedDeliveries: deliveries.data,
    deafSubscriptions: settings.data?.webhookMode === "LEGACY" ? subscriptions.data : 0,
  });
  return { items, reads: [expiring, batch, imported, deliveries, subscriptions] };
}

const icons: Record<AttentionItem["kind"], LucideIcon> = { approvals: Hourglass, rows: FileX, webhooks: Webhook };

function Attention({ href, tone, kind, title, text }: AttentionItem) {
  return (
    <Link href={href} className="flex items-start gap-3 px-pad py-3 outline-offset-[-2px] hover:bg-subtle">
      <span
        className={classNames(
          "grid size-6 shrink-0 place-items-center rounded-chip",
          tone === "bad" ? "bg-bad-tint text-bad" : "bg-wait-tint text-wait",
        )}
      >
        <Icon of={icons[kind]} size={14} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{title}</span>
        <span className="block text-fg-2">{text}</span>
      </span>
      <Icon of={ChevronRight} className="mt-0.5 text-fg-3" />
    </Link>
  );
}

function Loading() {
  return (
    <div aria-busy="true" className="grid animate-late gap-5 py-3">
      <LoadingNote>Loading what needs attention</LoadingNote>
      <Bone className="w-48" />
      <Bone className="w-40" />
    </div>
  );
}
