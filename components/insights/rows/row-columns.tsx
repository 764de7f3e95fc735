"use client";

import type { InsightRow } from "../../../contract/insight-rows.ts";
import type { TableColumn } from "../../ui/data-table.tsx";
import { Money } from "../../ui/money.tsx";
import { RowLink } from "../../ui/row-link.tsx";
import { When } from "../../ui/when.tsx";
import { recordHref, recordNames } from "./figures.ts";
import { texts } from "./texts.ts";

type Column = TableColumn<InsightRow>;

const when: Column = {
  id: "when",
  header: texts.time,
  cell: ({ row }) => <When at={row.original.at} />,
  meta: { width: "136px", hides: "tiny", isSoft: true, skeletonWidth: "w-24" },
};

const record: Column = {
  id: "record",
  header: texts.record,
  cell: ({ row }) => <RecordName row={row.original} />,
  meta: { starts: "tiny", skeletonWidth: "w-40" },
};

const reason: Column = {
  id: "reason",
  header: texts.reason,
  cell: ({ row }) => <span title={row.original.reason ?? undefined}>{row.original.reason}</span>,
  meta: { hides: "narrow", isSoft: true, skeletonWidth: "w-32" },
};

const amount: Column = {
  id: "amount",
  header: texts.amount,
  cell: ({ row }) => row.original.amount !== null && <Money kobo={row.original.amount} />,
  meta: { width: "168px", phoneWidth: "144px", align: "end", skeletonWidth: "w-20" },
};

/** Rows of a sum: what each adds to it. */
export const moneyColumns: Column[] = [when, record, amount];
/** Rows of a number, with the reasons of those that failed. */
export const requestColumns: Column[] = [when, record, reason, amount];

/** The whole row opens the record; a booking between internal accounts has none. */
function RecordName({ row }: { row: InsightRow }) {
  const { id, kind, reference, opens } = row;
  const name = recordNames[kind];
  const shown = (
    <>
      {name} <span className="font-mono text-fg-3 text-id">{reference}</span>
    </>
  );
  const title = [name, reference, row.reason].filter((part) => part !== null).join(", ");
  if (!opens) return <span title={title}>{shown}</span>;
  return (
    <RowLink rowId={id} variant="underline" href={recordHref(opens)} title={title} className="block">
      {shown}
    </RowLink>
  );
}
