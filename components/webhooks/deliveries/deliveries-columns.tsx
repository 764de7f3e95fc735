"use client";

import { createContext, useContext } from "react";
import type { Delivery } from "../../../contract/webhook-records.ts";
import { clockTime } from "../../../lib/format/instant.ts";
import { Chip } from "../../ui/chip.tsx";
import { classNames } from "../../ui/class-names.ts";
import type { TableColumn } from "../../ui/data-table.tsx";
import { RowLink } from "../../ui/row-link.tsx";
import { When } from "../../ui/when.tsx";
import { errorLabels, nameOf } from "../webhook-labels.ts";
import { DeliveryStatus } from "./delivery-status.tsx";
import { texts } from "./texts.ts";

type RowState = {
  openId: string | null;
  selected: ReadonlySet<string>;
  isSelectable: boolean;
  onOpen: (id: string) => void;
  onSelect: (id: string, isOn: boolean) => void;
};

/** Kept out of the columns: new columns would remount the rows and lose their focus at each refetch. */
export const DeliveryRowContext = createContext<RowState>({
  openId: null,
  selected: new Set(),
  isSelectable: false,
  onOpen: () => undefined,
  onSelect: () => undefined,
});

export const deliveryColumns: TableColumn<Delivery>[] = [
  {
    id: "status",
    header: texts.status,
    cell: ({ row }) => (
      <>
        <Choice delivery={row.original} />
        <DeliveryStatus delivery={row.original} />
      </>
    ),
    meta: { width: "156px", skeletonWidth: "w-20" },
  },
  {
    id: "event",
    header: texts.event,
    cell: ({ row }) => <Event delivery={row.original} />,
    meta: { skeletonWidth: "w-40" },
  },
  {
    id: "subscription",
    header: texts.subscription,
    cell: ({ row }) => <Receiver delivery={row.original} />,
    meta: { width: "17%", hides: "narrow", isSoft: true, skeletonWidth: "w-24" },
  },
  {
    id: "answer",
    header: texts.answer,
    cell: ({ row }) => <span title={answerText(row.original)}>{answerText(row.original)}</span>,
    meta: { width: "140px", phoneWidth: "124px", hides: "tiny", skeletonWidth: "w-10" },
  },
  {
    id: "attempts",
    header: texts.attempts,
    cell: ({ row }) => `${row.original.attempts}/${row.original.maxAttempts}`,
    meta: { width: "80px", align: "end", hides: "narrow", isSoft: true, skeletonWidth: "w-6" },
  },
  {
    id: "time",
    header: texts.time,
    cell: ({ row }) => msText(row.original.responseTimeMs),
    meta: { width: "96px", align: "end", hides: "narrow", isSoft: true, skeletonWidth: "w-10" },
  },
  {
    id: "created",
    header: texts.created,
    cell: ({ row }) => <When at={row.original.createdAt} />,
    meta: { width: "140px", phoneWidth: "132px", align: "end", hides: "tiny", isSoft: true, skeletonWidth: "w-20" },
  },
];

/** Distinguishes a response, no response, and not sent. Dashboard 5.10. */
export function answerText({ httpStatusCode, errorCode, attempts }: Delivery): string {
  if (httpStatusCode !== null) return String(httpStatusCode);
  if (attempts === 0 && errorCode !== null) return texts.notSent2;
  return errorCode ? errorLabels[errorCode] : "–";
}

export function msText(ms: number | null): string {
  return ms === null ? "–" : texts.msMs(ms.toLocaleString("en-NG"));
}

function Event({ delivery }: { delivery: Delivery }) {
  const { openId, onOpen } = useContext(DeliveryRowContext);
  return (
    <span className="flex min-w-0 items-center gap-2">
      <RowLink
        rowId={delivery.id}
        variant="frame"
        href={`/webhooks/deliveries/${delivery.id}`}
        isCurrent={openId === delivery.id}
        title={delivery.reference ?? undefined}
        onOpen={() => onOpen(delivery.id)}
        className="font-mono text-id"
      >
        {delivery.eventType}
      </RowLink>
      {delivery.isTest && <Chip tone="info">{texts.test}</Chip>}
      {delivery.replayOf && <Chip tone="info">{texts.replay}</Chip>}
    </span>
  );
}

function Receiver({ delivery: { subscription } }: { delivery: Delivery }) {
  return (
    <span className="flex min-w-0 items-center gap-2" title={subscription.url}>
      <span className="trim">{nameOf(subscription)}</span>
      {subscription.deleted && <Chip tone="mute">{texts.deleted}</Chip>}
    </span>
  );
}

/** Only failed deliveries can be replayed; tests never. */
export function isReplayable({ status, isTest, subscription }: Delivery): boolean {
  return status === "failed" && !isTest && !subscription.deleted;
}

/** In the row's margin, on hover or focus; on all rows once one is selected. Absent on phones. */
function Choice({ delivery }: { delivery: Delivery }) {
  const { selected, isSelectable, onSelect } = useContext(DeliveryRowContext);
  if (!isSelectable || !isReplayable(delivery)) return null;
  return (
    <label className="absolute inset-y-0 left-0 z-10 grid w-pad cursor-pointer place-items-center max-md:hidden">
      <input
        type="checkbox"
        aria-label={texts.chooseEventTypeOf(delivery.eventType, clockTime(delivery.createdAt))}
        checked={selected.has(delivery.id)}
        onChange={({ target }) => onSelect(delivery.id, target.checked)}
        className={classNames(
          "size-4 cursor-pointer accent-fg",
          selected.size === 0 &&
            "opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100",
        )}
      />
    </label>
  );
}
