"use client";

import type { WebhookSettings } from "../../../../contract/webhook-records.ts";
import { Sheet } from "../../../ui/overlay.tsx";
import { ModeForm } from "./mode-form.tsx";
import { texts } from "./texts.ts";

type ModeSheetProps = { settings: WebhookSettings; subscriptions: number; isOpen: boolean; onClose: () => void };

export function ModeSheet({ settings, subscriptions, isOpen, onClose }: ModeSheetProps) {
  return (
    <Sheet title={texts.whereEventsAreSent} isOpen={isOpen} onOpenChange={onClose}>
      <ModeForm settings={settings} subscriptions={subscriptions} onDone={onClose} />
    </Sheet>
  );
}
