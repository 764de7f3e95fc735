"use client";

import { useEffect, useRef } from "react";
import type { MoneyKind, PaymentRequest, SamePayment } from "../../lib/api/transfers.ts";
import { ProblemNote, SamePaymentNote, WaitingNote } from "./money-notes.tsx";
import { type Party, partyName } from "./party/use-party.ts";
import type { PaymentRequestState } from "./use-payment-request.ts";

type MoneyNotesProps = {
  request: PaymentRequestState;
  kind: MoneyKind;
  same: SamePayment | null | undefined;
  paymentRequest: PaymentRequest | undefined;
  from: Party;
  to: Party;
};

/** Notes before and after the submission. On a phone they scroll into view, as the button is far below. */
export function MoneyNotes({ request, kind, same, paymentRequest, from, to }: MoneyNotesProps) {
  const { stage } = request;
  const notes = useRef<HTMLDivElement>(null);
  const between = kind === "debit" ? `from ${partyName(from)}` : `to ${partyName(to)}`;
  const problem = stage.at === "review" ? stage.problem : undefined;
  const isNews = stage.at === "waiting" || problem !== undefined || (stage.at === "review" && Boolean(same));
  useEffect(() => {
    if (isNews) notes.current?.scrollIntoView?.({ block: "nearest" });
  }, [isNews]);
  return (
    <div ref={notes} className="grid max-w-form scroll-mt-28 scroll-mb-4 gap-3">
      {same && paymentRequest && <SamePaymentNote same={same} paymentRequest={paymentRequest} between={between} />}
      {problem && <ProblemNote problem={problem} kind={kind} />}
      {stage.at === "waiting" && <WaitingNote stage={stage} onAsk={request.askAgain} onGiveUp={request.startOver} />}
    </div>
  );
}
