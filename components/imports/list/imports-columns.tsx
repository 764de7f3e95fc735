"use client";

import type { AnyBatch } from "../../../lib/api/batches.ts";
import { Chip } from "../../ui/chip.tsx";
import type { TableColumn } from "../../ui/data-table.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Money } from "../../ui/money.tsx";
import { RowLink } from "../../ui/row-link.tsx";
import { When } from "../../ui/when.tsx";
import { BatchBar } from "../batch/batch-bar.tsx";
import { batchAppearance, isFinal, kindAppearances, resultLabel } from "../batch-labels.ts";
import { texts } from "./texts.ts";

export const importsColumns: TableColumn<AnyBatch>[] = [
  {
    id: "batch",
    header: texts.batch,
    cell: ({ row }) => <BatchLink batch={row.original} />,
    meta: { skeletonWidth: "w-44" },
  },
  {
    id: "rows",
    header: texts.rows,
    cell: ({ row }) => <Rows batch={row.original} />,
    meta: { width: "216px", hides: "phone", isSoft: true, skeletonWidth: "w-32" },
  },
  {
    id: "amount",
    header: texts.amount,
    cell: ({ row }) => row.original.totalAmount !== null && <Money kobo={row.original.totalAmount} />,
    meta: { width: "160px", hides: "narrow", align: "end", skeletonWidth: "w-20" },
  },
  {
    id: "when",
    header: texts.sent,
    cell: ({ row }) => <When at={row.original.createdAt} />,
    meta: { width: "128px", hides: "tiny", align: "end", isSoft: true, skeletonWidth: "w-20" },
  },
  {
    id: "status",
    header: texts.status,
    cell: ({ row }) => <BatchChip batch={row.original} />,
    meta: { width: "176px", align: "end", skeletonWidth: "w-20" },
  },
];

export function BatchChip({ batch }: { batch: AnyBatch }) {
  const { tone, icon, word } = batchAppearance(batch);
  return (
    <Chip tone={tone} icon={icon}>
      {word}
    </Chip>
  );
}

/** The whole row links to the batch. */
function BatchLink({ batch: { kind, batchId, reference, fileName } }: { batch: AnyBatch }) {
  const { icon, word } = kindAppearances[kind];
  const about = fileName ?? reference ?? `…${batchId.slice(-8)}`;
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Icon of={icon} className="text-fg-3" />
      <RowLink
        rowId={batchId}
        variant="underline"
        href={kind === "payout" ? `/payouts/batches/${batchId}` : `/imports/${kind}/${batchId}`}
        title={about}
        className="font-medium"
      >
        {word}
        <span className={fileName ? "font-normal text-fg-2" : "font-mono font-normal text-fg-3 text-id"}> {about}</span>
      </RowLink>
    </span>
  );
}

function Rows({ batch }: { batch: AnyBatch }) {
  const { kind, status, total, good, bad, repeated, frozen } = batch;
  const count = total.toLocaleString("en-NG");
  if (status === "processing") {
    return (
      <span className="grid gap-1">
        <span className="text-xs">{texts.ofCount((good + bad + repeated).toLocaleString("en-NG"), count)}</span>
        <BatchBar batch={batch} />
      </span>
    );
  }
  if (!isFinal(status)) return <>{count}</>;
  const part = (rows: number, end: "bad" | "repeated") =>
    `, ${rows.toLocaleString("en-NG")} ${resultLabel(kind, end).toLowerCase()}`;
  return (
    <>
      {count}
      {frozen > 0 && texts.countFrozen(frozen.toLocaleString("en-NG"))}
      {repeated > 0 && part(repeated, "repeated")}
      {bad > 0 && <span className="text-bad">{part(bad, "bad")}</span>}
    </>
  );
}
