"use client";

import { CircleCheck, Clock } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import type { MovementPreview } from "../../contract/transfers.ts";
import type { MoneyKind, SubmittedMoney } from "../../lib/api/transfers.ts";
import { Button } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Chip } from "../ui/chip.tsx";
import { Fact, Facts } from "../ui/facts.tsx";
import { Figure, Money } from "../ui/money.tsx";
import { approversText } from "./money-texts.ts";
import { type Party, partyName } from "./party/use-party.ts";
import { texts } from "./texts.ts";

type MoneyReceiptProps = {
  submitted: SubmittedMoney;
  kind: MoneyKind;
  amount: number;
  from: ReactNode;
  to: ReactNode;
  /** The payer's costs on top of the amount. */
  charges: number | undefined;
  approval: MovementPreview["approval"] | undefined;
  own: string;
  onAnother: () => void;
};

function receiptLink({ pendingId, paidReference }: SubmittedMoney, kind: MoneyKind): string {
  if (pendingId !== undefined) return `/approvals/${encodeURIComponent(pendingId)}`;
  if (paidReference === undefined) return "/approvals?tab=mine";
  // A payout goes on after it was sent.
  return kind === "payout" ? "/payouts" : `/transfers/${encodeURIComponent(paidReference)}`;
}

/** The request was submitted, or paid where it needs no approval: its link, its approvers and the next step. A replayed response looks the same. */
export function MoneyReceipt(props: MoneyReceiptProps) {
  const { submitted, kind, amount, from, to, charges, approval, own, onAnother } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus no longer exists.
  useEffect(() => heading.current?.focus(), []);
  const { paidReference } = submitted;
  const isPaid = paidReference !== undefined;
  return (
    <section aria-labelledby="receipt" className="mt-6 max-w-form">
      <h2 id="receipt" ref={heading} tabIndex={-1} className="font-semibold text-md outline-none">
        {isPaid ? texts.paymentMade : texts.submittedForApproval}
      </h2>
      <p role="status" className="mt-1 text-fg-2">
        {isPaid && texts.noApprovalWasNeeded}
        {!isPaid && (approval?.required ? approversText(approval, own) : texts.nothingMovesBeforeIt)}
      </p>
      <p className="mt-4 mb-2 flex flex-wrap items-center gap-2.5 font-semibold text-xl">
        <Figure kobo={amount} />
        {isPaid ? (
          <Chip tone="ok" icon={CircleCheck}>
            {texts.paid}
          </Chip>
        ) : (
          <Chip tone="wait" icon={Clock}>
            {texts.pending}
          </Chip>
        )}
      </p>
      <Facts>
        <Fact name={texts.from}>{from}</Fact>
        <Fact name={texts.to}>{to}</Fact>
        {charges !== undefined && (
          <Fact name={kind === "payout" ? texts.chargesPaidByThe : texts.feePaidByThe}>
            <Money kobo={charges} />
          </Fact>
        )}
      </Facts>
      <div className="mt-6 flex flex-wrap gap-2">
        <Button onClick={onAnother}>{texts.anotherKind(kind)}</Button>
        <ButtonLink href={receiptLink(submitted, kind)} variant="primary">
          {isPaid ? texts.seeTheTransaction : texts.seeItInApprovals}
        </ButtonLink>
      </div>
    </section>
  );
}

/** A side in the receipt: the name and, for a customer, the account number. */
export function PartyText({ party }: { party: Party }) {
  if (party.state === "merchant") return partyName(party);
  if (party.state !== "found") return null;
  return (
    <span className="trim">
      {party.wallet.accountName} <span className="ml-1 font-mono text-fg-2 text-id">{party.wallet.accountNumber}</span>
    </span>
  );
}
