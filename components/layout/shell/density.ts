"use client";

import { useEffect } from "react";
import { useLocalPreference } from "../hooks/use-local-preference.ts";
import { texts } from "./texts.ts";

export const DENSITIES = [
  { value: "compact", label: texts.compact },
  { value: "normal", label: texts.normal },
  { value: "roomy", label: texts.roomy },
] as const;
export type Density = (typeof DENSITIES)[number]["value"];

/**
 * The row height that this person prefers, and its setter. `app/globals.css` defines the heights; a script applies the
 * choice before the first paint. Dashboard 6.
 */
export function useDensity(): [density: Density, choose: (density: Density) => void] {
  const [choice, choose] = useLocalPreference("density");
  const density = DENSITIES.find(({ value }) => value === choice)?.value ?? "normal";
  useEffect(() => {
    document.documentElement.dataset.density = density;
  }, [density]);
  return [density, choose];
}
