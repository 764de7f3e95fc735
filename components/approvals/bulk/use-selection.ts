"use client";

import { useCallback, useMemo, useState } from "react";
import type { PendingItem } from "../../../contract/approvals.ts";

/** The maximum of requests approved in bulk. Dashboard 5.8. */
export const MOST_TOGETHER = 50;

/** Whether a request can be approved in bulk: this user may, and all its checks pass. */
export function isChoosable({ status, viewer, mark }: PendingItem): boolean {
  return status === "PENDING" && viewer.canApprove && mark !== "failing";
}

/** The selected rows. Rows that were decided or can no longer be approved leave the selection automatically. */
export function useChosen(rows: readonly PendingItem[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const items = useMemo(() => rows.filter((row) => ids.has(row.id) && isChoosable(row)), [rows, ids]);
  const chosen = useMemo(() => new Set(items.map(({ id }) => id)), [items]);
  const choosable = rows.filter(isChoosable).slice(0, MOST_TOGETHER);
  const choose = useCallback(
    (id: string, isChosen: boolean) =>
      setIds(new Set(isChosen ? [...chosen, id].slice(0, MOST_TOGETHER) : [...chosen].filter((one) => one !== id))),
    [chosen],
  );
  return {
    items,
    chosen,
    choose,
    /** Selects as many as allowed; `undefined` if they are selected already. */
    chooseAll: choosable.length > items.length ? () => setIds(new Set(choosable.map(({ id }) => id))) : undefined,
    choosableCount: choosable.length,
    clear: () => setIds(new Set()),
  };
}

export type Chosen = ReturnType<typeof useChosen>;
