"use client";

import { ShieldQuestion, TriangleAlert } from "lucide-react";
import { createContext, useContext } from "react";
import type { SubscriptionWithHealth } from "../../../contract/webhook-records.ts";
import { Chip } from "../../ui/chip.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import type { TableColumn } from "../../ui/data-table.tsx";
import { RowLink } from "../../ui/row-link.tsx";
import { Switch } from "../../ui/switch.tsx";
import { cutUrl, eventsText, nameOf, type SubscriptionSheet } from "../webhook-labels.ts";
import { FailingSince, HealthSpark, successText } from "./subscription-health.tsx";
import { SubscriptionMenu } from "./subscription-menu.tsx";
import { texts } from "./texts.ts";
import { UsageMeter } from "./usage-meter.tsx";

type RowActions = {
  blocked: string | null;
  blockedId: string;
  onActive: (subscription: SubscriptionWithHealth, active: boolean) => void;
  onOpen: (sheet: SubscriptionSheet, subscription: SubscriptionWithHealth) => void;
};

/** Kept out of the columns: new columns would remount the rows and lose their focus when another row changes. */
export const RowActionsContext = createContext<RowActions>({
  blocked: null,
  blockedId: "",
  onActive: () => undefined,
  onOpen: () => undefined,
});

export const subscriptionColumns: TableColumn<SubscriptionWithHealth>[] = [
  {
    id: "label",
    header: texts.subscription,
    cell: ({ row }) => <Name subscription={row.original} />,
    meta: { skeletonWidth: "w-48" },
  },
  {
    id: "events",
    header: texts.events,
    cell: ({ row }) => <span title={row.original.events.join(", ")}>{eventsText(row.original.events)}</span>,
    meta: { width: "17%", hides: "narrow", isSoft: true, skeletonWidth: "w-32" },
  },
  {
    id: "active",
    header: texts.active,
    cell: ({ row }) => <Active subscription={row.original} />,
    meta: { width: "76px", skeletonWidth: "w-10" },
  },
  {
    id: "success",
    header: "24 h",
    cell: ({ row }) => <Success health={row.original.health} />,
    meta: { width: "13%", align: "end", hides: "phone", skeletonWidth: "w-10" },
  },
  {
    id: "failure",
    header: texts.lastFailure,
    cell: ({ row }) => <FailingSince health={row.original.health} />,
    meta: { width: "24%", hides: "narrow", skeletonWidth: "w-20" },
  },
  {
    id: "used",
    header: texts.thisMinute,
    cell: ({ row }) => (
      <UsageMeter used={row.original.health.usedThisMinute} label={texts.usedByNameThis(nameOf(row.original))} />
    ),
    meta: { width: "104px", hides: "phone", skeletonWidth: "w-16" },
  },
  {
    id: "menu",
    header: () => <span className="sr-only">{texts.actions}</span>,
    cell: ({ row }) => <RowMenu subscription={row.original} />,
    meta: { width: "72px", align: "end", skeletonWidth: "w-4" },
  },
];

function Name({ subscription }: { subscription: SubscriptionWithHealth }) {
  const { id, url, description, health, verifyEndpoint, verifiedAt } = subscription;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <RowLink rowId={id} variant="frame" href={`/webhooks/${id}`} className="max-w-[60%] shrink-0 font-medium">
        {nameOf(subscription)}
      </RowLink>
      {verifyEndpoint && verifiedAt === null && (
        <Chip tone="wait" icon={ShieldQuestion} isShortOnPhone>
          {texts.unverified}
        </Chip>
      )}
      {health.failingSince !== null && (
        <span className="@max-[720px]:inline-flex hidden">
          <Chip tone="bad" icon={TriangleAlert}>
            {texts.failing}
          </Chip>
        </span>
      )}
      {description && (
        <span className="trim font-mono text-fg-3 text-id @max-[560px]:hidden" title={url}>
          {cutUrl(url)}
        </span>
      )}
      <CopyButton
        value={url}
        label={texts.urlOfName(nameOf(subscription))}
        className="relative z-10 opacity-0 focus-visible:opacity-100 group-hover:opacity-100"
      />
    </span>
  );
}

function Success({ health }: Pick<SubscriptionWithHealth, "health">) {
  return (
    <span className="inline-flex items-center justify-end gap-2 tabular-nums">
      {health.successRate24h !== null && (
        <span className="@max-[1080px]:hidden">
          <HealthSpark health={health} />
        </span>
      )}
      {successText(health)}
    </span>
  );
}

function Active({ subscription }: { subscription: SubscriptionWithHealth }) {
  const { blocked, blockedId, onActive } = useContext(RowActionsContext);
  return (
    // Above the link that covers the row.
    <span className="relative z-10">
      <Switch
        label={texts.nameIsActive(nameOf(subscription))}
        isOn={subscription.active}
        isBlocked={blocked !== null}
        describedBy={blocked === null ? undefined : blockedId}
        onAsk={() => onActive(subscription, !subscription.active)}
      />
    </span>
  );
}

function RowMenu({ subscription }: { subscription: SubscriptionWithHealth }) {
  const { blocked, onOpen } = useContext(RowActionsContext);
  return (
    <SubscriptionMenu subscription={subscription} blocked={blocked} onOpen={(sheet) => onOpen(sheet, subscription)} />
  );
}
