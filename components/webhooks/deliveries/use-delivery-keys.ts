"use client";

import type { RefObject } from "react";
import type { Delivery } from "../../../contract/webhook-records.ts";
import { useShortcuts } from "../../layout/hooks/use-shortcuts.ts";
import { useListKeys } from "../../layout/page/use-list-keys.ts";
import { ROW_LINK } from "../../ui/row-link.tsx";
import { openDeliveryId } from "./use-deliveries-view.ts";

type KeysInput = {
  list: RefObject<HTMLElement | null>;
  rows: readonly Delivery[];
  openId: string | null;
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** J and K move between rows; while a delivery is open, ←/→ move through the list and Escape closes it. Dashboard 5.10, 5.12. */
export function useDeliveryKeys({ list, rows, openId, onOpen, onClose }: KeysInput) {
  useListKeys(list, ROW_LINK);
  const close = () => {
    if (openId === null) return false;
    return onClose();
  };
  const moveBy = (step: number) => {
    if (openId === null) return false;
    // Read from the address: keys may be pressed faster than the page renders.
    const id = neighbourOf(rows, openDeliveryId(window.location.pathname), step);
    if (id !== undefined) onOpen(id);
    return id !== undefined;
  };
  const openNewer = () => moveBy(-1);
  const openOlder = () => moveBy(1);
  useShortcuts({ Escape: close, ArrowLeft: openNewer, ArrowRight: openOlder });
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
