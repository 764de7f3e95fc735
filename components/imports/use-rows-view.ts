"use client";

import { parseAsInteger, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useState } from "react";
import type { AnyBatch, RowEnd } from "../../lib/api/batches.ts";

export type RowsTab = RowEnd | "all";
export const ROWS_TABS: readonly RowsTab[] = ["bad", "good", "pending", "all"];

/** Which rows are shown, kept in the address: at first the rejected ones, where there are any. Dashboard 2.3. */
export function useRowsView({ bad }: Pick<AnyBatch, "bad">) {
  const [{ rows, page }, change] = useQueryStates({
    rows: parseAsStringLiteral(ROWS_TABS),
    page: parseAsInteger.withDefault(1),
  });
  // What was open stays so, also when the first row is rejected meanwhile.
  const [first] = useState<RowsTab>(bad > 0 ? "bad" : "all");
  return {
    tab: rows ?? first,
    page: Math.max(page, 1),
    showTab: (next: RowsTab) => void change({ rows: next, page: null }),
    showPage: (next: number) => void change({ page: next === 1 ? null : next }, { history: "push" }),
  };
}
