"use client";

import { useEffect, useEffectEvent } from "react";
import { usePlainKeys } from "../hooks/use-plain-keys.ts";
import { useShortcuts } from "./use-shortcuts.ts";

/** Calls `onSearch` on Ctrl+K or ⌘K anywhere, and on `/` outside fields. Dashboard 5.1. */
export function useSearchKeys(onSearch: () => void): void {
  const [isOn] = useShortcuts();
  usePlainKeys((key) => {
    if (key === "/") onSearch();
    return key === "/";
  });
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
    // One dialog at a time: an open form stays.
    if (document.querySelector('[role="dialog"]')) return;
    event.preventDefault();
    onSearch();
  });
  useEffect(() => {
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, []);
}
