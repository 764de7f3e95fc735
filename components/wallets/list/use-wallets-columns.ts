"use client";

import { useMemo } from "react";
import { useLocalPreference } from "../../layout/hooks/use-local-preference.ts";
import { useDensity } from "../../layout/shell/density.ts";
import { walletsColumns } from "./wallets-columns.tsx";

/** The list's visible columns and row height, stored in this browser. Dashboard 2.4, 6. */
export function useWalletsColumns() {
  const [left, setLeft] = useLocalPreference("wallet-columns");
  const [density, chooseDensity] = useDensity();
  const hidden = useMemo(() => new Set((left ?? "").split(",")), [left]);
  const columns = useMemo(() => walletsColumns.filter(({ id }) => id === undefined || !hidden.has(id)), [hidden]);
  return {
    columns,
    density,
    isShown: (id: string) => !hidden.has(id),
    show: (id: string, isShown: boolean) => {
      const next = new Set(hidden);
      if (isShown) next.delete(id);
      else next.add(id);
      setLeft([...next].filter(Boolean).join(","));
    },
    chooseDensity,
  };
}

export type WalletsColumns = ReturnType<typeof useWalletsColumns>;
