"use client";

import { useSyncExternalStore } from "react";

/** The width from which the queue and the open row are side by side; Tailwind's `lg`. */
const WIDE = "(min-width: 1120px)";

export function useWideScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => false,
  );
}

function subscribe(listener: () => void) {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
