"use client";

import type { ComponentProps } from "react";
import type { SubscriptionWithHealth } from "../../../contract/webhook-records.ts";
import { Sheet } from "../../ui/overlay.tsx";
import { nameOf, type SubscriptionSheet } from "../webhook-labels.ts";
import { ChangeUrlForm } from "./forms/change-url-form.tsx";
import { SubscriptionSheets } from "./subscription-sheets.tsx";
import { texts } from "./texts.ts";

type SubscriptionPageSheetsProps = {
  subscription: SubscriptionWithHealth;
  open: SubscriptionSheet | "url" | null;
  onClose: () => void;
  onDeleted: () => void;
  onChanged: ComponentProps<typeof ChangeUrlForm>["onDone"];
};

/** Sheets of a subscription's own page: those of the list, and the change of URL. */
export function SubscriptionPageSheets({ onChanged, ...props }: SubscriptionPageSheetsProps) {
  const { subscription, open, onClose } = props;
  return (
    <>
      <SubscriptionSheets {...props} open={open === "url" ? null : open} />
      <Sheet title={texts.changeTheUrlOf(nameOf(subscription))} isOpen={open === "url"} onOpenChange={onClose}>
        <ChangeUrlForm subscription={subscription} onCancel={onClose} onDone={onChanged} />
      </Sheet>
    </>
  );
}
