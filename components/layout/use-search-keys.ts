"use client";

import { useEffect, useEffectEvent } from "react";
import { useShortcuts } from "./use-shortcuts.ts";

/** Calls `onSearch` at Ctrl+K or ⌘K anywhere, and at `/` outside fields. Dashboard 5.1. */
export function useSearchKeys(onSearch: () => void): void {
  const [isOn] = useShortcuts();
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn) return;
    const isCombination = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
    if (!isCombination && !isSlash) return;
    // One dialog at a time: a form that is open keeps its place.
    if (document.querySelector('[role="dialog"]')) return;
    event.preventDefault();
    onSearch();
  });
  useEffect(() => {
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]');
}
