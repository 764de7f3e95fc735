"use client";

import { useRef, useState } from "react";
import { useSession } from "../../lib/api/session-provider.tsx";
import type { PaymentTexts, WalletPayment } from "../../lib/api/transfers.ts";
import { amountInWords } from "../../lib/format/amount-words.ts";
import { useIsUnmounted } from "../layout/hooks/use-is-unmounted.ts";
import { Fact, Facts } from "../ui/facts.tsx";
import { Figure } from "../ui/money.tsx";
import { MoneyActions } from "./money-actions.tsx";
import { MoneyFields } from "./money-fields.tsx";
import { ClosedNote, MoneyNotes, NoRightNote } from "./money-notes.tsx";
import { MoneyPanel } from "./money-panel.tsx";
import { MoneyReceipt, PartyText } from "./money-receipt.tsx";
import { MerchantSide } from "./party/merchant-side.tsx";
import { ReviewedSide } from "./party/reviewed-side.tsx";
import { type Party, partyName, useParty, walletOf } from "./party/use-party.ts";
import { buildPaymentRequest, readAmount, readTexts } from "./payment-request.ts";
import { areTextsSendable, PaymentTextFields } from "./payment-text-fields.tsx";
import { texts } from "./texts.ts";
import { useFocusOfStage } from "./use-focus-of-stage.ts";
import { useMoneyChecks } from "./use-money-checks.ts";
import type { OpenedWith } from "./use-money-draft.ts";
import { usePaymentRequest } from "./use-payment-request.ts";
import { useReview } from "./use-review.ts";

const MERCHANT: Party = { state: "merchant" };

/** The payment form: fields, preview, review, one submission. Dashboard 5.7. */
export function MoneyForm(openedWith: OpenedWith & { kind: WalletPayment["kind"] }) {
  const { kind } = openedWith;
  const session = useSession();
  const request = usePaymentRequest(openedWith);
  const { fields, stage } = request;
  const [isLooking, setIsLooking] = useState(false);
  const amountRef = useRef<HTMLInputElement>(null);
  const submitRef = useRef<HTMLButtonElement>(null);
  const isGone = useIsUnmounted();
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

  const review = useReview({
    fields,
    sides: [from, to],
    isComplete: paymentRequest !== undefined && areTextsSendable(fields),
    checks,
    onReview: request.review,
  });
  const submit = async () => {
    if (!paymentRequest || isLooking) return;
    // Another tab or user may have sent the same payment since the form was filled in; a second one must be confirmed.
    if (!checks.same.data) {
      setIsLooking(true);
      try {
        if (await checks.lookAgain()) return;
      } catch (error) {
        return request.notSent(error);
      } finally {
        setIsLooking(false);
      }
      // The page was left meanwhile.
      if (isGone.current) return;
    }
    request.submit({ ...paymentRequest, ...readTexts(fields) });
  };

  if (stage.at === "done") {
    return (
      <MoneyReceipt
        submitted={stage.submitted}
        kind={kind}
        amount={stage.paymentRequest.amount}
        from={<PartyText party={from} />}
        to={<PartyText party={to} />}
        charges={checks.preview.data?.transaction_fee}
        approval={checks.preview.data?.approval}
        own={own}
        onAnother={() => {
          review.reset();
          request.startOver();
        }}
      />
    );
  }
  return (
    <div className="edge-line relative -mx-pad mt-5 -mb-pad grid flex-1 grid-cols-[minmax(0,1fr)] md:grid-cols-[minmax(0,1fr)_minmax(304px,400px)]">
      <form id="money" noValidate onSubmit={review.submit} className="grid min-w-0 content-start gap-5 px-pad py-5">
        {!checks.mayAsk && <NoRightNote role={session.role} kind={kind} />}
        {checks.mayAsk && checks.closed !== null && <ClosedNote text={checks.closed} />}
        {stage.at === "edit" ? (
          <div className="grid max-w-form gap-5">
            <MoneyFields
              fields={fields}
              from={from}
              to={to}
              amount={amount}
              isTried={review.isTried}
              amountRef={amountRef}
              onChange={request.change}
            />
            <PaymentTextFields fields={fields} onChange={request.change} />
          </div>
        ) : (
          <MoneyReview
            from={from}
            to={to}
            amount={"kobo" in amount ? amount.kobo : 0}
            paymentTexts={readTexts(fields)}
          />
        )}
        <MoneyNotes
          request={request}
          kind={kind}
          same={isOpen ? checks.same.data : undefined}
          amount={paymentRequest?.amount}
          between={kind === "debit" ? texts.fromParty(partyName(from)) : texts.toParty(partyName(to))}
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
          isReviewing={review.isWaiting}
          isSubmitting={isLooking}
          onSubmit={() => void submit()}
          onEdit={request.edit}
        />
      </aside>
    </div>
  );
}

type ReviewProps = { from: Party; to: Party; amount: number; paymentTexts: PaymentTexts };

/** The complete payment before submission, without inputs. */
function MoneyReview({ from, to, amount, paymentTexts }: ReviewProps) {
  return (
    <div className="grid max-w-form gap-5">
      <div>
        <p className="font-medium">{texts.amount}</p>
        <p className="mt-1 font-semibold text-xl">
          <Figure kobo={amount} />
        </p>
        <p className="text-fg-2">{amountInWords(amount)}</p>
      </div>
      {from.state === "merchant" ? <MerchantSide side="from" /> : <ReviewedSide side="from" wallet={walletOf(from)} />}
      {to.state === "merchant" ? <MerchantSide side="to" /> : <ReviewedSide side="to" wallet={walletOf(to)} />}
      {(paymentTexts.narration ?? paymentTexts.note) !== undefined && (
        <Facts>
          {paymentTexts.narration !== undefined && (
            <Fact name={texts.narration}>
              <span className="min-w-0 wrap-anywhere">{paymentTexts.narration}</span>
            </Fact>
          )}
          {paymentTexts.note !== undefined && (
            <Fact name={texts.internalNote}>
              <span className="min-w-0 wrap-anywhere">{paymentTexts.note}</span>
            </Fact>
          )}
        </Facts>
      )}
    </div>
  );
}
