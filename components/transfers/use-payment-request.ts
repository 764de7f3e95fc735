"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { newIdempotencyKey } from "../../lib/api/merchant.ts";
import { type PaymentRequest, type SubmittedMoney, useSubmitMoney } from "../../lib/api/transfers.ts";
import { showToast } from "../ui/toast-store.ts";
import { type Outcome, outcomeOf } from "./money-outcome.ts";
import { kindLabels } from "./money-texts.ts";
import { texts } from "./texts.ts";
import { type MoneyDraft, NO_PAYOUT, type OpenedWith, useMoneyDraft } from "./use-money-draft.ts";

/** Delays of the automatic retries of an unanswered payment; after them the user retries. Dashboard 5.7. */
const AGAIN_AFTER_MS = [2_000, 5_000, 15_000] as const;

/** How long an unanswered payment is repeated; the service forgets its key after 48 hours, and would pay again. */
const REPEATED_FOR_MS = 24 * 60 * 60_000;

export type MoneyFields = Omit<MoneyDraft, "idempotencyKey" | "sent" | "sentAt" | "link">;

export type MoneyStage =
  | { at: "edit" | "review"; problem?: { error: unknown; isNotSent: boolean } }
  | { at: "sending" }
  | { at: "waiting"; why: Outcome | "too_old"; isAsking: boolean; isOver: boolean; error?: unknown }
  | { at: "done"; submitted: SubmittedMoney; paymentRequest: PaymentRequest };

const TOO_OLD: MoneyStage = { at: "waiting", why: "too_old", isAsking: false, isOver: true };

/**
 * One payment request, paid at most once. The key changes only when a field changes or after a definite response, so that a double
 * click, a reload, a new sign-in and a lost response all repeat the same payment. While the outcome is unknown the fields are locked,
 * and the same body is resent after 2, 5 and 15 s, then on demand, for a day. Dashboard 5.7.
 */
export function usePaymentRequest(openedWith: OpenedWith) {
  const { opened, current, store, drop } = useMoneyDraft(openedWith);
  const [stage, setStage] = useState<MoneyStage>(() => stageOf(opened));
  const { ask, askLater } = useAsking({ store, drop, setStage });

  // The page opened with a payment in flight: a reload or a closed page came between request and response.
  useEffect(() => {
    if (opened.sent === "") store(opened);
    else if (isRepeatable(opened)) askLater(opened, 0);
  }, [opened, store, askLater]);

  return {
    fields: current as MoneyFields,
    stage,
    change(fields: Partial<MoneyFields>) {
      if (stage.at !== "edit") return;
      store({ ...current, ...fields, idempotencyKey: newIdempotencyKey() });
    },
    review: () => setStage({ at: "review" }),
    /** A check before the submission failed: nothing was sent. */
    notSent: (error: unknown) => setStage({ at: "review", problem: { error, isNotSent: true } }),
    edit: () => setStage({ at: "edit" }),
    submit(paymentRequest: PaymentRequest) {
      if (stage.at !== "review") return;
      const sent = { ...current, sent: JSON.stringify(paymentRequest), sentAt: String(Date.now()) };
      store(sent);
      setStage({ at: "sending" });
      void ask(sent, { tries: 0, isInDoubt: false });
    },
    askAgain() {
      if (stage.at !== "waiting") return;
      setStage({ ...stage, isAsking: true });
      void ask(current, { tries: AGAIN_AFTER_MS.length, isInDoubt: true });
    },
    /** Starts a new request: after a receipt, or when the user abandons an unknown outcome. The next link presets its parties again. */
    startOver() {
      const { from, payer } = current;
      const idempotencyKey = newIdempotencyKey();
      store({ ...NO_PAYOUT, from, payer, to: "", amount: "", sent: "", sentAt: "", link: "", idempotencyKey });
      setStage({ at: "edit" });
    },
  };
}

type Keeping = {
  store: (draft: MoneyDraft) => void;
  drop: () => void;
  setStage: (stage: MoneyStage) => void;
};
type Attempt = { tries: number; isInDoubt: boolean };

/** Calls the service, one call at a time, with automatic retries while there is no response. */
function useAsking({ store, drop, setStage }: Keeping) {
  const { mutateAsync } = useSubmitMoney();
  const isBusy = useRef(false);
  const isGone = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const again = useRef<(sent: MoneyDraft, tries: number) => void>(undefined);

  const settle = useCallback(
    (sent: MoneyDraft, error: unknown, { tries, isInDoubt }: Attempt) => {
      const why = outcomeOf(error, isInDoubt);
      if (isGone.current) showToast({ tone: "bad", title: failedText(sent, why) });
      if (why === "not_sent" || why === "refused") {
        store({ ...sent, sent: "", idempotencyKey: why === "refused" ? newIdempotencyKey() : sent.idempotencyKey });
        setStage({ at: "review", problem: { error, isNotSent: why === "not_sent" } });
        return;
      }
      const isOver = tries >= AGAIN_AFTER_MS.length;
      setStage({ at: "waiting", why, isAsking: false, isOver, error });
      // After leaving the page the request is found in the draft and continues from there.
      if (!isOver && !isGone.current) again.current?.(sent, tries);
    },
    [store, setStage],
  );

  const ask = useCallback(
    async (sent: MoneyDraft, attempt: Attempt) => {
      if (isBusy.current) return;
      if (!isRepeatable(sent)) return setStage(TOO_OLD);
      isBusy.current = true;
      clearTimeout(timer.current);
      const paymentRequest = JSON.parse(sent.sent) as PaymentRequest;
      try {
        const submitted = await mutateAsync({ ...paymentRequest, idempotencyKey: sent.idempotencyKey });
        drop();
        setStage({ at: "done", submitted, paymentRequest });
        const kind = kindLabels[paymentRequest.kind];
        const title = submitted.paidReference === undefined ? texts.kindLabelsSubmittedFor(kind) : texts.kindPaid(kind);
        if (isGone.current) showToast({ title });
      } catch (error) {
        settle(sent, error, attempt);
      } finally {
        isBusy.current = false;
      }
    },
    [mutateAsync, drop, setStage, settle],
  );

  const askLater = useCallback(
    (sent: MoneyDraft, tries: number) => {
      timer.current = setTimeout(() => {
        setStage({ at: "waiting", why: "unknown", isAsking: true, isOver: false });
        void ask(sent, { tries: tries + 1, isInDoubt: true });
      }, AGAIN_AFTER_MS[tries]);
    },
    [ask, setStage],
  );
  again.current = askLater;

  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      clearTimeout(timer.current);
    };
  }, []);
  return { ask, askLater };
}

export type PaymentRequestState = ReturnType<typeof usePaymentRequest>;

/** Reports the outcome if the user has left the form before it came. */
function failedText({ sent }: MoneyDraft, why: Outcome): string {
  const { kind } = JSON.parse(sent) as PaymentRequest;
  if (why === "refused") return texts.theKindWasRefused(kind);
  return why === "not_sent" ? texts.theKindWasNotSent(kind) : texts.theKindIsNotConfirmed(kind);
}

function stageOf(draft: MoneyDraft): MoneyStage {
  if (draft.sent === "") return { at: "edit" };
  return isRepeatable(draft) ? { at: "waiting", why: "unknown", isAsking: false, isOver: false } : TOO_OLD;
}

function isRepeatable({ sentAt }: MoneyDraft): boolean {
  const age = Date.now() - Number(sentAt);
  return age >= 0 && age < REPEATED_FOR_MS;
}
