"use client";

import { useCallback, useMemo, useState } from "react";
import type { PendingItem } from "../../contract/approvals.ts";

/** How many are approved together at most. Dashboard 5.8. */
export const MOST_TOGETHER = 50;

/** Whether a request can be approved together with others: by this person, and with no check against it now. */
export function isChoosable({ status, viewer, mark }: PendingItem): boolean {
  return status === "PENDING" && viewer.canApprove && mark !== "failing";
}

/** Which of `rows` are chosen. What was decided meanwhile, or may not be approved any more, drops out by itself. */
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
    /** As many as may go together; `undefined` when they are chosen already. */
    chooseAll: choosable.length > items.length ? () => setIds(new Set(choosable.map(({ id }) => id))) : undefined,
    choosableCount: choosable.length,
    clear: () => setIds(new Set()),
  };
}

export type Chosen = ReturnType<typeof useChosen>;
