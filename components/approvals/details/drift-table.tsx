import { useId } from "react";
import type { PendingDetails } from "../../../contract/approvals.ts";
import { clockTime, shortInstant } from "../../../lib/format/instant.ts";
import { classNames } from "../../ui/class-names.ts";
import { DriftDot } from "../drift-dot.tsx";
import { type DriftGroup, type DriftRow, driftOf } from "./drift.ts";
import { texts } from "./texts.ts";

/** Compares the checks at submission with the current ones; changes are marked. Dashboard 5.8. */
export function DriftTable({ details, checkedAt }: { details: PendingDetails; checkedAt: number }) {
  const id = useId();
  const { checks, createdAt, status } = details;
  const groups = driftOf(checks);
  if (groups.length === 0) {
    if (status !== "PENDING") return null;
    return <p className="mt-6 text-fg-2">{texts.theChecksOfThis}</p>;
  }
  return (
    <section aria-labelledby={id} className="mt-6">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h3 id={id} className="font-semibold text-md">
          {checks.now ? texts.thenAndNow : texts.whenItWasSubmitted}
        </h3>
        {checks.now && (
          <span className="text-fg-3 text-xs tabular-nums">{texts.checkedClockTime(clockTime(checkedAt))}</span>
        )}
      </div>
      {groups.map((group) => (
        <Group
          key={group.title}
          group={group}
          before={checks.atSubmission && texts.atShortInstant(shortInstant(createdAt, Date.now()))}
          hasNow={checks.now !== null}
        />
      ))}
    </section>
  );
}

type GroupProps = { group: DriftGroup; before: string | null; hasNow: boolean };

function Group({ group, before, hasNow }: GroupProps) {
  return (
    <table className="mb-3 w-full table-fixed border-separate border-spacing-0 last:mb-0 [&_td]:h-9 [&_td]:border-b [&_td]:px-2 [&_td]:text-right [&_td]:tabular-nums [&_th]:h-9 [&_th]:border-b [&_th]:px-2 [&_tr>:first-child]:pl-0 [&_tr>:last-child]:pr-0">
      <caption className="sr-only">{group.title}</caption>
      <thead className="text-fg-3 text-xs">
        <tr>
          <th scope="col" className="w-[30%] text-left font-medium">
            {group.title}
          </th>
          {before && (
            <th scope="col" className="text-right font-medium">
              {before}
            </th>
          )}
          {hasNow && (
            <th scope="col" className="text-right font-medium">
              {texts.now}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {group.rows.map((row) => (
          <Line key={row.name} row={row} hasBefore={before !== null} hasNow={hasNow} />
        ))}
      </tbody>
    </table>
  );
}

function Line({ row, hasBefore, hasNow }: { row: DriftRow; hasBefore: boolean; hasNow: boolean }) {
  const isMarked = row.mark !== "same";
  return (
    <tr>
      <th scope="row" className="text-left font-normal text-fg-2">
        {row.name}
      </th>
      {hasBefore && <td className={classNames(isMarked && hasNow && "text-fg-3")}>{row.before ?? "–"}</td>}
      {hasNow && (
        <td className={classNames(isMarked && "font-semibold")}>
          <span className="inline-flex items-center justify-end gap-2">
            <DriftDot mark={row.mark} />
            {row.now ?? "–"}
          </span>
        </td>
      )}
    </tr>
  );
}
