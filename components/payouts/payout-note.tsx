"use client";

import { RefreshCw } from "lucide-react";
import { useId, useState } from "react";
import type { PayoutDetails } from "../../contract/payout-records.ts";
import { useQueryPayout } from "../../lib/api/payouts.ts";
import { problemText, ServiceError } from "../../lib/api/service-error.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { formatKobo } from "../../lib/format/money.ts";
import { can } from "../../lib/permissions.ts";
import { minutesAndSeconds, useCountdown } from "../layout/hooks/use-countdown.ts";
import { useOnline } from "../layout/hooks/use-online.ts";
import { lazySheet } from "../layout/lazy.tsx";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { payoutStates } from "./payout-states.ts";
import { texts } from "./texts.ts";

const ResolvePayoutModal = lazySheet(() =>
  import("./settle-payout-modals.tsx").then((module) => module.ResolvePayoutModal),
);

/** The service asks the bank at most once a minute. Rails 2. */
const ASK_AGAIN_S = 60;

/** What the state means for the money and what to do; nothing for a payout that the bank confirmed. Rails 8. */
export function PayoutNote({ payout }: { payout: PayoutDetails }) {
  const { state, reason, code, total, viewer } = payout;
  const session = useSession();
  const mayAsk = can(session, "TRANSFER_TO_BANK");
  const mayDecide = can(session, "MANAGE_BALANCE_SETTLEMENT");
  const isAskable = mayAsk && (state === "unknown" || state === "processing");
  const { tone, icon, word } = payoutStates[state];
  const text = textOf(payout);
  if (state === "succeeded" || state === "held" || state === "submitting") return null;
  const actionOf = () => {
    if (isAskable) return <CheckNow reference={payout.reference} canAsk={viewer.canQuery} />;
    return state === "in_review" && mayDecide ? <Decide payout={payout} /> : undefined;
  };
  const title = state === "unknown" ? texts.theBankHasntConfirmed : titleOf(word, reason);
  return (
    <Callout role="status" tone={tone} icon={icon} title={title} className="mt-5" action={actionOf()}>
      <p>
        {text}
        {(state === "unknown" || state === "in_review") && <> {texts.heldTotal(formatKobo(total))}</>}
        {code !== null && /^\w{2,3}$/.test(code) && <> {texts.codeOfTheBank(code)}</>}
      </p>
    </Callout>
  );
}

/** The money of a returned bank credit came from suspense, so it goes back there. */
function textOf({ state, isReturn }: PayoutDetails): string {
  const isBack = state === "failed" || state === "cancelled" || state === "reversed";
  return isReturn && isBack ? texts.theMoneyIsSuspended : payoutStates[state].text;
}

function titleOf(word: string, reason: string | null): string {
  return reason === null ? word : `${word}: ${reason}`;
}

function Decide({ payout }: { payout: PayoutDetails }) {
  const [isDeciding, setIsDeciding] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setIsDeciding(true)}>
        {texts.decide}
      </Button>
      <ResolvePayoutModal payout={payout} isOpen={isDeciding} onClose={() => setIsDeciding(false)} />
    </>
  );
}

/** Asks the bank now. `canAsk` is false in the minute after the last check, also after the service's own. */
function CheckNow({ reference, canAsk }: { reference: string; canAsk: boolean }) {
  const id = useId();
  const ask = useQueryPayout(reference);
  const wait = useCountdown();
  const isOnline = useOnline();
  const isBlocked = wait.left > 0 || !canAsk || !isOnline;
  const check = () =>
    ask.mutate(undefined, {
      onSuccess: () => wait.start(ASK_AGAIN_S),
      onError: (error) => {
        if (error instanceof ServiceError && error.status === 429) wait.start(error.retryAfterSeconds ?? ASK_AGAIN_S);
      },
    });
  return (
    <div className="grid justify-items-end gap-1 max-md:justify-items-stretch">
      <Button icon={RefreshCw} isBusy={ask.isPending} isBlocked={isBlocked} aria-describedby={id} onClick={check}>
        {texts.checkNow}
      </Button>
      <p id={id} className="min-h-4 text-fg-2 text-xs tabular-nums">
        {note(wait.left, canAsk, isOnline)}
      </p>
      <Result error={ask.error} state={ask.data?.state} />
    </div>
  );
}

function note(left: number, canAsk: boolean, isOnline: boolean): string {
  if (!isOnline) return texts.youAreOffline;
  if (left > 0) return texts.againInMinutesAnd(minutesAndSeconds(left));
  return canAsk ? "" : texts.askedLessThanA;
}

function Result({ error, state }: { error: unknown; state: PayoutDetails["state"] | undefined }) {
  const isTooSoon = error instanceof ServiceError && error.status === 429;
  if (error && !isTooSoon) {
    return (
      <p role="alert" className="text-bad text-xs">
        {problemText(error)}
      </p>
    );
  }
  return (
    <span role="status" className="sr-only">
      {isTooSoon && problemText(error)}
      {state !== undefined && texts.theBankWasAsked(payoutStates[state].word)}
    </span>
  );
}
