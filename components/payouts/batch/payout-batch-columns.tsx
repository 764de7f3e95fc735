"use client";

import { Ban, CircleX, Clock } from "lucide-react";
import type { PayoutBatchItem } from "../../../contract/payout-batches.ts";
import { Chip } from "../../ui/chip.tsx";
import type { TableColumn } from "../../ui/data-table.tsx";
import { Money } from "../../ui/money.tsx";
import { RowLink } from "../../ui/row-link.tsx";
import { PayoutStateChip } from "../payout-state-chip.tsx";
import { texts } from "./texts.ts";

/** A row with the word for its batch where that ended without a payment: its rows wait for nothing. */
export type BatchLine = PayoutBatchItem & { batchEnd: string | null };
type Column = TableColumn<BatchLine>;

export const payoutBatchColumns: Column[] = [
  {
    id: "row",
    header: texts.row,
    cell: ({ row }) => row.original.row.toLocaleString("en-NG"),
    meta: { width: "72px", hides: "tiny", isSoft: true, skeletonWidth: "w-8" },
  },
  {
    id: "receiver",
    header: texts.receiver,
    cell: ({ row }) => <Receiver line={row.original} />,
    meta: { starts: "tiny", skeletonWidth: "w-40" },
  },
  {
    id: "bank",
    header: texts.bank,
    cell: ({ row }) => row.original.bank?.name ?? "–",
    meta: { width: "168px", hides: "phone", isSoft: true, skeletonWidth: "w-24" },
  },
  {
    id: "reason",
    header: texts.reason,
    cell: ({ row }) => <span title={row.original.reason ?? undefined}>{row.original.reason}</span>,
    meta: { hides: "narrow", isSoft: true, skeletonWidth: "w-32" },
  },
  {
    id: "state",
    header: texts.state,
    cell: ({ row }) => <LineChip line={row.original} />,
    meta: { width: "124px", phoneWidth: "52px", skeletonWidth: "w-16" },
  },
  {
    id: "amount",
    header: texts.amount,
    cell: ({ row }) => <Money kobo={row.original.amount} />,
    meta: { width: "152px", phoneWidth: "132px", align: "end", skeletonWidth: "w-20" },
  },
];

function Receiver({ line }: { line: BatchLine }) {
  const { accountName, accountNumber, bank, reference, state } = line;
  const name = accountName ?? accountNumber;
  if (state === null || reference === null) return <span title={`${name}, ${accountNumber}`}>{name}</span>;
  return (
    <RowLink
      rowId={reference}
      variant="underline"
      href={`/payouts/${encodeURIComponent(reference)}`}
      title={`${name}, ${bank?.name ?? ""} ${accountNumber}`}
      className="block"
    >
      {name}
    </RowLink>
  );
}

function LineChip({ line: { status, state, batchEnd } }: { line: BatchLine }) {
  if (state !== null) return <PayoutStateChip state={state} isShortOnPhone />;
  if (status === "rejected") return <WordChip tone="bad" icon={CircleX} word={texts.rejected} />;
  return batchEnd !== null ? (
    <WordChip tone="mute" icon={Ban} word={batchEnd} />
  ) : (
    <WordChip tone="wait" icon={Clock} word={texts.waiting} />
  );
}

function WordChip({ word, ...chip }: { tone: "bad" | "mute" | "wait"; icon: typeof Ban; word: string }) {
  return (
    <Chip {...chip} isShortOnPhone>
      {word}
    </Chip>
  );
}
