"use client";

import { useEffect, useEffectEvent } from "react";
import { useShortcuts } from "../../layout/use-shortcuts.ts";

/** Calls `onNext` at N anywhere on the page, outside fields and dialogs, unless this person wants no shortcuts. Dashboard 5.6, 5.12. */
export function useNextKey(onNext: () => void): { isOn: boolean } {
  const [isOn] = useShortcuts();
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn) return;
    if (event.key.toLowerCase() !== "n" || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]')) return;
    if (document.querySelector('[role="dialog"]')) return;
    event.preventDefault();
    onNext();
  });
  useEffect(() => {
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, []);
  return { isOn };
}
