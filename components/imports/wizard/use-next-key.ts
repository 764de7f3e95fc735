"use client";

import { useEffect, useEffectEvent } from "react";

/** Calls `onNext` at N anywhere on the page, outside fields and dialogs. Dashboard 5.6. */
export function useNextKey(onNext: () => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
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
}
