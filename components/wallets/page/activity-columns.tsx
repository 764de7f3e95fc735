"use client";

import type { WalletActivity } from "../../../contract/wallet-activity.ts";
import type { TableColumn } from "../../ui/data-table.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Money } from "../../ui/money.tsx";
import { When } from "../../ui/when.tsx";
import { activityAppearance, actorText } from "./activity-appearance.ts";
import { texts } from "./texts.ts";

export const activityColumns: TableColumn<WalletActivity>[] = [
  {
    id: "when",
    header: texts.when,
    cell: ({ row }) => <When at={row.original.at} />,
    meta: { width: "140px", hides: "tiny", isSoft: true, skeletonWidth: "w-24" },
  },
  {
    id: "what",
    header: texts.what,
    cell: ({ row }) => <What line={row.original} />,
    meta: { starts: "tiny", skeletonWidth: "w-48" },
  },
  {
    id: "by",
    header: texts.by,
    cell: ({ row }) => actorText(row.original),
    meta: { width: "144px", hides: "narrow", isSoft: true, skeletonWidth: "w-24" },
  },
  {
    id: "amount",
    header: texts.amount,
    cell: ({ row }) => row.original.kind === "transaction" && <Money kobo={row.original.amount} signed />,
    meta: { width: "136px", align: "end", ends: "phone", skeletonWidth: "w-20" },
  },
  {
    id: "balance",
    header: texts.balance,
    cell: ({ row }) => row.original.kind === "transaction" && <Money kobo={row.original.balanceAfter} />,
    meta: { width: "144px", hides: "phone", align: "end", isSoft: true, skeletonWidth: "w-20" },
  },
];

function What({ line }: { line: WalletActivity }) {
  const { icon, text } = activityAppearance(line);
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Icon of={icon} className="text-fg-3" />
      <span
        className="trim"
        title={line.kind === "transaction" ? texts.textReferenceReference(text, line.reference) : text}
      >
        {text}
      </span>
    </span>
  );
}
