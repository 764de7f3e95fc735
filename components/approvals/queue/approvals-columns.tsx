"use client";

import { useContext } from "react";
import type { PendingItem } from "../../../contract/approvals.ts";
import { Chip } from "../../ui/chip.tsx";
import { classNames } from "../../ui/class-names.ts";
import type { TableColumn } from "../../ui/data-table.tsx";
import { Money } from "../../ui/money.tsx";
import { RowLink } from "../../ui/row-link.tsx";
import { When } from "../../ui/when.tsx";
import { ageText, isNearExpiry, leftText, requestTitle, statusAppearances } from "../approval-texts.ts";
import { DriftDot } from "../drift-dot.tsx";
import { RowCheckbox } from "./row-checkbox.tsx";
import { RowStateContext } from "./row-state.ts";
import type { ApprovalsTab } from "./use-approvals-view.ts";

type Column = TableColumn<PendingItem>;

const request: Column = {
  id: "request",
  header: "Request",
  cell: ({ row }) => <Request item={row.original} />,
  meta: { skeletonWidth: "w-48" },
};
const amount: Column = {
  id: "amount",
  header: "Amount",
  cell: ({ row }) => <Money kobo={row.original.amount} />,
  meta: { width: "144px", align: "end", ends: "tiny", skeletonWidth: "w-20" },
};
const maker: Column = {
  id: "maker",
  header: "Maker",
  cell: ({ row }) => row.original.creatorName,
  meta: { width: "140px", hides: "narrow", isSoft: true, skeletonWidth: "w-24" },
};
const age: Column = {
  id: "age",
  header: "Age",
  cell: ({ row }) => ageText(Date.now() - Date.parse(row.original.createdAt)),
  meta: { width: "76px", hides: "narrow", align: "end", isSoft: true, skeletonWidth: "w-10" },
};
const expires: Column = {
  id: "expires",
  header: "Expires",
  cell: ({ row }) => <Expiry item={row.original} />,
  meta: { width: "96px", hides: "tiny", align: "end", isSoft: true, skeletonWidth: "w-10" },
};
const decided: Column = {
  id: "decided",
  header: "Decided",
  cell: ({ row }) => <When at={row.original.updatedAt} />,
  meta: { width: "124px", hides: "phone", align: "end", isSoft: true, skeletonWidth: "w-20" },
};
const status: Column = {
  id: "status",
  header: "State",
  cell: ({ row }) => <StatusChip status={row.original.status} isShortOnPhone />,
  meta: { width: "132px", phoneWidth: "60px", align: "end", skeletonWidth: "w-16" },
};

export const approvalsColumns: Record<ApprovalsTab, Column[]> = {
  waiting: [request, amount, maker, age, expires],
  mine: [request, amount, age, status],
  // One outcome at a time: its name is the list's heading.
  done: [request, amount, maker, decided, { ...status, meta: { ...status.meta, hides: "tiny" } }],
};

type StatusProps = { status: PendingItem["status"]; isShortOnPhone?: boolean };

export function StatusChip({ status, isShortOnPhone = false }: StatusProps) {
  const { tone, icon, word } = statusAppearances[status];
  return (
    <Chip tone={tone} icon={icon} isShortOnPhone={isShortOnPhone}>
      {word}
    </Chip>
  );
}

function Request({ item }: { item: PendingItem }) {
  const state = useContext(RowStateContext);
  const title = requestTitle(item);
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <RowCheckbox item={item} title={title} />
      <RowLink
        rowId={item.id}
        variant="frame"
        href={`/approvals/${item.id}`}
        title={title}
        isCurrent={state.openId === item.id}
        // On narrow screens the link opens the request's own page.
        onOpen={() => state.onOpen(item.id)}
        className="font-medium"
      >
        {title}
      </RowLink>
      <DriftDot mark={item.mark} />
      <Marks item={item} />
    </span>
  );
}

function Marks({ item }: { item: PendingItem }) {
  const state = useContext(RowStateContext);
  if (item.status !== "PENDING" || state.tab === "mine") return null;
  const isOwn = item.viewer.canWithdraw;
  const isOverLimit = state.mayApprove && !isOwn && !item.viewer.canApprove && Date.parse(item.expiresAt) > Date.now();
  if (!isOwn && !isOverLimit) return null;
  return (
    <span className={classNames("shrink-0", isOwn && "@max-[420px]:hidden")}>
      <Chip tone="mute">{isOwn ? "Yours" : "Over limit"}</Chip>
    </span>
  );
}

function Expiry({ item }: { item: PendingItem }) {
  const left = Date.parse(item.expiresAt) - Date.now();
  if (left <= 0) return <Chip tone="mute">Expired</Chip>;
  if (!isNearExpiry(item.expiresAt, Date.now())) return leftText(left);
  return (
    <Chip tone="wait" icon={statusAppearances.PENDING.icon}>
      {leftText(left)}
    </Chip>
  );
}
