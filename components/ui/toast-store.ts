"use client";

import { useSyncExternalStore } from "react";

export type ToastText = {
  title: string;
  tone?: "ok" | "bad";
  /**
   * A second call, such as undo. `alternative` says where to find the action for people who cannot reach the toast in
   * time.
   */
  action?: { label: string; alternative: string; run: () => void };
};

const NONE: readonly (ToastText & { id: number })[] = [];
let toasts = NONE;
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a message in the corner, from anywhere in the browser. Errors belong next to the failed action instead. */
export function showToast(toast: ToastText): void {
  lastId += 1;
  set([...toasts.slice(-2), { ...toast, id: lastId }]);
}

export function dismissToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

/** The visible messages, the newest last. */
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
