"use client";

import type { Payout } from "../../contract/payout-records.ts";
import type { TableColumn } from "../ui/data-table.tsx";
import { Money } from "../ui/money.tsx";
import { RowLink } from "../ui/row-link.tsx";
import { When } from "../ui/when.tsx";
import { PayoutStateChip } from "./payout-state-chip.tsx";
import { texts } from "./texts.ts";

type Column = TableColumn<Payout>;

export const payoutsColumns: Column[] = [
  {
    id: "when",
    header: texts.time,
    cell: ({ row }) => <When at={row.original.createdAt} />,
    meta: { width: "136px", hides: "tiny", isSoft: true, skeletonWidth: "w-24" },
  },
  {
    id: "payer",
    header: texts.from,
    cell: ({ row }) => row.original.source.name,
    meta: { hides: "narrow", isSoft: true, skeletonWidth: "w-32" },
  },
  {
    id: "receiver",
    header: texts.to2,
    cell: ({ row }) => <Receiver payout={row.original} />,
    meta: { starts: "tiny", skeletonWidth: "w-40" },
  },
  {
    id: "bank",
    header: texts.bank,
    cell: ({ row }) => row.original.bank.name,
    meta: { width: "168px", hides: "phone", isSoft: true, skeletonWidth: "w-24" },
  },
  {
    id: "state",
    header: texts.state,
    cell: ({ row }) => <PayoutStateChip state={row.original.state} isShortOnPhone />,
    meta: { width: "124px", phoneWidth: "52px", skeletonWidth: "w-16" },
  },
  {
    id: "amount",
    header: texts.amount,
    cell: ({ row }) => <Money kobo={row.original.amount} />,
    meta: { width: "152px", phoneWidth: "132px", align: "end", skeletonWidth: "w-20" },
  },
];

/** The whole row links to the payout. */
function Receiver({ payout }: { payout: Payout }) {
  const { reference, accountName, accountNumber, bank } = payout;
  return (
    <RowLink
      rowId={reference}
      variant="underline"
      href={`/payouts/${encodeURIComponent(reference)}`}
      title={`${accountName}, ${bank.name} ${accountNumber}`}
      className="block"
    >
      {accountName}
    </RowLink>
  );
}
