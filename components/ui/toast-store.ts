"use client";

import { useSyncExternalStore } from "react";

export type ToastText = {
  title: string;
  tone?: "ok" | "bad";
  /** A real second call, such as undoing. `alternative` tells those who cannot reach the toast in time where else it is. */
  action?: { label: string; alternative: string; run: () => void };
};

const NONE: readonly (ToastText & { id: number })[] = [];
let toasts = NONE;
let lastId = 0;
const listeners = new Set<() => void>();

/** Says what happened, in the corner, from anywhere in the browser. Failures belong beside what failed instead. */
export function showToast(toast: ToastText): void {
  lastId += 1;
  set([...toasts.slice(-2), { ...toast, id: lastId }]);
}

export function dismissToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

/** The messages that stand now, the newest last. */
export function useToasts() {
  return useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  );
}

function set(next: typeof toasts) {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
