"use client";

import { usePlainKeys } from "../../../layout/hooks/use-plain-keys.ts";
import { useShortcuts } from "../../../layout/shell/use-shortcuts.ts";

/** Calls `onNext` when N is pressed outside fields and dialogs, unless the user switched shortcuts off. Dashboard 5.6, 5.12. */
export function useNextKey(onNext: () => void): { isOn: boolean } {
  const [isOn] = useShortcuts();
  usePlainKeys((key) => {
    const isNext = key.toLowerCase() === "n";
    if (isNext) onNext();
    return isNext;
  });
  return { isOn };
}
