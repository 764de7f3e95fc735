"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight, CircleCheck, FileX, Hourglass, type LucideIcon, Webhook } from "lucide-react";
import { expiringQuery, rejectedBatchesQuery } from "../../../lib/api/attention.ts";
import { pendingCountQuery, recentFailuresQuery } from "../../../lib/api/badges.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { subscriptionsQuery, webhookSettingsQuery } from "../../../lib/api/webhooks.ts";
import { countOf } from "../../../lib/format/names.ts";
import { can } from "../../../lib/permissions.ts";
import { AsOf } from "../../layout/page/freshness.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { type AttentionItem, attentionItems } from "./attention-items.ts";
import { AttentionSkeleton } from "./attention-skeleton.tsx";
import { texts } from "./texts.ts";

type Read = { isLoading: boolean; isError: boolean; dataUpdatedAt: number; refetch: () => unknown };

/** Items that need attention, each with a link. Data that cannot be read is reported in its own line. Dashboard 2.5. */
export function NeedsAttention() {
  const { items, reads } = useAttention();
  const failed = reads.filter(({ isError, dataUpdatedAt }) => isError && dataUpdatedAt === 0);
  const oldest = reads
    .filter(({ dataUpdatedAt }) => dataUpdatedAt > 0)
    .sort((a, b) => a.dataUpdatedAt - b.dataUpdatedAt)[0];
  if (reads.some(({ isLoading }) => isLoading)) return <AttentionSkeleton />;
  return (
    <>
      {items.length === 0 && failed.length === 0 && (
        <p className="flex items-center gap-2 py-3 text-fg-2">
          <Icon of={CircleCheck} className="text-ok" />
          {texts.nothingNeedsYouNow}
        </p>
      )}
      <ul className="-mx-pad">
        {items.map((item) => (
          <li key={`${item.title} ${item.href}`}>
            <Attention {...item} />
          </li>
        ))}
      </ul>
      {failed.length > 0 && (
        <p role="alert" className="py-2 text-bad text-xs">
          {texts.checksCouldNotBe(countOf(failed.length, "check"))}{" "}
          <button
            type="button"
            className="rounded-small font-medium underline underline-offset-2"
            onClick={() => failed.forEach(({ refetch }) => void refetch())}
          >
            {texts.tryAgain}
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

function useAttention(): { items: AttentionItem[]; reads: Read[] } {
  const session = useSession();
  const seesMoney = can(session, "BROWSE_TRANSACTIONS");
  const seesWebhooks = can(session, "BROWSE_WEBHOOKS");
  const expiring = useQuery({ ...expiringQuery(session), enabled: seesMoney });
  const waiting = useQuery({
    ...pendingCountQuery(session, { status: "PENDING", scope: "approvable" }),
    enabled: seesMoney && can(session, "APPROVE_TRANSFER"),
  });
  const rejected = useQuery({
    ...rejectedBatchesQuery(session),
    enabled: seesMoney || can(session, "BROWSE_CUSTOMER_WALLETS"),
  });
  const failed = useQuery({ ...recentFailuresQuery(session), enabled: seesWebhooks });
  const settings = useQuery({ ...webhookSettingsQuery(session), enabled: seesWebhooks });
  const isLegacy = settings.data?.webhookMode === "LEGACY";
  const subscriptions = useQuery({ ...subscriptionsQuery(session), enabled: seesWebhooks && isLegacy });
  const items = attentionItems({
    expiring: expiring.data,
    waiting: waiting.data,
    rejected: rejected.data,
    failedDeliveries: failed.data,
    deafSubscriptions: isLegacy ? subscriptions.data?.length : 0,
  });
  return { items, reads: [expiring, waiting, rejected, failed, settings, subscriptions] };
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
