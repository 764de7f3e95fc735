"use client";

import { useEffect, useEffectEvent } from "react";
import type { Delivery } from "../../contract/webhook-records.ts";
import { openDeliveryId } from "./use-deliveries-view.ts";

type KeysInput = { rows: readonly Delivery[]; openId: string | null; onOpen: (id: string) => void };
const STEPS = new Map([
  ["ArrowLeft", -1],
  ["ArrowRight", 1],
]);

/** ←/→ walk the list while a delivery is open, from wherever the focus is but a field, a tab or a dialog. Dashboard 5.10. */
export function useDeliveryKeys({ rows, openId, onOpen }: KeysInput) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const step = STEPS.get(event.key);
    if (step === undefined || openId === null) return;
    // From the address: keys pressed in a row come faster than what they open is drawn.
    const id = neighbourOf(rows, openDeliveryId(window.location.pathname), step);
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
    if (id === undefined || !isPlain || hasOwnArrows(event.target) || document.querySelector('[role="dialog"]')) return;
    event.preventDefault();
    onOpen(id);
  });
  useEffect(() => {
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, []);
  const [newer, older] = [neighbourOf(rows, openId, -1), neighbourOf(rows, openId, 1)];
  return {
    newer: newer === undefined ? undefined : () => onOpen(newer),
    older: older === undefined ? undefined : () => onOpen(older),
  };
}

export type Steps = ReturnType<typeof useDeliveryKeys>;

function neighbourOf(rows: readonly Delivery[], id: string | null, step: number): string | undefined {
  const at = rows.findIndex((row) => row.id === id);
  return at < 0 ? undefined : rows[at + step]?.id;
}

function hasOwnArrows(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches(
      'input, textarea, select, pre, [role="tab"], [role="slider"], [role="menuitem"], [contenteditable="true"]',
    )
  );
}
