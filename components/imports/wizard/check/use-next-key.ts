"use client";

import { useShortcuts } from "../../../layout/hooks/use-shortcuts.ts";
import { useShortcutsPreference } from "../../../layout/shell/use-shortcuts-preference.ts";

/** Calls `onNext` when N is pressed outside fields and dialogs, unless the user switched shortcuts off. Dashboard 5.6, 5.12. */
export function useNextKey(onNext: () => void): { isOn: boolean } {
  const [isOn] = useShortcutsPreference();
  useShortcuts({ n: onNext, "Shift+n": onNext });
  return { isOn };
}
