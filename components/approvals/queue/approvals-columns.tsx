"use client";

import { Check } from "lucide-react";
import { useContext } from "react";
import type { PendingItem } from "../../../contract/approvals.ts";
import { Chip } from "../../ui/chip.tsx";
import { classNames } from "../../ui/class-names.ts";
import type { TableColumn } from "../../ui/data-table.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Money } from "../../ui/money.tsx";
import { RowLink } from "../../ui/row-link.tsx";
import { When } from "../../ui/when.tsx";
import { isNearExpiry, kindAppearances, leftText, requestTitle, statusAppearances, stepOf } from "../approval-texts.ts";
import { isSelectable } from "../bulk/use-selection.ts";
import { DriftDot } from "../drift-dot.tsx";
import { RowStateContext } from "./row-state.ts";
import { texts } from "./texts.ts";
import type { ApprovalsTab } from "./use-approvals-view.ts";

type Column = TableColumn<PendingItem>;

const request: Column = {
  id: "request",
  header: texts.request,
  cell: ({ row }) => <Request item={row.original} />,
  meta: { skeletonWidth: "w-48" },
};
const amount: Column = {
  id: "amount",
  header: texts.amount,
  cell: ({ row }) => <Money kobo={row.original.amount} />,
  meta: { width: "144px", align: "end", ends: "tiny", skeletonWidth: "w-20" },
};
const requester: Column = {
  id: "requester",
  header: texts.requester,
  cell: ({ row }) => row.original.creatorName,
  meta: { width: "140px", hides: "narrow", isSoft: true, skeletonWidth: "w-24" },
};
const submitted: Column = {
  id: "submitted",
  header: texts.submitted,
  cell: ({ row }) => <When at={row.original.createdAt} />,
  meta: { width: "124px", hides: "narrow", align: "end", isSoft: true, skeletonWidth: "w-20" },
};
const expires: Column = {
  id: "expires",
  header: texts.expires,
  cell: ({ row }) => <Expiry item={row.original} />,
  meta: { width: "136px", hides: "tiny", align: "end", isSoft: true, skeletonWidth: "w-16" },
};
const decided: Column = {
  id: "decided",
  header: texts.decided,
  cell: ({ row }) => <When at={row.original.updatedAt} />,
  meta: { width: "124px", hides: "phone", align: "end", isSoft: true, skeletonWidth: "w-20" },
};
const status: Column = {
  id: "status",
  header: texts.state,
  cell: ({ row }) => <StatusChip item={row.original} isShortOnPhone />,
  meta: { width: "132px", phoneWidth: "60px", align: "end", skeletonWidth: "w-16" },
};

export const approvalsColumns: Record<ApprovalsTab, Column[]> = {
  waiting: [request, amount, requester, submitted, expires],
  mine: [request, amount, submitted, status],
  // One outcome at a time: its name is the list's heading.
  done: [request, amount, requester, decided, { ...status, meta: { ...status.meta, hides: "tiny" } }],
};

type StatusProps = { item: Pick<PendingItem, "status" | "withdrawn">; isShortOnPhone?: boolean };

export function StatusChip({ item: { status, withdrawn }, isShortOnPhone = false }: StatusProps) {
  const { tone, icon, word } = statusAppearances[status];
  return (
    <Chip tone={tone} icon={icon} isShortOnPhone={isShortOnPhone}>
      {withdrawn ? texts.withdrawn : word}
    </Chip>
  );
}

function Request({ item }: { item: PendingItem }) {
  const state = useContext(RowStateContext);
  const title = requestTitle(item);
  const { fileName } = item.metadata;
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <RowCheckbox item={item} title={title} />
      <RowLink
        rowId={item.id}
        variant="frame"
        href={`/approvals/${item.id}`}
        title={typeof fileName === "string" ? `${title}: ${fileName}` : title}
        isCurrent={state.openId === item.id}
        // On narrow screens the link opens the request's own page.
        onOpen={() => state.onOpen(item.id)}
        className="font-medium"
      >
        {title}
        {typeof fileName === "string" && <span className="font-normal text-fg-2"> {fileName}</span>}
      </RowLink>
      <DriftDot mark={item.mark} />
      <Marks item={item} />
    </span>
  );
}

function Marks({ item }: { item: PendingItem }) {
  const state = useContext(RowStateContext);
  if (item.status !== "PENDING") return null;
  const { given, needed } = stepOf(item.approvals);
  const isOwn = item.viewer.canWithdraw;
  const isBlocked = state.mayApprove && !isOwn && !item.viewer.canApprove && Date.parse(item.expiresAt) > Date.now();
  // Who may decline but not approve has given the first approval.
  const blocked = item.viewer.canDecline ? texts.youApproved : texts.overLimit;
  const mark = state.tab === "mine" ? null : isOwn ? texts.yours : isBlocked ? blocked : null;
  return (
    <>
      {needed === 2 && (
        <span className="shrink-0 @max-[420px]:hidden">
          <Chip tone="mute">{texts.givenOfNeeded(given, needed)}</Chip>
        </span>
      )}
      {mark !== null && (
        <span className={classNames("shrink-0", isOwn && "@max-[420px]:hidden")}>
          <Chip tone="mute">{mark}</Chip>
        </span>
      )}
    </>
  );
}

function Expiry({ item }: { item: PendingItem }) {
  const left = Date.parse(item.expiresAt) - Date.now();
  if (left <= 0) return <Chip tone="mute">{texts.expired}</Chip>;
  // A minute may pass between the server and the browser.
  if (!isNearExpiry(item.expiresAt, Date.now()))
    return <span suppressHydrationWarning>{texts.inTime(leftText(left))}</span>;
  return (
    <Chip tone="wait" icon={statusAppearances.PENDING.icon}>
      <span suppressHydrationWarning>{texts.expiresInTime(leftText(left))}</span>
    </Chip>
  );
}

/** The icon of the kind; replaced by a checkbox on hover, focus or touch, to select the row for bulk approval. */
function RowCheckbox({ item, title }: { item: PendingItem; title: string }) {
  const { selected, onSelect } = useContext(RowStateContext);
  const kind = kindAppearances[item.kind].icon;
  if (!onSelect || !isSelectable(item)) return <Icon of={kind} className="text-fg-3" />;
  return (
    <span className="relative size-4 shrink-0">
      <input
        type="checkbox"
        aria-label={texts.chooseTitle(title)}
        checked={selected.has(item.id)}
        onChange={({ target }) => onSelect(item.id, target.checked)}
        className="peer absolute -inset-1 z-10 m-0 size-6 cursor-pointer opacity-0 pointer-coarse:-inset-3.5 pointer-coarse:size-11"
      />
      <span
        aria-hidden
        className="absolute inset-0 grid place-items-center rounded-small border border-control-line bg-panel text-panel opacity-0 outline-accent outline-offset-2 group-hover:opacity-100 peer-checked:border-fg peer-checked:bg-fg peer-checked:opacity-100 peer-focus-visible:opacity-100 peer-focus-visible:outline-2 pointer-coarse:opacity-100 [&_svg]:hidden peer-checked:[&_svg]:block"
      >
        <Icon of={Check} size={12} />
      </span>
      <Icon
        of={kind}
        className="text-fg-3 group-hover:invisible peer-checked:invisible peer-focus-visible:invisible pointer-coarse:invisible"
      />
    </span>
  );
}
