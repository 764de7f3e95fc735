"use client";

import { useLocalPreference } from "../hooks/use-local-preference.ts";

/** Whether keyboard shortcuts are on, which is the default. Stored in this browser. Dashboard 5.12. */
export function useShortcutsPreference(): [isOn: boolean, choose: (isOn: boolean) => void] {
  const [choice, choose] = useLocalPreference("shortcuts");
  return [choice !== "off", (isOn) => choose(isOn ? "on" : "off")];
}
