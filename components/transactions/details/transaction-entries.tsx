"use client";

import type { TransactionDetails } from "../../../contract/transactions.ts";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { Money } from "../../ui/money.tsx";
import { accountText } from "../transaction-labels.ts";
import { texts } from "./texts.ts";

type Entry = TransactionDetails["entries"][number];

const columns: TableColumn<Entry>[] = [
  { id: "account", header: texts.account, cell: ({ row }) => <Account entry={row.original} /> },
  {
    id: "before",
    header: texts.before,
    cell: ({ row }) => <Balance kobo={before(row.original)} />,
    meta: { width: "164px", align: "end", hides: "narrow", isSoft: true },
  },
  {
    id: "delta",
    header: texts.change,
    cell: ({ row }) => <Money kobo={row.original.delta} signed />,
    meta: { width: "164px", phoneWidth: "152px", align: "end", ends: "tiny" },
  },
  {
    id: "after",
    header: texts.after,
    cell: ({ row }) => <Balance kobo={row.original.balanceAfter} />,
    meta: { width: "176px", phoneWidth: "152px", align: "end", hides: "tiny", isSoft: true },
  },
];

/** The transaction's change to each account; the changes sum to zero. */
export function TransactionEntries({ entries }: { entries: Entry[] }) {
  if (entries.length === 0) return <p className="text-fg-2">{texts.noneAFailedTransaction}</p>;
  return (
    <>
      <DataTable
        caption={texts.entriesOfThisTransaction}
        columns={columns}
        rows={entries}
        getRowId={(entry) => `${entry.accountKind}${entry.accountNumber ?? ""}`}
        isQuiet={({ accountKind }) => accountKind !== "wallet"}
      />
      <p className="mt-3 text-fg-2 text-xs">
        {texts.theChangesAddUp} <Money kobo={entries.reduce((sum, { delta }) => sum + delta, 0)} />.
      </p>
    </>
  );
}

function Account({ entry }: { entry: Entry }) {
  return (
    <span className="trim block" title={accountText(entry)}>
      {accountText(entry)}
      {entry.accountNumber !== null && <span className="ml-2 font-mono text-fg-2 text-id">{entry.accountNumber}</span>}
    </span>
  );
}

/** Fees and the merchant side of a batch share entries, so their balance at that moment is not recorded. */
function Balance({ kobo }: { kobo: number | null }) {
  if (kobo !== null) return <Money kobo={kobo} />;
  return (
    <span className="text-fg-3" title={texts.keptTogetherWithOther}>
      –<span className="sr-only">{texts.keptTogetherWithOther}</span>
    </span>
  );
}

function before({ balanceAfter, delta }: Entry): number | null {
  return balanceAfter === null ? null : balanceAfter - delta;
}
