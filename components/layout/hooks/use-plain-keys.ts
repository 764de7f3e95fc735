"use client";

import { useEffect, useEffectEvent } from "react";
import { useShortcuts } from "../shell/use-shortcuts.ts";

/**
 * Handles keys pressed without modifiers, outside fields, dialogs and menus, while shortcuts are on. Ignores keys that
 * the focused element has handled. `handle` returns whether it used the key. Dashboard 5.12.
 */
export function usePlainKeys(handle: (key: string) => boolean): void {
  const [isOn] = useShortcuts();
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
      return;
    // One dialog at a time: an open form stays. A closing dialog is still in the document for a moment.
    if (document.querySelector(':is([role="dialog"], [role="menu"]):not([data-state="closed"])')) return;
    if (handle(event.key)) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, []);
}

const FIELDS = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches(FIELDS);
}
