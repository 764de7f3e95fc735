"use client";

import { useLocalPreference } from "../hooks/use-local-preference.ts";

/** Whether keyboard shortcuts are on; the default, unless this person turned them off. Dashboard 5.12. */
export function useShortcuts(): [isOn: boolean, choose: (isOn: boolean) => void] {
  const [choice, choose] = useLocalPreference("shortcuts");
  return [choice !== "off", (isOn) => choose(isOn ? "on" : "off")];
}
