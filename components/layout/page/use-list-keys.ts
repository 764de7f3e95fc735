"use client";

import type { RefObject } from "react";
import { useShortcuts } from "../hooks/use-shortcuts.ts";

/** J and K move the focus through the links of `list` that match `selector`. Dashboard 5.12. */
export function useListKeys(list: RefObject<HTMLElement | null>, selector: string): void {
  const moveBy = (step: number) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
    const focused = links.findIndex((link) => link.matches(":focus"));
    const from = focused === -1 ? links.findIndex((link) => link.getAttribute("aria-current") === "true") : focused;
    const next = links[Math.min(Math.max(from + step, 0), links.length - 1)];
    next?.focus();
    return next !== undefined;
  };
  useShortcuts({ j: () => moveBy(1), k: () => moveBy(-1) });
}
