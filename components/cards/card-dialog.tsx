"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import type { Card } from "../../contract/cards.ts";
import { type CardAct, useCardAct } from "../../lib/api/cards.ts";
import { newIdempotencyKey } from "../../lib/api/merchant.ts";
import { isOutcomeUnknown, isRefused } from "../../lib/api/service-error.ts";
import { WriteProblem } from "../layout/page/write-problem.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { Modal, SheetBody, SheetFoot } from "../ui/overlay.tsx";
import { RadioChips } from "../ui/radio-chips.tsx";
import { showToast } from "../ui/toast-store.ts";
import { texts } from "./texts.ts";

const WORDS = {
  freeze: {
    title: texts.freezeThisCard,
    body: texts.everyPaymentIsDeclined,
    button: texts.freezeCard,
    done: texts.cardFrozen,
  },
  close: {
    title: texts.closeThisCard,
    body: texts.aClosedCardStaysClosed,
    button: texts.closeCard,
    done: texts.cardClosed,
  },
  replace: {
    title: texts.replaceThisCard,
    body: texts.theReplacementKeepsTheLimits,
    button: texts.replaceCard,
    done: texts.replacementOrdered,
  },
};
const CAUSES = ["lost", "stolen", "damaged"] as const;

export type CardDialogProps = { card: Card; act: keyof typeof WORDS; isOpen: boolean; onClose: () => void };

/** Freezes, closes or replaces a card, with its reason. What was typed stays after a failure. Cards 3. */
export function CardDialog({ card, act, isOpen, onClose }: CardDialogProps) {
  const router = useRouter();
  const change = useCardAct(card.id);
  const [reason, setReason] = useState("");
  const [cause, setCause] = useState<(typeof CAUSES)[number]>("lost");
  const [isTried, setIsTried] = useState(false);
  const [key, setKey] = useState(newIdempotencyKey);
  // Only a replacement has a key: it is asked for again as it is, until its outcome is known.
  const isLocked = act === "replace" && (change.isPending || isOutcomeUnknown(change.error));
  const words = WORDS[act];
  const choose = (next: typeof cause) => {
    if (isLocked) return;
    setCause(next);
    setKey(newIdempotencyKey());
  };
  const isReasonMissing = act !== "replace" && reason.trim() === "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (change.isPending || isReasonMissing) return;
    const body: CardAct = act === "replace" ? { act, reason: cause, key } : { act, reason: reason.trim() };
    change.mutate(body, {
      onSuccess: (changed) => {
        onClose();
        setReason("");
        setIsTried(false);
        showToast({ title: words.done });
        if (changed && changed.id !== card.id) router.push(`/cards/${changed.id}`);
      },
      onError: (error) => isRefused(error) && setKey(newIdempotencyKey()),
    });
  };
  return (
    <Modal title={words.title} description={words.body} isOpen={isOpen} onOpenChange={onClose}>
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <SheetBody>
          {act === "replace" ? (
            <div>
              <RadioChips
                legend={texts.whatHappened}
                options={CAUSES}
                label={(option) => texts[option]}
                control={(option) => ({
                  name: "cause",
                  checked: cause === option,
                  "aria-disabled": isLocked,
                  onChange: () => choose(option),
                })}
              />
              <p role="status" className="mt-3 text-fg-2">
                {cause === "damaged" ? texts.aDamagedCardKeepsItsNumber : texts.itStopsNow}
              </p>
            </div>
          ) : (
            <Field label={texts.reason} error={isTried && isReasonMissing ? texts.enterAReason : undefined}>
              {(field) => (
                <Input
                  {...field}
                  maxLength={500}
                  autoComplete="off"
                  value={reason}
                  onChange={({ target }) => setReason(target.value)}
                />
              )}
            </Field>
          )}
          {change.isError && (
            <WriteProblem
              title={texts.nothingChanged}
              {...(act === "replace" && { lost: texts.theAnswerWasLost })}
              error={change.error}
            />
          )}
        </SheetBody>
        <SheetFoot>
          <Button onClick={onClose}>{texts.keepIt}</Button>
          <Button type="submit" variant="danger" isBusy={change.isPending}>
            {words.button}
          </Button>
        </SheetFoot>
      </form>
    </Modal>
  );
}

/** The issuer's page with the number of a card, in a frame. Cards 1. */
export function CardNumber({ url, onClose }: { url: string | undefined; onClose: () => void }) {
  const isOpen = url !== undefined;
  return (
    <Modal title={texts.cardNumber} description={texts.theIssuerShowsIt} isOpen={isOpen} onOpenChange={onClose}>
      <SheetBody>
        {isOpen && (
          <iframe
            src={url}
            title={texts.cardNumber}
            referrerPolicy="no-referrer"
            sandbox="allow-scripts allow-same-origin"
            className="h-48 w-full rounded-small border"
          />
        )}
      </SheetBody>
    </Modal>
  );
}
