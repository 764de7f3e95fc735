"use client";

import { createContext, use } from "react";
import type { AuditLine } from "../../lib/api/audit.ts";
import { shortId } from "../../lib/format/names.ts";
import type { TableColumn } from "../ui/data-table.tsx";
import { PhoneLine } from "../ui/phone-line.tsx";
import { When } from "../ui/when.tsx";
import { actionText, actorKindText, factName } from "./audit-words.ts";
import { factChanges } from "./fact-changes.ts";
import { texts } from "./texts.ts";

type Column = TableColumn<AuditLine>;

/** Opens an entry. */
export const OpenLineContext = createContext<(line: AuditLine) => void>(() => undefined);

export const auditColumns: Column[] = [
  {
    id: "when",
    header: texts.when,
    cell: ({ row }) => <When at={row.original.at} />,
    meta: { width: "144px", isSoft: true, hides: "tiny", skeletonWidth: "w-24" },
  },
  {
    id: "who",
    header: texts.who,
    cell: ({ row: { original } }) => (
      <span title={`${actorKindText(original.actor.kind)} ${original.actor.id}`}>{original.actor.name}</span>
    ),
    meta: { width: "176px", phoneWidth: "120px", starts: "tiny", skeletonWidth: "w-28" },
  },
  {
    id: "what",
    header: texts.what,
    cell: ({ row }) => <LineLink line={row.original} />,
    meta: { skeletonWidth: "w-40", ends: "phone" },
  },
  {
    id: "object",
    header: texts.on,
    cell: ({ row: { original } }) => (
      <span title={original.object.id}>
        {factName(original.object.kind)}{" "}
        <span className="font-mono text-fg-3 text-id">{shortId(original.object.id)}</span>
      </span>
    ),
    meta: { width: "232px", isSoft: true, hides: "phone", ends: "narrow", skeletonWidth: "w-32" },
  },
  {
    id: "changes",
    header: texts.beforeAfterOrReason,
    cell: ({ row }) => <Summary line={row.original} />,
    meta: { isSoft: true, hides: "narrow", skeletonWidth: "w-40" },
  },
];

/** The action's name is a button that covers the whole row. On a phone the time and the object stand below it. */
function LineLink({ line }: { line: AuditLine }) {
  const open = use(OpenLineContext);
  return (
    <span className="grid min-w-0 @max-[420px]:py-1.5">
      <button
        type="button"
        aria-haspopup="dialog"
        data-line={line.id}
        onClick={() => open(line)}
        className="trim max-w-full justify-self-start rounded-small text-left font-medium after:absolute after:inset-0 hover:underline"
      >
        {actionText(line.action)}
      </button>
      <PhoneLine at={line.at} text={factName(line.object.kind)} id={shortId(line.object.id)} />
    </span>
  );
}

function Summary({ line }: { line: AuditLine }) {
  if (line.reason !== null) return <span title={line.reason}>{line.reason}</span>;
  const text = factChanges(line)
    .filter(({ isChanged }) => isChanged)
    .map(({ name, before, after }) => `${factName(name)}: ${[before, after].filter((one) => one !== null).join(" → ")}`)
    .join("; ");
  return <span title={text}>{text}</span>;
}
