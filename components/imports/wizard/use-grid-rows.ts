"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { ImportClient } from "../../../lib/import/import-client.ts";
import type { GridRow } from "../../../lib/import/worker-messages.ts";
import type { RowList } from "./use-import.ts";

const PAGE_ROWS = 50;
const PAGES_KEPT = 20;

/** The rows of a list by their place, read from the worker as they come into view; few are kept. */
export function useGridRows(client: RefObject<ImportClient | undefined>, { version, filter }: RowList) {
  const pages = useRef(new Map<number, readonly GridRow[]>());
  const asked = useRef(new Set<number>());
  const [, setSeen] = useState(0);
  const current = useRef(version);
  current.current = version;

  // Rows read before stay on the screen until the same places were read again, unless it is another list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list forgets all, whatever its length.
  useEffect(() => {
    pages.current.clear();
    asked.current.clear();
    setSeen((seen) => seen + 1);
  }, [filter]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version asks again.
  useEffect(() => {
    asked.current.clear();
    setSeen((seen) => seen + 1);
  }, [version]);

  const need = useCallback(
    (from: number, to: number) => {
      for (let page = Math.floor(from / PAGE_ROWS); page <= Math.floor(to / PAGE_ROWS); page += 1) {
        if (asked.current.has(page)) continue;
        asked.current.add(page);
        void client.current?.ask("rows", { from: page * PAGE_ROWS, count: PAGE_ROWS }).then((rows) => {
          if (current.current !== version) return;
          keep(pages.current, page, rows);
          for (const known of asked.current)
            if (!pages.current.has(known) && known !== page) asked.current.delete(known);
          setSeen((seen) => seen + 1);
        });
      }
    },
    [client, version],
  );
  const rowAt = (place: number): GridRow | undefined =>
    pages.current.get(Math.floor(place / PAGE_ROWS))?.[place % PAGE_ROWS];
  return { rowAt, need };
}

function keep(pages: Map<number, readonly GridRow[]>, page: number, rows: readonly GridRow[]): void {
  pages.delete(page);
  pages.set(page, rows);
  for (const old of pages.keys()) {
    if (pages.size <= PAGES_KEPT) return;
    pages.delete(old);
  }
}
