"use client";

import { useMemo } from "react";
import { useLook } from "../layout/use-look.ts";
import { walletsColumns } from "./wallets-columns.tsx";

export const DENSITIES = [
  { value: "compact", label: "Compact" },
  { value: "normal", label: "Normal" },
  { value: "roomy", label: "Roomy" },
] as const;
export type Density = (typeof DENSITIES)[number]["value"];

/** How the list of wallets looks in this browser: which columns stand in it, and how high its rows are. Dashboard 2.4, 6. */
export function useWalletsLook() {
  const [left, setLeft] = useLook("wallet-columns");
  const [height, setHeight] = useLook("density");
  const hidden = useMemo(() => new Set((left ?? "").split(",")), [left]);
  const columns = useMemo(() => walletsColumns.filter(({ id }) => id === undefined || !hidden.has(id)), [hidden]);
  const density: Density = DENSITIES.find(({ value }) => value === height)?.value ?? "normal";
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
    setDensity: setHeight as (density: Density) => void,
  };
}

export type WalletsLook = ReturnType<typeof useWalletsLook>;
