"use client";

import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
/** Without browser storage, the choice lasts as long as the page. */
const unstored = new Map<string, string>();

/**
 * A display preference of this person, stored in this browser; `null` until it is set. Sign-out keeps the keys listed
 * in `clearBrowserStorage`, so never use it for data about the merchant.
 */
export function useLocalPreference(key: string): [choice: string | null, choose: (choice: string) => void] {
  const choice = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => null,
  );
  return [choice, (next) => write(key, next)];
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return unstored.get(key) ?? null;
  }
}

function write(key: string, choice: string) {
  try {
    localStorage.setItem(key, choice);
  } catch {
    unstored.set(key, choice);
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
