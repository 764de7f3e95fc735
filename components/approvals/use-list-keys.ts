"use client";

import { type RefObject, useEffect, useEffectEvent } from "react";

/** J and K move the focus through the rows of `queue`, from wherever it is but a field or a dialog. Enter then opens. */
export function useListKeys(queue: RefObject<HTMLElement | null>): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const step = { j: 1, k: -1 }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector('[role="dialog"]')) return;
    const links = [...(queue.current?.querySelectorAll<HTMLElement>("a[data-approval]") ?? [])];
    const here = links.findIndex((link) => link.matches(":focus"));
    const from = here === -1 ? links.findIndex((link) => link.getAttribute("aria-current") === "true") : here;
    const next = links[Math.min(Math.max(from + step, 0), links.length - 1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  useEffect(() => {
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, []);
}

export function findRowLink(queue: HTMLElement | null, id: string): HTMLElement | null {
  return queue?.querySelector<HTMLElement>(`a[data-approval="${CSS.escape(id)}"]`) ?? null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable="true"]');
}
