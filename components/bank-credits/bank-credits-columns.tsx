"use client";

import type { BankCredit } from "../../contract/bank-credits.ts";
import { Chip } from "../ui/chip.tsx";
import type { TableColumn } from "../ui/data-table.tsx";
import { Money } from "../ui/money.tsx";
import { RowLink } from "../ui/row-link.tsx";
import { When } from "../ui/when.tsx";
import { creditStates, suspenseReasons } from "./bank-credit-states.ts";
import { texts } from "./texts.ts";

type Column = TableColumn<BankCredit>;

/** `onOpen` opens the row's sheet. */
export function bankCreditsColumns(onOpen: (id: string) => void): Column[] {
  return [
    {
      id: "when",
      header: texts.time,
      cell: ({ row }) => <When at={row.original.receivedAt} />,
      meta: { width: "136px", hides: "tiny", isSoft: true, skeletonWidth: "w-24" },
    },
    {
      id: "sender",
      header: texts.from,
      cell: ({ row }) => <Sender credit={row.original} onOpen={onOpen} />,
      meta: { starts: "tiny", skeletonWidth: "w-40" },
    },
    {
      id: "bank",
      header: texts.bank,
      cell: ({ row }) => row.original.sender.bankName,
      meta: { width: "144px", hides: "narrow", isSoft: true, skeletonWidth: "w-24" },
    },
    {
      id: "wallet",
      header: texts.to,
      cell: ({ row }) => row.original.wallet?.name ?? texts.noWallet,
      meta: { hides: "phone", isSoft: true, skeletonWidth: "w-32" },
    },
    {
      id: "state",
      header: texts.state,
      cell: ({ row }) => <CreditState credit={row.original} isShortOnPhone />,
      meta: { width: "120px", phoneWidth: "52px", skeletonWidth: "w-16" },
    },
    {
      id: "amount",
      header: texts.amount,
      cell: ({ row }) => <Money kobo={row.original.amount} signed={row.original.state === "credited"} />,
      meta: { width: "152px", phoneWidth: "136px", align: "end", skeletonWidth: "w-20" },
    },
  ];
}

type CreditStateProps = { credit: Pick<BankCredit, "state" | "reason">; isShortOnPhone?: boolean };

export function CreditState({ credit: { state, reason }, isShortOnPhone = false }: CreditStateProps) {
  const { tone, icon, word } = creditStates[state];
  return (
    <span title={state === "suspended" && reason !== null ? suspenseReasons[reason] : undefined}>
      <Chip tone={tone} icon={icon} isShortOnPhone={isShortOnPhone}>
        {word}
      </Chip>
    </span>
  );
}

/** The whole row opens the credit. */
function Sender({ credit, onOpen }: { credit: BankCredit; onOpen: (id: string) => void }) {
  const { id, sender } = credit;
  return (
    <RowLink
      rowId={id}
      variant="frame"
      href={`/incoming?open=${id}`}
      title={`${sender.name}, ${sender.bankName} ${sender.accountNumber}`}
      onOpen={() => onOpen(id)}
      className="block"
    >
      {sender.name}
    </RowLink>
  );
}
