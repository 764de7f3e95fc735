"use client";

import { useEffect } from "react";
import { useLocalPreference } from "../hooks/use-local-preference.ts";

export const DENSITIES = [
  { value: "compact", label: "Compact" },
  { value: "normal", label: "Normal" },
  { value: "roomy", label: "Roomy" },
] as const;
export type Density = (typeof DENSITIES)[number]["value"];

/**
 * How high this person likes rows to be, and how to change it; `app/globals.css` has the heights, and the script before the
 * first paint sets them as well. Dashboard 6.
 */
export function useDensity(): [density: Density, choose: (density: Density) => void] {
  const [choice, choose] = useLocalPreference("density");
  const density = DENSITIES.find(({ value }) => value === choice)?.value ?? "normal";
  useEffect(() => {
    document.documentElement.dataset.density = density;
  }, [density]);
  return [density, choose];
}
