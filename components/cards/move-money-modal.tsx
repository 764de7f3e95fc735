"use client";

import { type FormEvent, useState } from "react";
import type { Card } from "../../contract/cards.ts";
import { type MoveCardMoney, useMoveCardMoney } from "../../lib/api/cards.ts";
import { isOutcomeUnknown, isRefused, problemOfField } from "../../lib/api/service-error.ts";
import { formatKobo, parseKobo } from "../../lib/format/money.ts";
import { useKeyedDraft } from "../layout/hooks/use-keyed-draft.ts";
import { WriteProblem } from "../layout/page/write-problem.tsx";
import { Button } from "../ui/button.tsx";
import { NairaField } from "../ui/naira-field.tsx";
import { Modal, SheetBody, SheetFoot } from "../ui/overlay.tsx";
import { showToast } from "../ui/toast-store.ts";
import { texts } from "./texts.ts";

type MoveMoneyModalProps = {
  card: Card;
  act: MoveCardMoney["act"];
  balance: number;
  isOpen: boolean;
  onClose: () => void;
};

const WORDS = {
  fund: {
    title: texts.fundThisCard,
    body: texts.moneyMovesToTheCard,
    button: texts.fundCard,
    moved: texts.cardFunded,
    submitted: texts.fundingSubmitted,
  },
  unload: {
    title: texts.unloadThisCard,
    body: texts.moneyMovesBack,
    button: texts.unloadCard,
    moved: texts.cardUnloaded,
    submitted: texts.unloadingSubmitted,
  },
};

/** Moves money on the prepaid card, or back to the wallet, or submits that for approval. Cards 4. */
export function MoveMoneyModal({ card, act, balance, isOpen, onClose }: MoveMoneyModalProps) {
  const move = useMoveCardMoney();
  const words = WORDS[act];
  const { text, idempotencyKey, change, drop } = useKeyedDraft(`card-${act}:${card.id}`);
  const [isTried, setIsTried] = useState(false);
  // While the outcome is unknown the same request is asked again: it may have changed the balance already.
  const isUnknown = isOutcomeUnknown(move.error);
  const parsed = parseKobo(text);
  const problem = isUnknown ? undefined : amountProblem(parsed, { card, act, balance });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (move.isPending || problem || !("kobo" in parsed)) return;
    const { customerId, id: cardId } = card;
    try {
      // Unlike a callback of `mutate`, this goes on after the page was left.
      const { reference } = await move.mutateAsync({ act, customerId, cardId, amount: parsed.kobo, idempotencyKey });
      onClose();
      change("");
      drop();
      setIsTried(false);
      showToast({ title: reference === undefined ? words.submitted : words.moved });
    } catch (error) {
      if (isRefused(error)) change(text);
    }
  };
  return (
    <Modal title={words.title} description={words.body} isOpen={isOpen} onOpenChange={onClose}>
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <SheetBody>
          <NairaField
            label={texts.amount}
            hint={texts.theCardHas(nameOf(card), formatKobo(balance))}
            text={text}
            problem={(isTried ? problem : undefined) ?? problemOfField(move.error, "amount")}
            isReadOnly={isUnknown || move.isPending}
            onText={(next) => {
              change(next);
              move.reset();
            }}
          />
          {move.isError && (
            <WriteProblem title={texts.nothingWasSubmitted} lost={texts.theAnswerWasLost} error={move.error} />
          )}
        </SheetBody>
        <SheetFoot>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" isBusy={move.isPending}>
            {isUnknown ? texts.askAgain : words.button}
          </Button>
        </SheetFoot>
      </form>
    </Modal>
  );
}

function amountProblem(
  parsed: ReturnType<typeof parseKobo>,
  { card, act, balance }: Pick<MoveMoneyModalProps, "card" | "act" | "balance">,
): string | undefined {
  if ("message" in parsed) return parsed.message;
  if (parsed.kobo === 0) return texts.enterAnAmountAboveZero;
  const isTooMuch = act === "unload" && parsed.kobo > balance;
  return isTooMuch ? texts.theCardHasOnly(nameOf(card), formatKobo(balance)) : undefined;
}

/** A customer may have several cards; one that is not made yet has no digits. */
function nameOf({ last4 }: Card): string {
  return last4 === null ? texts.theCard : texts.cardEnding(last4);
}
