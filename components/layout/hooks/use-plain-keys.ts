"use client";

import { useEffect, useEffectEvent } from "react";
import { useShortcuts } from "../shell/use-shortcuts.ts";

/**
 * Hears keys pressed alone, outside fields, dialogs and menus, while shortcuts are on; not what the focused part has used for
 * itself. `handle` says whether the key was its own. Dashboard 5.12.
 */
export function usePlainKeys(handle: (key: string) => boolean): void {
  const [isOn] = useShortcuts();
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
      return;
    // One dialog at a time: a form that is open keeps its place. One that is closing is still there for a moment.
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
