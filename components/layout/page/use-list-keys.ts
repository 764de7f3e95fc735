"use client";

import type { RefObject } from "react";
import { usePlainKeys } from "../hooks/use-plain-keys.ts";

/**
 * J and K move the focus through the links of `list` that match `selector`, unless a field or dialog has the focus.
 * Enter opens the focused one. Dashboard 5.12.
 */
export function useListKeys(list: RefObject<HTMLElement | null>, selector: string): void {
  usePlainKeys((key) => {
    const step = { j: 1, k: -1 }[key];
    if (step === undefined) return false;
    const links = [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
    const here = links.findIndex((link) => link.matches(":focus"));
    const from = here === -1 ? links.findIndex((link) => link.getAttribute("aria-current") === "true") : here;
    const next = links[Math.min(Math.max(from + step, 0), links.length - 1)];
    next?.focus();
    return next !== undefined;
  });
}
