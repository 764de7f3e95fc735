"use client";

import { useEffect, useEffectEvent } from "react";
import type { Delivery } from "../../contract/webhook-records.ts";

type KeysInput = { rows: readonly Delivery[]; openId: string | null; onOpen: (id: string) => void };

/** ←/→ walk the list while a delivery is open, from wherever the focus is but a field, a tab or a dialog. Dashboard 5.10. */
export function useDeliveryKeys({ rows, openId, onOpen }: KeysInput) {
  const at = rows.findIndex(({ id }) => id === openId);
  const newer = at > 0 ? rows[at - 1]?.id : undefined;
  const older = at >= 0 ? rows[at + 1]?.id : undefined;
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const id = { ArrowLeft: newer, ArrowRight: older }[event.key];
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
    if (id === undefined || !isPlain || hasOwnArrows(event.target) || document.querySelector('[role="dialog"]')) return;
    event.preventDefault();
    onOpen(id);
  });
  useEffect(() => {
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, []);
  return {
    newer: newer === undefined ? undefined : () => onOpen(newer),
    older: older === undefined ? undefined : () => onOpen(older),
  };
}

export type Steps = ReturnType<typeof useDeliveryKeys>;

function hasOwnArrows(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches(
      'input, textarea, select, pre, [role="tab"], [role="slider"], [role="menuitem"], [contenteditable="true"]',
    )
  );
}
