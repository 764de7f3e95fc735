"use client";

import type { WebhookSettings } from "../../../../contract/webhook-records.ts";
import { Sheet } from "../../../ui/overlay.tsx";
import { ModeForm } from "./mode-form.tsx";

type ModeSheetProps = { settings: WebhookSettings; subscriptions: number; isOpen: boolean; onClose: () => void };

export function ModeSheet({ settings, subscriptions, isOpen, onClose }: ModeSheetProps) {
  return (
    <Sheet title="Where events are sent" isOpen={isOpen} onOpenChange={onClose}>
      <ModeForm settings={settings} subscriptions={subscriptions} onDone={onClose} />
    </Sheet>
  );
}
