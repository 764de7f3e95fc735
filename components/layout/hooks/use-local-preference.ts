"use client";

import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
/** For a browser without storage: the choice lasts as long as the page. */
const unstored = new Map<string, string>();

/**
 * How this person likes a page to look, as a text in this browser; `null` while nothing was chosen. Sign-out keeps what
 * `wipeBrowserStorage` lists, so never anything about the merchant.
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
