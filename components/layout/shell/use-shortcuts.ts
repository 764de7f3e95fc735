"use client";

import { useLocalPreference } from "../hooks/use-local-preference.ts";

/** Whether keys do something besides typing: on, unless this person has switched them off. Dashboard 5.12. */
export function useShortcuts(): [isOn: boolean, choose: (isOn: boolean) => void] {
  const [choice, choose] = useLocalPreference("shortcuts");
  return [choice !== "off", (isOn) => choose(isOn ? "on" : "off")];
}
