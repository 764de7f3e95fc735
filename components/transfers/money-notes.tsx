"use client";

import { CircleAlert, Copy, Hourglass, Lock } from "lucide-react";
import { useEffect, useRef } from "react";
import { permissions } from "../../contract/permissions.ts";
import { problemText } from "../../lib/api/service-error.ts";
import type { MoneyKind, SamePayment } from "../../lib/api/transfers.ts";
import { formatKobo } from "../../lib/format/money.ts";
import { RequestId } from "../layout/page/load-problem.tsx";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Link } from "../ui/link.tsx";
import { When } from "../ui/when.tsx";
import { texts } from "./texts.ts";
import type { MoneyStage, PaymentRequestState } from "./use-payment-request.ts";

type SamePaymentNoteProps = { same: SamePayment; kind: MoneyKind; amount: number; between: string };

/** An equal payment was made recently; a second one must be confirmed. Dashboard 5.7. */
function SamePaymentNote({ same, kind, amount, between }: SamePaymentNoteProps) {
  return (
    <Callout role="alert" tone="wait" icon={Copy} title={texts.theSameKindWas(kind, agoText(same.at))}>
      <p>
        {formatKobo(amount)} {between}
        {same.by !== null && <>{texts.byBy(same.by)}</>}, <When at={same.at} />.{" "}
        <Link href={same.href} className="rounded-small font-medium text-accent underline underline-offset-2">
          {texts.seeIt}
        </Link>
      </p>
    </Callout>
  );
}

function agoText(at: string): string {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(at)) / 60_000));
  if (minutes === 0) return texts.lessThanAMinute;
  return minutes === 1 ? texts.aMinuteAgo : texts.minutesMinutesAgo(minutes);
}

/** A definite refusal. The input stays. */
function ProblemNote({ problem, kind }: { problem: { error: unknown; isNotSent: boolean }; kind: MoneyKind }) {
  const { error, isNotSent } = problem;
  return (
    <Callout
      role="alert"
      tone="bad"
      icon={CircleAlert}
      title={isNotSent ? texts.notSent : texts.theKindWasRefused(kind)}
    >
      <p>{problemText(error)}</p>
      {isNotSent && <p>{texts.nothingHappenedYouCan}</p>}
      <RequestId error={error} />
    </Callout>
  );
}

type Waiting = Extract<MoneyStage, { at: "waiting" }>;
type WaitingNoteProps = {
  stage: Waiting;
  onAsk: () => void;
  onGiveUp: () => void;
};

const waitingTitles: Partial<Record<Waiting["why"], string>> = {
  in_flight: texts.theServiceIsStill,
  too_old: texts.weDoNotKnowWhether,
};

function waitingText({ why, isOver }: Waiting): string {
  if (why === "too_old") return texts.lookWhetherItWas;
  return isOver ? texts.thereWasNoAnswer : texts.theSamePaymentIs;
}

/** The outcome is unknown. The form is locked, and only the same payment can be retried, unless it is too old for that. */
function WaitingNote({ stage, onAsk, onGiveUp }: WaitingNoteProps) {
  const { why, isAsking, isOver, error } = stage;
  return (
    <Callout role="alert" tone="wait" icon={Hourglass} title={waitingTitles[why] ?? texts.weDoNotKnow}>
      <p>{waitingText(stage)}</p>
      <p>
        <Link href="/approvals?tab=mine" className="rounded-small font-medium text-accent underline underline-offset-2">
          {texts.seeWhetherItWaits}
        </Link>
      </p>
      {(isOver || isAsking) && (
        <div className="mt-2 flex flex-wrap gap-2 pt-1">
          {why !== "too_old" && (
            <Button size="small" isBusy={isAsking} onClick={onAsk}>
              {texts.askAgainSamePayment}
            </Button>
          )}
          {isOver && !isAsking && (
            <Button size="small" variant="quiet" onClick={onGiveUp}>
              {texts.leaveItAndStart}
            </Button>
          )}
        </div>
      )}
      <RequestId error={error} />
    </Callout>
  );
}

const permissionWords: Record<MoneyKind, string> = {
  transfer: permissions.MANAGE_TRANSFER,
  credit: permissions.WALLET_CREDIT_DEBIT,
  debit: permissions.WALLET_CREDIT_DEBIT,
  payout: permissions.TRANSFER_TO_BANK,
};

/** Explains to users without the permission why they cannot submit, before they type. Dashboard 2.4. */
export function NoRightNote({ role, kind }: { role: string; kind: MoneyKind }) {
  return (
    <Callout tone="mute" icon={Lock} title={texts.youCanLookBut}>
      <p>{texts.yourRoleRoleCannotSubmit(role, kind, permissionWords[kind])}</p>
    </Callout>
  );
}

/** The merchant's settings disable this kind of payment. Everything stays readable. Dashboard 2.5. */
export function ClosedNote({ text }: { text: string }) {
  return (
    <Callout tone="mute" icon={Lock} title={texts.youCanLookBut}>
      <p>{text}</p>
    </Callout>
  );
}

type MoneyNotesProps = {
  request: PaymentRequestState;
  kind: MoneyKind;
  same: SamePayment | null | undefined;
  /** The amount of the payment in the form, in kobo; `undefined` while the form is incomplete. */
  amount: number | undefined;
  /** `to Ada Obi`. */
  between: string;
};

/** Notes before and after the submission. On a phone they scroll into view, as the button is far below. */
export function MoneyNotes({ request, kind, same, amount, between }: MoneyNotesProps) {
  const { stage } = request;
  const notes = useRef<HTMLDivElement>(null);
  const problem = stage.at === "review" ? stage.problem : undefined;
  const isNews = stage.at === "waiting" || problem !== undefined || (stage.at === "review" && Boolean(same));
  useEffect(() => {
    if (isNews) notes.current?.scrollIntoView?.({ block: "nearest" });
  }, [isNews]);
  return (
    <div ref={notes} className="grid max-w-form scroll-mt-28 scroll-mb-4 gap-3">
      {same && amount !== undefined && <SamePaymentNote same={same} kind={kind} amount={amount} between={between} />}
      {problem && <ProblemNote problem={problem} kind={kind} />}
      {stage.at === "waiting" && <WaitingNote stage={stage} onAsk={request.askAgain} onGiveUp={request.startOver} />}
    </div>
  );
}
