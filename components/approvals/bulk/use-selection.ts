"use client";

import { useCallback, useMemo, useState } from "react";
import type { PendingItem } from "../../../contract/approvals.ts";

/** The maximum of requests approved in bulk. Dashboard 5.8. */
export const MOST_TOGETHER = 50;

/** Whether a request can be approved in bulk: this user may, and all its checks pass. */
export function isSelectable({ status, viewer, mark }: PendingItem): boolean {
  return status === "PENDING" && viewer.canApprove && mark !== "failing";
}

/** The selected rows. Rows that were decided or can no longer be approved leave the selection automatically. */
export function useSelection(rows: readonly PendingItem[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const items = useMemo(() => rows.filter((row) => ids.has(row.id) && isSelectable(row)), [rows, ids]);
  const selected = useMemo(() => new Set(items.map(({ id }) => id)), [items]);
  const selectable = rows.filter(isSelectable).slice(0, MOST_TOGETHER);
  const select = useCallback(
    (id: string, isSelected: boolean) =>
      setIds(
        new Set(isSelected ? [...selected, id].slice(0, MOST_TOGETHER) : [...selected].filter((one) => one !== id)),
      ),
    [selected],
  );
  return {
    items,
    selected,
    select,
    /** Selects as many as allowed; `undefined` if they are selected already. */
    selectAll: selectable.length > items.length ? () => setIds(new Set(selectable.map(({ id }) => id))) : undefined,
    selectableCount: selectable.length,
    clear: () => setIds(new Set()),
  };
}

export type Selection = ReturnType<typeof useSelection>;
