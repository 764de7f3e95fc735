"use client";

import { memo, useRef } from "react";
import type { Level } from "../../../../lib/import/rows/problems.ts";
import type { GridRow } from "../../../../lib/import/worker/worker-messages.ts";
import { classNames } from "../../../ui/class-names.ts";
import { texts } from "./texts.ts";

type GridLineProps = {
  id: string;
  place: number;
  top: number;
  columns: readonly string[];
  /** `undefined` until the worker has returned it. */
  row: GridRow | undefined;
  activeColumn: number | null;
  /** The text in the active cell's input while it is edited. */
  edit: Edit | null;
};
type Edit = { text: string; onFinish: (text: string | null, isByKey: boolean) => void };

const tints: Record<Level, string> = {
  error: "bg-bad-tint text-bad",
  repeat: "bg-bad-tint text-bad",
  warning: "bg-wait-tint text-wait",
};

/** Prose columns; the monospace font of the others lacks tone marks. */
const TEXTS = new Set(["first_name", "last_name", "address", "narration"]);

/** One row of the grid; re-renders only when its own cells change. */
export const GridLine = memo(function GridLine({ id, place, top, columns, row, activeColumn, edit }: GridLineProps) {
  // Browsers let cells inherit vertical alignment from their row: a moved row would restyle each of them. Hence the explicit styles.
  return (
    <tr
      id={id}
      aria-rowindex={place + 2}
      style={{ top }}
      className="absolute inset-x-0 h-10 [contain:layout_style] [&>*]:h-10 [&>*]:border-b [&>*]:align-middle [&>*]:leading-10"
    >
      <th
        scope="row"
        className="sticky left-0 z-[1] border-r bg-panel px-3 text-right font-normal text-fg-3 text-id tabular-nums max-md:leading-4! max-md:pt-1"
      >
        {row?.row.toLocaleString("en-NG")}
        <span aria-hidden className="trim block text-fg text-xs md:hidden">
          {row?.cells[leadOf(columns)]?.text}
        </span>
      </th>
      {columns.map((column, index) => {
        const { text = "", level = null } = row?.cells[index] ?? {};
        const isActive = activeColumn === index;
        const cellId = isActive ? `${id}-${place}-${index}` : undefined;
        if (isActive && edit) {
          return <EditCell key={column} id={cellId} label={texts.columnRowRow(column, String(row?.row))} {...edit} />;
        }
        return (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: in a grid a cell is a gridcell.
          <td
            key={column}
            id={cellId}
            aria-selected={isActive}
            aria-invalid={(level !== null && level !== "warning") || undefined}
            className={classNames(
              "trim px-3 not-nth-2:border-l",
              TEXTS.has(column) ? "" : "font-mono text-id",
              level && tints[level],
              isActive && "inset-ring-2 inset-ring-accent",
            )}
          >
            {row && text === "" ? <Nothing isWrong={level !== null} /> : text}
          </td>
        );
      })}
      <td className="sticky right-0 border-l bg-panel px-3" title={row?.text}>
        <span className="flex h-full items-center gap-2 leading-4 max-md:text-xs">
          {row?.level && (
            <span
              aria-hidden
              className={classNames("size-1.5 shrink-0 rounded-full", row.level === "warning" ? "bg-wait" : "bg-bad")}
            />
          )}
          <span className="line-clamp-2">{row?.text}</span>
        </span>
      </td>
    </tr>
  );
});

/** The first name or the amount: on a phone it is shown under the row number, as its column may be out of view. */
function leadOf(columns: readonly string[]): number {
  return Math.max(columns.indexOf("amount"), columns.indexOf("first_name"));
}

function Nothing({ isWrong }: { isWrong: boolean }) {
  return isWrong ? "empty" : <span className="text-fg-3">–</span>;
}

function EditCell({ id, label, text, onFinish }: Edit & { id: string | undefined; label: string }) {
  const isOver = useRef(false);
  const finish = (next: string | null, isByKey: boolean) => {
    if (isOver.current) return;
    isOver.current = true;
    onFinish(next, isByKey);
  };
  return (
    <td id={id} className="relative not-nth-2:border-l">
      <input
        // biome-ignore lint/a11y/noAutofocus: the user has just started editing this cell.
        autoFocus
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        defaultValue={text}
        onFocus={({ target }) => target.select()}
        onBlur={({ target }) => finish(target.value, false)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Enter") finish(event.currentTarget.value, true);
          if (event.key === "Escape") finish(null, true);
        }}
        className="absolute inset-0 size-full bg-panel px-3 font-mono text-id inset-ring-2 inset-ring-accent outline-none focus-visible:outline-none"
      />
    </td>
  );
}
