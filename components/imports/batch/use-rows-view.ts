"use client";

import { parseAsInteger, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useState } from "react";
import type { AnyBatch, RowResult } from "../../../lib/api/batches.ts";

export type RowsTab = RowResult | "all";
export const ROWS_TABS: readonly RowsTab[] = ["bad", "good", "pending", "all"];

/** Which rows are shown, kept in the address. Initially the rejected ones, if there are any. Dashboard 2.3. */
export function useRowsView({ bad }: Pick<AnyBatch, "bad">) {
  const [{ rows, page }, change] = useQueryStates({
    rows: parseAsStringLiteral(ROWS_TABS),
    page: parseAsInteger.withDefault(1),
  });
  // The initial choice stays, even if the first row is rejected later.
  const [first] = useState<RowsTab>(bad > 0 ? "bad" : "all");
  return {
    tab: rows ?? first,
    page: Math.max(page, 1),
    showTab: (next: RowsTab) => void change({ rows: next, page: null }),
    showPage: (next: number) => void change({ page: next === 1 ? null : next }, { history: "push" }),
  };
}
