"use client";

import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { Import, RowList } from "../use-import.ts";
import type { AskWorker } from "../use-import-worker.ts";

export type Place = { place: number; column: number };
type Editing = Place & { row: number; text: string };

type WalkInput = {
  ask: AskWorker;
  onEdit: Import["edit"];
  list: RowList;
  columns: readonly string[];
  grid: RefObject<HTMLTableElement | null>;
  /** Rows moved by Page Up and Page Down. */
  pageRows: number;
  onWalk: (place: number) => void;
};

/** The active cell and the edit in it, controlled by keys, clicks and "Next problem". Dashboard 5.6. */
export function useGridWalk({ ask, onEdit, list, columns, grid, pageRows, onWalk }: WalkInput) {
  const [active, setActive] = useState<Place>({ place: 0, column: 0 });
  const [editing, setEditing] = useState<Editing | null>(null);
  // Keys arrive faster than the worker replies: Enter right after N means the cell that N leads to.
  const at = useRef(active);
  const moving = useRef<Promise<void>>(Promise.resolve());
  const hasWalked = useRef(false);
  const end = Math.max(0, list.length - 1);
  // Fixed rows leave the list: an active place beyond the new end moves to the end.
  useEffect(() => {
    if (at.current.place <= end) return;
    at.current = { ...at.current, place: end };
    setActive(at.current);
  }, [end]);

  const walk = ({ place, column }: Place) => {
    at.current = {
      place: Math.max(0, Math.min(end, place)),
      column: Math.max(0, Math.min(columns.length - 1, column)),
    };
    hasWalked.current = true;
    setActive(at.current);
    onWalk(at.current.place);
  };
  const goToNext = () => {
    grid.current?.focus();
    moving.current = moving.current.then(async () => {
      const found = await ask("next", hasWalked.current ? at.current.place : -1);
      if (found) walk(found);
    });
  };
  const edit = async () => {
    await moving.current;
    const where = at.current;
    const column = columns[where.column];
    const [row] = (await ask("rows", { from: where.place, count: 1 })) ?? [];
    if (row === undefined || column === undefined) return;
    const text = await ask("cell", { row: row.row, column });
    if (text === undefined) return;
    walk(where);
    setEditing({ ...where, row: row.row, text });
  };
  const finish = (text: string | null, isByKey: boolean) => {
    const column = columns[editing?.column ?? -1];
    if (editing && column !== undefined && text !== null && text !== editing.text) {
      void onEdit({ row: editing.row, column, text });
    }
    setEditing(null);
    if (isByKey) grid.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (editing || event.metaKey || event.altKey) return;
    const key = event.ctrlKey ? `Control+${event.key}` : event.key;
    const step = stepOf(key, at.current, pageRows, columns.length);
    if (step) walk(step);
    else if (key === "Enter" || key === "F2") void edit();
    else return;
    event.preventDefault();
  };
  /** A click or tap activates a cell; on the active cell it starts editing. */
  const onClick = ({ target }: MouseEvent) => {
    const cell = target instanceof Element ? target.closest("td") : null;
    const place = Number(cell?.parentElement?.getAttribute("aria-rowindex")) - 2;
    const column = (cell?.cellIndex ?? 0) - 1;
    if (place < 0 || column < 0 || column >= columns.length || editing) return;
    const isHere = hasWalked.current && at.current.place === place && at.current.column === column;
    walk({ place, column });
    if (isHere) void edit();
  };
  return { active, editing, hasWalked, goToNext, finish, onKeyDown, onClick };
}

function stepOf(key: string, { place, column }: Place, pageRows: number, columns: number): Place | undefined {
  const steps: Record<string, Place> = {
    ArrowDown: { place: place + 1, column },
    ArrowUp: { place: place - 1, column },
    ArrowLeft: { place, column: column - 1 },
    ArrowRight: { place, column: column + 1 },
    PageDown: { place: place + pageRows, column },
    PageUp: { place: place - pageRows, column },
    Home: { place, column: 0 },
    End: { place, column: columns - 1 },
    "Control+Home": { place: 0, column: 0 },
    "Control+End": { place: Number.POSITIVE_INFINITY, column: columns - 1 },
  };
  return steps[key];
}
