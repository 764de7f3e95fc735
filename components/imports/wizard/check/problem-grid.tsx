"use client";

import { type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, memo, type Ref, useEffect, useId, useImperativeHandle, useRef } from "react";
import type { Import, RowList } from "../use-import.ts";
import type { AskWorker } from "../use-import-worker.ts";
import { GridLine } from "./grid-line.tsx";
import { texts } from "./texts.ts";
import { useGridWalk } from "./use-grid-navigation.ts";
import { useGridRows } from "./use-grid-rows.ts";

const ROW_PX = 40;
const HEAD_PX = 36;
const SHOWN_ROWS = 14;
const ROWS_AROUND = 8;
/** A constant number of rows, so that rows leaving at one end are reused at the other. */
const DRAWN_ROWS = SHOWN_ROWS + 2 * ROWS_AROUND;
const COLUMN_PX = 124;

export type GridHandle = { goToNext: () => void };
type ProblemGridProps = {
  ask: AskWorker;
  onEdit: Import["edit"];
  list: RowList;
  columns: readonly string[];
  caption: string;
  handleRef: Ref<GridHandle>;
};

/**
 * A virtualised grid of rows and their problems. One tab stop: arrow keys move, Enter edits a cell in place, Escape cancels. The
 * focus stays on the grid, which names its active cell. Dashboard 5.6, 7.
 */
export const ProblemGrid = memo(function ProblemGrid(props: ProblemGridProps) {
  const { ask, onEdit, list, columns, caption, handleRef } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  const { rowAt, need } = useGridRows(ask);
  const walk = useGridWalk({
    ...{ ask, onEdit, list, columns, grid },
    pageRows: SHOWN_ROWS,
    onWalk: (place) => virtual.scrollToIndex(place),
  });
  const { active, editing } = walk;
  const virtual = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    scrollPaddingStart: HEAD_PX,
    rangeExtractor: drawnPlaces,
  });
  const drawn = virtual.getVirtualItems().map(({ index }) => index);
  const [first = 0, last = 0] = [drawn[0], drawn.at(-1)];
  const { version } = list;
  useEffect(() => void need({ first, last, version }), [need, first, last, version]);
  // Rows keep their position in the DOM: moving one costs as much as creating it. `aria-owns` gives their order.
  const slots = drawn.filter((place) => place !== active.place).sort((a, b) => slotOf(a) - slotOf(b));
  const order = drawn.map((place) => `${id}-${place === active.place ? "active" : slotOf(place)}`).join(" ");

  const activeId = `${id}-active-${active.place}-${active.column}`;
  const { hasWalked, goToNext } = walk;
  useEffect(() => {
    const cell = document.getElementById(activeId);
    if (hasWalked.current && cell && scroller.current) reveal(cell, scroller.current);
  }, [activeId, hasWalked]);
  useImperativeHandle(handleRef, () => ({ goToNext }));

  const lineOf = (place: number) => ({ place, top: place * ROW_PX, columns, row: rowAt(place) });
  const template = `var(--row) repeat(${columns.length}, minmax(${COLUMN_PX}px, 1fr)) minmax(var(--says), 2fr)`;
  const minWidth = `calc(var(--row) + ${columns.length * COLUMN_PX}px + var(--says))`;
  return (
    <div
      ref={scroller}
      className="scroll-thin -mx-pad overflow-auto border-y [--row:88px] [--says:148px] md:[--row:72px] md:[--says:240px]"
      style={{ maxHeight: HEAD_PX + SHOWN_ROWS * ROW_PX }}
    >
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are navigated and edited.
        role="grid"
        tabIndex={0}
        aria-label={caption}
        aria-rowcount={list.length + 1}
        aria-activedescendant={list.length > 0 && !editing ? activeId : undefined}
        onKeyDown={walk.onKeyDown}
        onClick={walk.onClick}
        className="block w-full outline-offset-[-2px] [&_tr]:grid [&_tr]:grid-cols-(--columns)"
        style={{ minWidth, "--columns": template } as CSSProperties}
      >
        <GridHead columns={columns} />
        <tbody aria-owns={order} className="relative block" style={{ height: virtual.getTotalSize() }}>
          {slots.map((place) => (
            <GridLine
              key={slotOf(place)}
              id={`${id}-${slotOf(place)}`}
              {...lineOf(place)}
              activeColumn={null}
              edit={null}
            />
          ))}
          {list.length > 0 && (
            // The active row stays rendered wherever the grid is scrolled.
            <GridLine
              key="active"
              id={`${id}-active`}
              {...lineOf(active.place)}
              activeColumn={active.column}
              edit={editing ? { text: editing.text, onFinish: walk.finish } : null}
            />
          )}
        </tbody>
      </table>
    </div>
  );
});

const GridHead = memo(function GridHead({ columns }: { columns: readonly string[] }) {
  return (
    <thead className="sticky top-0 z-10 block [&_th]:h-9 [&_th]:border-b [&_th]:bg-panel [&_th]:px-3 [&_th]:font-medium [&_th]:text-fg-3 [&_th]:text-xs [&_th]:leading-9">
      <tr aria-rowindex={1}>
        <th scope="col" className="sticky left-0 z-20 border-r text-right">
          {texts.row}
        </th>
        {columns.map((column) => (
          <th scope="col" key={column} className="trim text-left font-mono not-nth-2:border-l">
            {column}
          </th>
        ))}
        <th scope="col" className="sticky right-0 border-l text-left">
          {texts.problem}
        </th>
      </tr>
    </thead>
  );
});

function drawnPlaces({ startIndex, count }: Range): number[] {
  const from = Math.max(0, Math.min(startIndex - ROWS_AROUND, count - DRAWN_ROWS));
  return Array.from({ length: Math.min(DRAWN_ROWS, count) }, (_, index) => from + index);
}

function slotOf(place: number): number {
  return place % DRAWN_ROWS;
}

/** Scrolls sideways until a cell is visible between the row number and the problem, which are both sticky. */
function reveal({ offsetLeft, offsetWidth, parentElement }: HTMLElement, scroller: HTMLElement): void {
  const [head, says] = [parentElement?.firstElementChild, parentElement?.lastElementChild];
  const [before, behind] = [head?.clientWidth ?? 0, says?.clientWidth ?? 0];
  const atLeast = offsetLeft + offsetWidth + behind - scroller.clientWidth;
  scroller.scrollLeft = Math.min(offsetLeft - before, Math.max(atLeast, scroller.scrollLeft));
}
