"use client";

import { useCallback, useRef, useState } from "react";
import type { GridRow } from "../../../../lib/import/worker/worker-messages.ts";
import type { AskWorker } from "../use-import-worker.ts";

const PAGE_ROWS = 50;
const PAGES_KEPT = 20;
/** Rows read before they scroll into view. */
const ROWS_AHEAD = 30;

type Page = { version: number; rows: readonly GridRow[] };
type Wanted = { first: number; last: number; version: number };

/**
 * The rows of a list by place, read from the worker as they come into view; a few pages are cached. One request at a time: places
 * scrolled past in the meantime are not requested. Rows of an older version stay visible until they are read again.
 */
export function useGridRows(ask: AskWorker) {
  const pages = useRef(new Map<number, Page>());
  const wanted = useRef<Wanted>({ first: 0, last: 0, version: -1 });
  const isAsking = useRef(false);
  const [, setSeen] = useState(0);

  const need = useCallback(
    async (next: Wanted) => {
      wanted.current = next;
      if (isAsking.current) return;
      isAsking.current = true;
      for (let span = lacking(pages.current, next); span; span = lacking(pages.current, wanted.current)) {
        const { version } = wanted.current;
        const rows = await ask("rows", {
          from: span.first * PAGE_ROWS,
          count: (span.last - span.first + 1) * PAGE_ROWS,
        });
        if (!rows) break;
        for (let page = span.first; page <= span.last; page += 1) {
          const from = (page - span.first) * PAGE_ROWS;
          keep(pages.current, page, { version, rows: rows.slice(from, from + PAGE_ROWS) });
        }
        setSeen((seen) => seen + 1);
      }
      isAsking.current = false;
    },
    [ask],
  );
  const rowAt = (place: number): GridRow | undefined =>
    pages.current.get(Math.floor(place / PAGE_ROWS))?.rows[place % PAGE_ROWS];
  return { rowAt, need };
}

/** The pages in or near view that are not read in the current version. */
function lacking(pages: Map<number, Page>, { first, last, version }: Wanted): { first: number; last: number } | null {
  const from = Math.max(0, Math.floor((first - ROWS_AHEAD) / PAGE_ROWS));
  const to = Math.floor((last + ROWS_AHEAD) / PAGE_ROWS);
  const missing: number[] = [];
  for (let page = from; page <= to; page += 1) if (pages.get(page)?.version !== version) missing.push(page);
  const [head, tail] = [missing[0], missing.at(-1)];
  return head === undefined || tail === undefined ? null : { first: head, last: tail };
}

function keep(pages: Map<number, Page>, page: number, read: Page): void {
  pages.delete(page);
  pages.set(page, read);
  for (const old of pages.keys()) {
    if (pages.size <= PAGES_KEPT) return;
    pages.delete(old);
  }
}
