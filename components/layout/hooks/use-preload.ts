"use client";

import { useEffect } from "react";

/** Loads code when the page is idle, so that it delays no first paint and is ready on first use. */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    // While offline, the code loads when it is opened instead.
    const start = () => void load().catch(() => undefined);
    if (typeof window.requestIdleCallback !== "function") {
      const timer = setTimeout(start, 1_000);
      return () => clearTimeout(timer);
    }
    const handle = window.requestIdleCallback(start, { timeout: 3_000 });
    return () => window.cancelIdleCallback(handle);
  }, [load]);
}
