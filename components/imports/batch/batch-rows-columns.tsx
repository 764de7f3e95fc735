"use client";

import type { AnyBatchRow, BatchKind } from "../../../lib/api/batches.ts";
import { dayText } from "../../../lib/format/instant.ts";
import { formatPhone, shortId } from "../../../lib/format/names.ts";
import { Chip } from "../../ui/chip.tsx";
import type { TableColumn } from "../../ui/data-table.tsx";
import { Link } from "../../ui/link.tsx";
import { Money } from "../../ui/money.tsx";
import { resultAppearance, resultLabel } from "../batch-labels.ts";
import { texts } from "./texts.ts";

type Column = TableColumn<AnyBatchRow>;

/** Columns of customer batches and of money batches. Created once, so that rows keep their focus. */
export function rowsColumns(kind: BatchKind): Column[] {
  // Batches of payouts have a page of their own.
  return kind === "create" ? customerColumns : moneyColumns[kind === "debit" ? kind : "credit"];
}

const number: Column = {
  id: "row",
  header: texts.row,
  cell: ({ row }) => row.original.row.toLocaleString("en-NG"),
  meta: { width: "84px", align: "end", isSoft: true, hides: "tiny", skeletonWidth: "w-8" },
};
const customer: Column = {
  id: "customer",
  header: texts.customer,
  cell: ({ row }) => <Customer row={row.original} />,
  meta: { starts: "tiny", skeletonWidth: "w-40" },
};
function reasoned(kind: BatchKind, width: string): Column {
  return {
    id: "reason",
    header: texts.reason,
    cell: ({ row }) => <Reason kind={kind} row={row.original} />,
    meta: { width, skeletonWidth: "w-48" },
  };
}

function ended(kind: BatchKind): Column {
  return {
    id: "end",
    header: texts.result,
    cell: ({ row }) => <RowChip kind={kind} row={row.original} />,
    meta: { width: "136px", hides: "narrow", skeletonWidth: "w-16" },
  };
}

const phone: Column = {
  id: "phone",
  header: texts.phone,
  cell: ({ row }) => row.original.detail && formatPhone(row.original.detail),
  meta: { width: "148px", hides: "narrow", isSoft: true, skeletonWidth: "w-24" },
};
const amount: Column = {
  id: "amount",
  header: texts.amount,
  cell: ({ row }) => row.original.amount !== null && <Money kobo={row.original.amount} />,
  meta: { width: "152px", phoneWidth: "128px", align: "end", skeletonWidth: "w-20" },
};
const reference: Column = {
  id: "reference",
  header: texts.reference,
  cell: ({ row }) => <Reference text={row.original.reference} />,
  meta: { width: "184px", hides: "narrow", isSoft: true, skeletonWidth: "w-32" },
};

const account: Column = {
  id: "account",
  header: texts.accountNumber,
  cell: ({ row }) => <Reference text={row.original.accountNumber} />,
  meta: { width: "132px", hides: "narrow", skeletonWidth: "w-20" },
};

const customerColumns: Column[] = [number, customer, phone, account, ended("create"), reasoned("create", "32%")];
const moneyColumns = {
  credit: [number, customer, amount, reference, ended("credit"), reasoned("credit", "30%")],
  debit: [number, customer, amount, reference, ended("debit"), reasoned("debit", "30%")],
};

function RowChip({ kind, row }: { kind: BatchKind; row: AnyBatchRow }) {
  const { tone, icon, word } = resultAppearance(kind, row.end);
  return (
    <Chip tone={tone} icon={icon}>
      {word}
    </Chip>
  );
}

/** Links to the wallet; for a skipped row, to the wallet of the customer who already has the number. */
function Customer({ row: { name, customerId } }: { row: AnyBatchRow }) {
  // IDs are truncated, names are not.
  const text = /^[0-9a-f-]{36}$/i.test(name) ? shortId(name) : name;
  if (customerId === null) return <span title={name}>{text}</span>;
  return (
    <Link
      href={`/wallets/${customerId}`}
      title={name}
      className="trim block rounded-small font-medium outline-offset-[-2px] hover:underline hover:underline-offset-2"
    >
      {text}
    </Link>
  );
}

/** One line with the full text in its tooltip; wraps on narrow screens. A repeated row links to the batch that paid it. */
function Reason({ kind, row: { end, reason, duplicateOf } }: { kind: BatchKind; row: AnyBatchRow }) {
  const repeated = duplicateOf && `${resultLabel(kind, end)} ${dayText(duplicateOf.paidAt)}`;
  const frozen = end === "frozen" && reason !== null ? texts.labelReason(resultLabel(kind, end), reason) : null;
  const text = repeated ?? frozen ?? reason;
  return (
    <span title={text ?? undefined} className="@max-[560px]:block @max-[560px]:whitespace-normal @max-[560px]:py-1.5">
      {duplicateOf?.batchId ? (
        <Link
          href={`/imports/${kind}/${duplicateOf.batchId}`}
          className="rounded-small underline underline-offset-2 outline-offset-[-2px]"
        >
          {text}
        </Link>
      ) : (
        text
      )}
    </span>
  );
}

function Reference({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <span className="font-mono text-id" title={text}>
      {text.length > 22 ? `${text.slice(0, 12)}…${text.slice(-6)}` : text}
    </span>
  );
}
