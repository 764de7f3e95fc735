"use client";

import type { ReactNode } from "react";
import type { LedgerTransaction } from "../../../contract/transactions.ts";
import { Chip } from "../../ui/chip.tsx";
import type { TableColumn } from "../../ui/data-table.tsx";
import { Money } from "../../ui/money.tsx";
import { PhoneLine } from "../../ui/phone-line.tsx";
import { RowLink } from "../../ui/row-link.tsx";
import { When } from "../../ui/when.tsx";
import {
  categoryLabels,
  movementText,
  partiesText,
  partyNames,
  signedTotal,
  statusAppearances,
  transactionHref,
} from "../transaction-labels.ts";
import { texts } from "./texts.ts";

type Column = TableColumn<LedgerTransaction>;

const when: Column = {
  id: "when",
  header: texts.when,
  cell: ({ row }) => <When at={row.original.createdAt} />,
  meta: { width: "136px", hides: "tiny", isSoft: true, skeletonWidth: "w-24" },
};

const status: Column = {
  id: "status",
  header: texts.status,
  cell: ({ row }) => <TransactionStatus status={row.original.status} isShortOnPhone />,
  meta: { width: "104px", phoneWidth: "60px", skeletonWidth: "w-14" },
};

/** All wallets of the merchant: payer and payee. */
export const merchantColumns: Column[] = [
  when,
  {
    id: "parties",
    header: texts.fromTo,
    cell: ({ row }) => (
      <TransactionLink transaction={row.original} text={partiesText(row.original)}>
        <span className="trim block @max-[420px]:hidden">{partiesText(row.original)}</span>
        <PhoneLines
          first={partyNames(row.original).to}
          second={texts.fromName(partyNames(row.original).from)}
          at={row.original.createdAt}
        />
      </TransactionLink>
    ),
    meta: { starts: "tiny", skeletonWidth: "w-56" },
  },
  {
    id: "category",
    header: texts.category,
    cell: ({ row }) => categoryLabels[row.original.category],
    meta: { width: "148px", hides: "narrow", isSoft: true, skeletonWidth: "w-24" },
  },
  status,
  {
    id: "amount",
    header: texts.amount,
    cell: ({ row }) => <Money kobo={row.original.amount} />,
    meta: { width: "168px", phoneWidth: "144px", align: "end", skeletonWidth: "w-20" },
  },
];

/** One wallet: amounts in and out, and the balance after. */
export const walletColumns: Column[] = [
  when,
  {
    id: "what",
    header: texts.what,
    cell: ({ row }) => (
      <TransactionLink transaction={row.original} text={movementText(row.original)}>
        <span className="trim block @max-[420px]:hidden">{movementText(row.original)}</span>
        <PhoneLines
          first={movementText(row.original)}
          second={row.original.narration ?? ""}
          at={row.original.createdAt}
        />
      </TransactionLink>
    ),
    meta: { starts: "tiny", skeletonWidth: "w-48" },
  },
  status,
  {
    id: "amount",
    header: texts.amount,
    cell: ({ row }) => <WalletAmount transaction={row.original} />,
    meta: { width: "160px", phoneWidth: "152px", align: "end", ends: "narrow", skeletonWidth: "w-20" },
  },
  {
    id: "balance",
    header: texts.balance,
    cell: ({ row }) => row.original.balance_after !== null && <Money kobo={row.original.balance_after} />,
    meta: { width: "168px", hides: "narrow", align: "end", isSoft: true, skeletonWidth: "w-20" },
  },
];

type StatusProps = { status: LedgerTransaction["status"]; isShortOnPhone?: boolean };

export function TransactionStatus({ status, isShortOnPhone = false }: StatusProps) {
  const appearance = statusAppearances[status];
  return (
    <Chip tone={appearance.tone} icon={appearance.icon} isShortOnPhone={isShortOnPhone}>
      {appearance.word}
    </Chip>
  );
}

type PhoneLinesProps = { first: string; second: string; at: string };

/** On a phone both names and the date stand on two lines, each cut alone. */
function PhoneLines({ first, second, at }: PhoneLinesProps) {
  return (
    <span className="hidden min-w-0 py-1.5 leading-snug @max-[420px]:grid">
      <span className="trim">{first}</span>
      <PhoneLine at={at} text={second} />
    </span>
  );
}

type TransactionLinkProps = { transaction: LedgerTransaction; text: string; children: ReactNode };

/** The whole row links to the transaction. The reason of a failed one and the narration are in its tooltip and on its page. */
function TransactionLink({ transaction, text, children }: TransactionLinkProps) {
  const more = transaction.narration === null ? text : `${text}\n${transaction.narration}`;
  const isFailed = transaction.status === "failed";
  return (
    <RowLink
      rowId={transaction.reference}
      variant="underline"
      href={transactionHref(transaction.reference)}
      title={isFailed ? `${text}: ${transaction.description ?? "failed"}` : more}
      className="block"
    >
      {children}
      {isFailed && <span className="sr-only">{texts.failedDescription(transaction.description ?? "")}</span>}
    </RowLink>
  );
}

/** Failed amounts are struck through and have no sign. */
function WalletAmount({ transaction }: { transaction: LedgerTransaction }) {
  if (transaction.status === "success") return <Money kobo={signedTotal(transaction)} signed />;
  return (
    <span className={transaction.status === "failed" ? "text-fg-2 line-through" : "text-fg-2"}>
      <Money kobo={transaction.total} />
    </span>
  );
}
