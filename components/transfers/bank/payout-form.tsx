"use client";

import { useRef, useState } from "react";
import type { Bank } from "../../../contract/payout-records.ts";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { useIsUnmounted } from "../../layout/hooks/use-is-unmounted.ts";
import { MoneyActions } from "../money-actions.tsx";
import { MoneyNotes, NoRightNote } from "../money-notes.tsx";
import { MoneyReceipt, PartyText } from "../money-receipt.tsx";
import { type Party, useParty, walletOf } from "../party/use-party.ts";
import { readAmount } from "../payment-request.ts";
import { useFocusOfStage } from "../use-focus-of-stage.ts";
import type { OpenedWith } from "../use-money-draft.ts";
import { type MoneyFields, usePaymentRequest } from "../use-payment-request.ts";
import { useReview } from "../use-review.ts";
import { buildPayoutRequest } from "./payout-fields.ts";
import { PayoutInputs } from "./payout-inputs.tsx";
import { PayoutPanel } from "./payout-panel.tsx";
import { PayoutReview } from "./payout-review.tsx";
import { texts } from "./texts.ts";
import { usePayoutChecks } from "./use-payout-checks.ts";

const MERCHANT: Party = { state: "merchant" };

/** Sends money to an account at any bank: fields, the service's preview, review, one submission. Rails 8, dashboard 5.7. */
export function PayoutForm(openedWith: OpenedWith) {
  const session = useSession();
  const request = usePaymentRequest(openedWith);
  const { fields, stage } = request;
  const [isLooking, setIsLooking] = useState(false);
  const amountRef = useRef<HTMLInputElement>(null);
  const submitRef = useRef<HTMLButtonElement>(null);
  const isGone = useIsUnmounted();
  const isMerchant = payerOf(fields) === "merchant";
  const party = useParty(isMerchant ? "" : fields.from);
  const from = isMerchant ? MERCHANT : party;
  const payer = walletOf(from);
  const amount = readAmount(fields.amount);
  const payout = buildPayoutRequest(fields, { isMerchant, customerId: payer?.customerId }, amount);
  const isComplete = payout?.narration !== undefined;
  const isOpen = stage.at === "edit" || stage.at === "review";
  const checks = usePayoutChecks(payout, isOpen);
  const { preview } = checks;
  const nameMatch = checks.isWorking ? null : (preview.data?.nameMatch ?? null);
  const own = `${session.firstName} ${session.lastName}`;
  const to = receiverText(preview.data);
  useFocusOfStage(stage.at, { review: submitRef, edit: amountRef });

  const review = useReview({
    fields,
    sides: [from],
    isComplete,
    checks,
    onReview: request.review,
  });
  // The service refuses an equal payout within two minutes unless the person has confirmed it.
  const isConfirmed = Boolean(checks.same.data) || (stage.at === "review" && isDuplicate(stage.problem?.error));
  /** Looks once more for an equal payout. False if there is one, if the look failed, and if the page was left meanwhile. */
  const isStillNew = async (): Promise<boolean> => {
    setIsLooking(true);
    try {
      return !(await checks.lookAgain()) && !isGone.current;
    } catch (error) {
      request.notSent(error);
      return false;
    } finally {
      setIsLooking(false);
    }
  };
  const submit = async () => {
    if (!payout || isLooking || !(isConfirmed || (await isStillNew()))) return;
    request.submit(isConfirmed ? { ...payout, allowDuplicate: true } : payout);
  };

  if (stage.at === "done") {
    return (
      <MoneyReceipt
        submitted={stage.submitted}
        kind="payout"
        amount={stage.paymentRequest.amount}
        from={<PartyText party={from} />}
        to={<span className="min-w-0 break-words">{to}</span>}
        charges={preview.data && preview.data.total - preview.data.amount}
        approval={preview.data?.approval}
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
        {!checks.mayAsk && <NoRightNote role={session.role} kind="payout" />}
        {stage.at === "edit" ? (
          <PayoutInputs
            fields={{ ...fields, payer: payerOf(fields) }}
            from={from}
            amount={amount}
            nameMatch={nameMatch}
            isTried={review.isTried}
            amountRef={amountRef}
            onChange={request.change}
          />
        ) : (
          <PayoutReview fields={fields} from={from} amount={amount} preview={preview.data} />
        )}
        <MoneyNotes
          request={request}
          kind="payout"
          same={isOpen ? checks.same.data : undefined}
          amount={payout?.amount}
          between={to === "" ? texts.toThisAccount : texts.toTo(to)}
        />
      </form>
      <aside aria-labelledby="what" className="min-w-0 px-pad py-5 max-md:border-t md:border-l">
        <PayoutPanel checks={checks} payer={payer} />
        <MoneyActions
          stage={stage}
          checks={{ ...checks, same: { data: isConfirmed } }}
          role={session.role}
          kind="payout"
          own={own}
          submitRef={submitRef}
          isReviewing={review.isWaiting}
          isSubmitting={isLooking}
          onSubmit={() => void submit()}
          onEdit={request.edit}
        />
        {checks.mayAsk && <p className="mt-2 text-fg-2 text-xs">{texts.theBankIsAsked}</p>}
      </aside>
    </div>
  );
}

/** A wallet's page presets its customer; otherwise the merchant wallet pays until the person chooses. */
function payerOf({ payer, from }: MoneyFields): "merchant" | "customer" {
  if (payer !== "") return payer;
  return from === "" ? "merchant" : "customer";
}

function isDuplicate(error: unknown): boolean {
  return error instanceof ServiceError && error.code === "possible_duplicate";
}

type Receiver = { bank: Pick<Bank, "name"> | null; account: { accountName: string; accountNumber: string } | null };

/** `CHINAZA OKONKWO, GTBank 0234417822`. */
function receiverText(preview: Receiver | undefined): string {
  const { account, bank } = preview ?? {};
  return account && bank ? `${account.accountName}, ${bank.name} ${account.accountNumber}` : "";
}
