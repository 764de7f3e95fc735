"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import type { Card } from "../../contract/cards.ts";
import { useActivateCard } from "../../lib/api/cards.ts";
import { WriteProblem } from "../layout/page/write-problem.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { Modal, SheetBody, SheetFoot } from "../ui/overlay.tsx";
import { showToast } from "../ui/toast-store.ts";
import { texts } from "./texts.ts";

type ActivateCardModalProps = { card: Card; isOpen: boolean; onClose: () => void };

/** Activates the card that the customer holds in the hand, by its last six digits. Cards 3. */
export function ActivateCardModal({ card, isOpen, onClose }: ActivateCardModalProps) {
  const router = useRouter();
  const activate = useActivateCard();
  const [typed, setTyped] = useState("");
  const [isTried, setIsTried] = useState(false);
  const last6 = typed.replace(/\s/g, "");
  const problem = /^\d{6}$/.test(last6) ? undefined : texts.enterTheLastSix;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (activate.isPending || problem) return;
    activate.mutate(
      { customerId: card.customerId, last6 },
      {
        onSuccess: ({ id }) => {
          onClose();
          showToast({ title: texts.cardActivated });
          // The digits decide which of the customer's delivered cards it is.
          if (id !== card.id) router.push(`/cards/${id}`);
        },
      },
    );
  };
  return (
    <Modal
      title={texts.activateThisCard}
      description={texts.theDigitsStandOnTheCard}
      isOpen={isOpen}
      onOpenChange={onClose}
    >
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <SheetBody>
          <Field label={texts.lastSixDigits} hint={texts.askTheCustomer} error={isTried ? problem : undefined}>
            {(field) => (
              <Input
                {...field}
                inputMode="numeric"
                autoComplete="off"
                maxLength={7}
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
            )}
          </Field>
          {activate.isError && <WriteProblem title={texts.notActivated} error={activate.error} />}
        </SheetBody>
        <SheetFoot>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" isBusy={activate.isPending}>
            {texts.activateCard}
          </Button>
        </SheetFoot>
      </form>
    </Modal>
  );
}
