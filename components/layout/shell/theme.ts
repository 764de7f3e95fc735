"use client";

import { useSyncExternalStore } from "react";

export const THEME_CHOICES = ["system", "light", "dark"] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** Kept after sign-out: a display preference reveals nothing about the merchant. */
const KEY = "theme";
const listeners = new Set<() => void>();

/** The theme chosen in this browser, and its setter; all tabs follow. Dashboard 6. */
export function useTheme(): [choice: ThemeChoice, choose: (choice: ThemeChoice) => void] {
  const choice = useSyncExternalStore(subscribe, readChoice, () => "system" as const);
  return [choice, choose];
}

/** Whether the page is dark now, by choice or by the system's setting. Browser only. */
export function isDarkNow(): boolean {
  const choice = readChoice();
  return choice === "system" ? window.matchMedia("(prefers-color-scheme: dark)").matches : choice === "dark";
}

function choose(choice: ThemeChoice) {
  try {
    if (choice === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // Storage is switched off: the choice lasts as long as the page.
  }
  show(choice);
  for (const listener of listeners) listener();
}

function show(choice: ThemeChoice) {
  const { classList } = document.documentElement;
  classList.toggle("light", choice === "light");
  classList.toggle("dark", choice === "dark");
}

function readChoice(): ThemeChoice {
  const { classList } = document.documentElement;
  if (classList.contains("dark")) return "dark";
  return classList.contains("light") ? "light" : "system";
}

function subscribe(listener: () => void) {
  const follow = (event: StorageEvent) => {
    if (event.key !== KEY && event.key !== null) return;
    show(event.newValue === "light" || event.newValue === "dark" ? event.newValue : "system");
    listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", follow);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", follow);
  };
}
