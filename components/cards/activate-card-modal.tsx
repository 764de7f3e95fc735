"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import type { Card } from "../../contract/cards.ts";
import { useActivateCard } from "../../lib/api/cards.ts";
import { newIdempotencyKey } from "../../lib/api/merchant.ts";
import { isOutcomeUnknown, isRefused, problemOfField } from "../../lib/api/service-error.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { parseOptionalNaira } from "../../lib/format/naira-text.ts";
import { can } from "../../lib/permissions.ts";
import { WriteProblem } from "../layout/page/write-problem.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { NairaField } from "../ui/naira-field.tsx";
import { Modal, SheetBody, SheetFoot } from "../ui/overlay.tsx";
import { showToast } from "../ui/toast-store.ts";
import { texts } from "./texts.ts";

type ActivateCardModalProps = { card: Card; isOpen: boolean; onClose: () => void };

/** Activates the card that the customer holds in the hand, by its last six digits. Cards 3. */
export function ActivateCardModal({ card, isOpen, onClose }: ActivateCardModalProps) {
  const router = useRouter();
  const session = useSession();
  const activate = useActivateCard();
  const [typed, setTyped] = useState("");
  const [amount, setAmount] = useState("");
  const [isTried, setIsTried] = useState(false);
  // One key for what is typed: a second try after a lost answer stays one funding.
  const [key, setKey] = useState(newIdempotencyKey);
  const renew = () => setKey(newIdempotencyKey());
  const isUnknown = isOutcomeUnknown(activate.error);
  const isLocked = isUnknown || activate.isPending;
  const mayFund = card.source === "CARD" && can(session, "MANAGE_PREPAID_CARD");
  const funding = parseOptionalNaira(mayFund ? amount : "");
  const fundingProblem =
    "message" in funding ? funding.message : funding.kobo === 0 ? texts.leaveItEmptyForNone : undefined;
  const last6 = typed.replace(/\s/g, "");
  const problem = /^\d{6}$/.test(last6) ? undefined : texts.enterTheLastSix;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (activate.isPending || problem || fundingProblem || !("kobo" in funding)) return;
    const more = funding.kobo === null ? {} : { amount: funding.kobo };
    activate.mutate(
      { customerId: card.customerId, last6, ...more, idempotencyKey: key },
      {
        onSuccess: ({ card: active, reference }) => {
          onClose();
          const funded = reference === undefined ? texts.cardActivatedFundingSubmitted : texts.cardActivatedAndFunded;
          showToast({ title: funding.kobo === null ? texts.cardActivated : funded });
          // The digits decide which of the customer's delivered cards it is.
          if (active.id !== card.id) router.push(`/cards/${active.id}`);
        },
        onError: (error) => isRefused(error) && renew(),
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
                readOnly={isLocked}
                onChange={({ target }) => {
                  setTyped(target.value);
                  renew();
                }}
              />
            )}
          </Field>
          {mayFund && (
            <NairaField
              label={texts.fundItWith}
              hint={texts.theMoneyComesFromTheWallet}
              text={amount}
              problem={(isTried ? fundingProblem : undefined) ?? problemOfField(activate.error, "amount")}
              isReadOnly={isLocked}
              onText={(text) => {
                setAmount(text);
                renew();
              }}
            />
          )}
          {activate.isError && (
            <WriteProblem title={texts.notActivated} lost={texts.theAnswerWasLost} error={activate.error} />
          )}
        </SheetBody>
        <SheetFoot>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" isBusy={activate.isPending}>
            {isUnknown ? texts.askAgain : texts.activateCard}
          </Button>
        </SheetFoot>
      </form>
    </Modal>
  );
}
