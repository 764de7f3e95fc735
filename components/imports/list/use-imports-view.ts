"use client";

import { parseAsInteger, parseAsStringLiteral, useQueryStates } from "nuqs";
import type { BatchKind, BatchStatus } from "../../../lib/api/batches.ts";
import { KINDS, STATUSES } from "../batch-labels.ts";

/** Kind, status and page of the list, kept in the address. A changed filter resets the page to 1. Dashboard 2.3. */
export function useImportsView() {
  const [{ kind, status, page }, change] = useQueryStates({
    kind: parseAsStringLiteral(KINDS),
    status: parseAsStringLiteral(STATUSES),
    page: parseAsInteger.withDefault(1),
  });
  return {
    kind: kind ?? undefined,
    status: status ?? undefined,
    page: Math.max(page, 1),
    hasFilters: kind !== null || status !== null,
    set: (next: { kind?: BatchKind | null; status?: BatchStatus | null }) => void change({ ...next, page: null }),
    clear: () => void change(null),
    showPage: (next: number) => void change({ page: next === 1 ? null : next }, { history: "push", scroll: true }),
  };
}

export type ImportsView = ReturnType<typeof useImportsView>;
