"use client";

import { type FormEvent, useState } from "react";
import type { Card } from "../../contract/cards.ts";
import { type MoveCardMoney, useMoveCardMoney } from "../../lib/api/cards.ts";
import { newIdempotencyKey } from "../../lib/api/merchant.ts";
import { problemOfField } from "../../lib/api/service-error.ts";
import { formatKobo, parseKobo } from "../../lib/format/money.ts";
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
  const [amount, setAmount] = useState("");
  const [isTried, setIsTried] = useState(false);
  // One key for one amount: a second try after a lost answer stays one request.
  const [key, setKey] = useState(newIdempotencyKey);
  const parsed = parseKobo(amount);
  const problem = amountProblem(parsed, { act, balance });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (move.isPending || problem || !("kobo" in parsed)) return;
    move.mutate(
      { act, customerId: card.customerId, amount: parsed.kobo, idempotencyKey: key },
      {
        onSuccess: ({ reference }) => {
          onClose();
          setAmount("");
          setIsTried(false);
          setKey(newIdempotencyKey());
          showToast({ title: reference === undefined ? words.submitted : words.moved });
        },
      },
    );
  };
  return (
    <Modal title={words.title} description={words.body} isOpen={isOpen} onOpenChange={onClose}>
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <SheetBody>
          <NairaField
            label={texts.amount}
            hint={texts.theCardHas(formatKobo(balance))}
            text={amount}
            problem={(isTried ? problem : undefined) ?? problemOfField(move.error, "amount")}
            onText={(text) => {
              setAmount(text);
              setKey(newIdempotencyKey());
            }}
          />
          {move.isError && <WriteProblem title={texts.nothingWasSubmitted} error={move.error} />}
        </SheetBody>
        <SheetFoot>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" isBusy={move.isPending}>
            {words.button}
          </Button>
        </SheetFoot>
      </form>
    </Modal>
  );
}

function amountProblem(
  parsed: ReturnType<typeof parseKobo>,
  { act, balance }: Pick<MoveMoneyModalProps, "act" | "balance">,
): string | undefined {
  if ("message" in parsed) return parsed.message;
  if (parsed.kobo === 0) return texts.enterAnAmountAboveZero;
  return act === "unload" && parsed.kobo > balance ? texts.theCardHasOnly(formatKobo(balance)) : undefined;
}
