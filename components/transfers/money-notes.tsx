"use client";

import { CircleAlert, Copy, Hourglass, Lock } from "lucide-react";
import Link from "next/link";
import { problemText } from "../../lib/api/service-error.ts";
import type { MoneyKind, PaymentRequest, SamePayment } from "../../lib/api/transfers.ts";
import { formatKobo } from "../../lib/format/money.ts";
import { RequestId } from "../layout/page/load-problem.tsx";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { When } from "../ui/when.tsx";
import type { MoneyStage } from "./use-payment-request.ts";

/** An equal payment was made recently; a second one must be confirmed. Dashboard 5.7. */
export function SamePaymentNote({
  same,
  paymentRequest,
  between,
}: {
  same: SamePayment;
  paymentRequest: PaymentRequest;
  between: string;
}) {
  return (
    <Callout
      role="alert"
      tone="wait"
      icon={Copy}
      title={`The same ${paymentRequest.kind} was submitted ${agoText(same.at)}`}
    >
      <p>
        {formatKobo(paymentRequest.amount)} {between}
        {same.by !== null && <>, by {same.by}</>}, <When at={same.at} />.{" "}
        <Link href={same.href} className="rounded-small font-medium text-accent underline underline-offset-2">
          See it
        </Link>
      </p>
    </Callout>
  );
}

function agoText(at: string): string {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(at)) / 60_000));
  if (minutes === 0) return "less than a minute ago";
  return minutes === 1 ? "a minute ago" : `${minutes} minutes ago`;
}

/** A definite refusal. The input stays. */
export function ProblemNote({ problem, kind }: { problem: { error: unknown; isNotSent: boolean }; kind: MoneyKind }) {
  const { error, isNotSent } = problem;
  return (
    <Callout role="alert" tone="bad" icon={CircleAlert} title={isNotSent ? "Not sent" : `The ${kind} was refused`}>
      <p>{problemText(error)}</p>
      {isNotSent && <p>Nothing happened. You can submit it again from here.</p>}
      <RequestId error={error} />
    </Callout>
  );
}

type WaitingNoteProps = {
  stage: Extract<MoneyStage, { at: "waiting" }>;
  onAsk: () => void;
  onGiveUp: () => void;
};

/** The outcome is unknown. The form is locked, and only the same payment can be retried. */
export function WaitingNote({ stage, onAsk, onGiveUp }: WaitingNoteProps) {
  const { why, isAsking, isOver, error } = stage;
  const title =
    why === "in_flight" ? "The service is still working on it." : "We do not know yet. It cannot happen twice.";
  return (
    <Callout role="alert" tone="wait" icon={Hourglass} title={title}>
      <p>
        {isOver
          ? "There was no answer. Ask again as often as you like: it stays one payment."
          : "The same payment is asked for again by itself, under the same key. You may leave this page."}
      </p>
      <p>
        <Link href="/approvals?tab=mine" className="rounded-small font-medium text-accent underline underline-offset-2">
          See whether it waits in Approvals
        </Link>
      </p>
      {(isOver || isAsking) && (
        <div className="mt-2 flex flex-wrap gap-2 pt-1">
          <Button size="small" isBusy={isAsking} onClick={onAsk}>
            Ask again, same payment
          </Button>
          {isOver && !isAsking && (
            <Button size="small" variant="quiet" onClick={onGiveUp}>
              Leave it and start another
            </Button>
          )}
        </div>
      )}
      <RequestId error={error} />
    </Callout>
  );
}

/** Explains to users without the permission why they cannot submit, before they type. Dashboard 2.4. */
export function NoRightNote({ role, kind }: { role: string; kind: MoneyKind }) {
  return (
    <Callout tone="mute" icon={Lock} title="You can look, but not submit">
      <p>
        Your role ({role}) cannot submit {kind}s. Ask the main merchant or an admin for the permission “
        {kind === "transfer" ? "Submit transfers" : "Submit credits and debits, one or many"}”.
      </p>
    </Callout>
  );
}

/** The merchant's settings disable this kind of payment. Everything stays readable. Dashboard 2.5. */
export function ClosedNote({ text }: { text: string }) {
  return (
    <Callout tone="mute" icon={Lock} title="You can look, but not submit">
      <p>{text}</p>
    </Callout>
  );
}
