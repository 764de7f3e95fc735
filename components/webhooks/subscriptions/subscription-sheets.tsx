"use client";

import type { SubscriptionWithHealth } from "../../../contract/webhook-records.ts";
import { Sheet } from "../../ui/overlay.tsx";
import type { SubscriptionSheet } from "../webhook-labels.ts";
import { nameOf } from "../webhook-labels.ts";
import { DeleteSubscriptionForm } from "./forms/delete-subscription-form.tsx";
import { EditSubscriptionForm } from "./forms/edit-subscription-form.tsx";
import { SubscriptionTest } from "./subscription-test.tsx";
import { texts } from "./texts.ts";

type SubscriptionSheetsProps = {
  subscription: SubscriptionWithHealth | undefined;
  open: SubscriptionSheet | null;
  onClose: () => void;
  onDeleted: () => void;
};

/** Test, edit and delete, each in a sheet over the list or the subscription's own page. */
export function SubscriptionSheets({ subscription, open, onClose, onDeleted }: SubscriptionSheetsProps) {
  if (!subscription) return null;
  const name = nameOf(subscription);
  return (
    <>
      <Sheet title={texts.testName(name)} isOpen={open === "test"} onOpenChange={onClose}>
        <SubscriptionTest subscription={subscription} />
      </Sheet>
      <Sheet title={texts.editName(name)} isOpen={open === "edit"} onOpenChange={onClose}>
        <EditSubscriptionForm subscription={subscription} onDone={onClose} />
      </Sheet>
      <Sheet title={texts.deleteName(name)} isOpen={open === "delete"} onOpenChange={onClose}>
        <DeleteSubscriptionForm subscription={subscription} onCancel={onClose} onDone={onDeleted} />
      </Sheet>
    </>
  );
}
