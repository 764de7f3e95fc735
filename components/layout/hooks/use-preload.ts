"use client";

import { useEffect } from "react";

/** Fetches code the page will want later, once it has come to rest: not in the way of the first paint, there when needed. */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    // Without a network it is asked for again when it is opened.
    const start = () => void load().catch(() => undefined);
    if (typeof window.requestIdleCallback !== "function") {
      const timer = setTimeout(start, 1_000);
      return () => clearTimeout(timer);
    }
    const handle = window.requestIdleCallback(start, { timeout: 3_000 });
    return () => window.cancelIdleCallback(handle);
  }, [load]);
}
