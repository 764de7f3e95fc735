"use client";

import { useSyncExternalStore } from "react";

/** From here on the queue and one open row stand side by side; `lg` of the style. */
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
