"use client";

import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { Fragment, type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from "react";
import { GridLine } from "./grid-line.tsx";
import { useGridRows } from "./use-grid-rows.ts";
import type { Import } from "./use-import.ts";

const ROW_PX = 40;
const HEAD_PX = 36;
const SHOWN_ROWS = 14;
const COLUMN_PX = 116;

export type GridHandle = { goToNext: () => void };
type Place = { place: number; column: number };
type ProblemGridProps = { source: Import; columns: readonly string[]; caption: string; handleRef: Ref<GridHandle> };

/**
 * Rows with what is wrong in them, as many as there are, few of them drawn. One tab stop: arrows walk, Enter edits a cell where it
 * stands, Escape leaves it as it was. The focus stays on the grid, which names its active cell. Dashboard 5.6, 7.
 */
export function ProblemGrid({ source, columns, caption, handleRef }: ProblemGridProps) {
  const id = useId();
  const { list } = source.state;
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  const [active, setActive] = useState<Place>({ place: 0, column: 0 });
  const [editing, setEditing] = useState<(Place & { row: number; text: string }) | null>(null);
  const { rowAt, need } = useGridRows(source.client, list);
  const virtual = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
    scrollPaddingStart: HEAD_PX,
    // The cell that is being edited, and the one that the grid names, are always there.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), active.place])].sort((a, b) => a - b),
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => need(first, last), [need, first, last]);

  // Keys come faster than answers: who presses N and Enter means the cell that N leads to.
  const at = useRef(active);
  const moving = useRef<Promise<void>>(Promise.resolve());
  const walk = (place: number, column: number) => {
    at.current = {
      place: Math.max(0, Math.min(list.length - 1, place)),
      column: Math.max(0, Math.min(columns.length - 1, column)),
    };
    setActive(at.current);
    hasWalked.current = true;
    virtual.scrollToIndex(at.current.place);
  };
  const hasWalked = useRef(false);
  const activeId = `${id}-${active.place}-${active.column}`;
  useEffect(() => {
    const cell = document.getElementById(activeId);
    if (hasWalked.current && cell && scroller.current) reveal(cell, scroller.current);
  }, [activeId]);
  const hasBegun = useRef(false);
  useImperativeHandle(handleRef, () => ({
    goToNext() {
      grid.current?.focus();
      moving.current = moving.current.then(async () => {
        const found = await source.client.current?.ask("next", hasBegun.current ? at.current.place : -1);
        hasBegun.current = true;
        if (found) walk(found.place, found.column);
      });
    },
  }));
  const edit = async (where?: Place) => {
    await moving.current;
    const next = where ?? at.current;
    const column = columns[next.column];
    const [row] = (await source.client.current?.ask("rows", { from: next.place, count: 1 })) ?? [];
    if (row === undefined || column === undefined) return;
    const text = await source.client.current?.ask("cell", { row: row.row, column });
    walk(next.place, next.column);
    setEditing({ ...next, row: row.row, text: text ?? "" });
  };
  const finish = (text: string | null, isByKey: boolean) => {
    const column = columns[editing?.column ?? -1];
    if (editing && column !== undefined && text !== null && text !== editing.text) {
      void source.edit({ row: editing.row, column, text });
    }
    setEditing(null);
    if (isByKey) grid.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (editing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { place, column } = at.current;
    const steps: Record<string, Place> = {
      ArrowDown: { place: place + 1, column },
      ArrowUp: { place: place - 1, column },
      ArrowLeft: { place, column: column - 1 },
      ArrowRight: { place, column: column + 1 },
      PageDown: { place: place + SHOWN_ROWS, column },
      PageUp: { place: place - SHOWN_ROWS, column },
      Home: { place, column: 0 },
      End: { place, column: columns.length - 1 },
    };
    const step = steps[event.key];
    if (step) walk(step.place, step.column);
    else if (event.key === "Enter" || event.key === "F2") void edit();
    else return;
    event.preventDefault();
  };
  let reached = 0;
  return (
    <div
      ref={scroller}
      className="scroll-thin -mx-pad overflow-auto border-y [--row:88px] [--says:148px] md:[--row:72px] md:[--says:240px]"
      style={{
        maxHeight: HEAD_PX + SHOWN_ROWS * ROW_PX,
      }}
    >
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are walked through and edited.
        role="grid"
        tabIndex={0}
        aria-label={caption}
        aria-rowcount={list.length + 1}
        aria-activedescendant={list.length > 0 && !editing ? activeId : undefined}
        onKeyDown={onKeyDown}
        className="w-full table-fixed border-separate border-spacing-0 outline-offset-[-2px]"
        style={{ minWidth: `calc(var(--row) + ${columns.length * COLUMN_PX}px + var(--says))` }}
      >
        <thead className="[&_th]:sticky [&_th]:top-0 [&_th]:z-10 [&_th]:h-9 [&_th]:border-b [&_th]:bg-panel [&_th]:px-3 [&_th]:font-medium [&_th]:text-fg-3 [&_th]:text-xs">
          <tr aria-rowindex={1}>
            <th scope="col" className="left-0 z-20! w-(--row) border-r text-right">
              Row
            </th>
            {columns.map((column) => (
              <th scope="col" key={column} className="trim text-left font-mono not-nth-2:border-l">
                {column}
              </th>
            ))}
            <th scope="col" className="right-0 w-(--says) border-l text-left">
              Problem
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ index, start, end }) => {
            const gap = start - reached;
            reached = end;
            return (
              <Fragment key={index}>
                <Gap px={gap} />
                <GridLine
                  id={id}
                  place={index}
                  columns={columns}
                  row={rowAt(index)}
                  activeColumn={active.place === index ? active.column : null}
                  editText={editing?.place === index ? editing.text : null}
                  onPick={(column) => walk(index, column)}
                  onEdit={(column) => void edit({ place: index, column })}
                  onFinish={finish}
                />
              </Fragment>
            );
          })}
          <Gap px={virtual.getTotalSize() - reached} />
        </tbody>
      </table>
    </div>
  );
}

/** Scrolls sideways until a cell stands between its row's number and its problem, which both stay where they are. */
function reveal({ offsetLeft, offsetWidth, parentElement }: HTMLElement, scroller: HTMLElement): void {
  const [head, says] = [parentElement?.firstElementChild, parentElement?.lastElementChild];
  const [before, behind] = [head?.clientWidth ?? 0, says?.clientWidth ?? 0];
  const atLeast = offsetLeft + offsetWidth + behind - scroller.clientWidth;
  scroller.scrollLeft = Math.min(offsetLeft - before, Math.max(atLeast, scroller.scrollLeft));
}

/** The place of rows that are not drawn. */
function Gap({ px }: { px: number }) {
  if (px <= 0) return null;
  return (
    <tr aria-hidden>
      <td style={{ height: px }} />
    </tr>
  );
}
