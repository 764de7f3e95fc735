"use client";

import { type RefObject, useEffect, useEffectEvent } from "react";
import { useShortcuts } from "./use-shortcuts.ts";

/**
 * J and K move the focus through the links of `list` that `selector` names, from wherever it is but a field or a dialog.
 * Enter then opens. Dashboard 5.12.
 */
export function useListKeys(list: RefObject<HTMLElement | null>, selector: string): void {
  const [isOn] = useShortcuts();
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn) return;
    const step = { j: 1, k: -1 }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector('[role="dialog"], [role="menu"]')) return;
    const links = [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
    const here = links.findIndex((link) => link.matches(":focus"));
    const from = here === -1 ? links.findIndex((link) => link.getAttribute("aria-current") === "true") : here;
    const next = links[Math.min(Math.max(from + step, 0), links.length - 1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  useEffect(() => {
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]');
}
