"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { useSession } from "../../lib/api/session-provider.tsx";
import { MoneyActions } from "./money-actions.tsx";
import { MoneyFields } from "./money-fields.tsx";
import { MoneyNotes } from "./money-note-stack.tsx";
import { ClosedNote, NoRightNote } from "./money-notes.tsx";
import { MoneyPanel } from "./money-panel.tsx";
import { MoneyReceipt } from "./money-receipt.tsx";
import { MoneyReview } from "./money-review.tsx";
import { type Party, useParty } from "./party/use-party.ts";
import { buildPaymentRequest, readAmount } from "./payment-request.ts";
import { useMoneyChecks } from "./use-money-checks.ts";
import type { OpenedWith } from "./use-money-draft.ts";
import { usePaymentRequest } from "./use-payment-request.ts";

const MERCHANT: Party = { state: "merchant" };

/** The payment form: fields, preview, review, one submission. Dashboard 5.7. */
export function MoneyForm(openedWith: OpenedWith) {
  const { kind } = openedWith;
  const session = useSession();
  const request = usePaymentRequest(openedWith);
  const { fields, stage } = request;
  const [isTried, setIsTried] = useState(false);
  const [isLooking, setIsLooking] = useState(false);
  const amountRef = useRef<HTMLInputElement>(null);
  const submitRef = useRef<HTMLButtonElement>(null);
  const payer = useParty(kind === "credit" ? "" : fields.from);
  const receiver = useParty(kind === "debit" ? "" : fields.to);
  const from = kind === "credit" ? MERCHANT : payer;
  const to = kind === "debit" ? MERCHANT : receiver;
  const amount = readAmount(fields.amount);
  const paymentRequest = buildPaymentRequest(kind, from, to, amount);
  const isOpen = stage.at === "edit" || stage.at === "review";
  const checks = useMoneyChecks(kind, paymentRequest, isOpen);
  const own = `${session.firstName} ${session.lastName}`;
  useFocusOfStage(stage.at, { review: submitRef, edit: amountRef });

  const review = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    const isAllowed = checks.isWorking || checks.preview.data?.allowed !== false;
    if (paymentRequest && checks.mayAsk && checks.closed === null && isAllowed) request.review();
  };
  const submit = async () => {
    if (!paymentRequest || isLooking) return;
    // Another tab or user may have sent the same payment since the form was filled in; a second one must be confirmed.
    if (!checks.same.data) {
      setIsLooking(true);
      const { data } = await checks.same.refetch();
      setIsLooking(false);
      if (data) return;
    }
    request.submit(paymentRequest);
  };

  if (stage.at === "done") {
    return (
      <MoneyReceipt
        submitted={stage.submitted}
        kind={kind}
        amount={stage.paymentRequest.amount}
        from={from}
        to={to}
        preview={checks.preview.data}
        own={own}
        onAnother={() => {
          setIsTried(false);
          request.startOver();
        }}
      />
    );
  }
  return (
    <div className="edge-line relative -mx-pad mt-5 -mb-pad grid flex-1 grid-cols-[minmax(0,1fr)] md:grid-cols-[minmax(0,1fr)_minmax(304px,400px)]">
      <form id="money" noValidate onSubmit={review} className="grid min-w-0 content-start gap-5 px-pad py-5">
        {!checks.mayAsk && <NoRightNote role={session.role} kind={kind} />}
        {checks.mayAsk && checks.closed !== null && <ClosedNote text={checks.closed} />}
        {stage.at === "edit" ? (
          <MoneyFields
            fields={fields}
            from={from}
            to={to}
            amount={amount}
            isTried={isTried}
            amountRef={amountRef}
            onChange={request.change}
          />
        ) : (
          <MoneyReview from={from} to={to} amount={"kobo" in amount ? amount.kobo : 0} />
        )}
        <MoneyNotes
          request={request}
          kind={kind}
          same={isOpen ? checks.same.data : undefined}
          paymentRequest={paymentRequest}
          from={from}
          to={to}
        />
      </form>
      <aside aria-labelledby="what" className="min-w-0 px-pad py-5 max-md:border-t md:border-l">
        <MoneyPanel checks={checks} from={from} to={to} />
        <MoneyActions
          stage={stage}
          checks={checks}
          role={session.role}
          kind={kind}
          own={own}
          submitRef={submitRef}
          isSubmitting={isLooking}
          onSubmit={() => void submit()}
          onEdit={request.edit}
        />
      </aside>
    </div>
  );
}

type Targets = { review: { current: HTMLElement | null }; edit: { current: HTMLElement | null } };

/** Review and Change replace the page's content, so the focus moves to where the user continues. */
function useFocusOfStage(at: string, { review, edit }: Targets): void {
  const before = useRef(at);
  useEffect(() => {
    if (before.current === at) return;
    if (at === "review" && before.current === "edit") review.current?.focus();
    if (at === "edit") edit.current?.focus();
    before.current = at;
  }, [at, review, edit]);
}
