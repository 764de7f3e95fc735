import { ArrowUpRight, Ban, Check, CircleX, Clock, Eye, Hourglass, type LucideIcon, Undo2 } from "lucide-react";
import type { PayoutDetails, PayoutState } from "../../contract/payout-records.ts";
import type { Tone } from "../ui/chip.tsx";
import { texts } from "./texts.ts";

type Appearance = {
  tone: Tone;
  icon: LucideIcon;
  word: string;
  /** What it means for the money, and what to do. */
  text: string;
};

/** How each state of a payout reads on all screens. Rails 3, 8. */
export const payoutStates: Record<PayoutState, Appearance> = {
  held: { tone: "mute", icon: Clock, word: texts.fundsHeld, text: texts.theMoneyIsHeld },
  submitting: { tone: "info", icon: ArrowUpRight, word: texts.sending, text: texts.itIsBeingSent },
  processing: { tone: "info", icon: ArrowUpRight, word: texts.processing, text: texts.theBankIsWorking },
  unknown: {
    tone: "wait",
    icon: Hourglass,
    word: texts.confirming,
    text: texts.theMoneyStaysOn,
  },
  succeeded: { tone: "ok", icon: Check, word: texts.succeeded, text: texts.theBankConfirmedIt },
  failed: {
    tone: "bad",
    icon: CircleX,
    word: texts.failed,
    text: texts.theBankRejectedIt,
  },
  in_review: {
    tone: "wait",
    icon: Eye,
    word: texts.inReview,
    text: texts.theBanksAnswersDo,
  },
  reversed: {
    tone: "mute",
    icon: Undo2,
    word: texts.reversed,
    text: texts.theBankSentThe,
  },
  cancelled: {
    tone: "mute",
    icon: Ban,
    word: texts.cancelled,
    text: texts.itWasCancelledBefore,
  },
};

/** The order of the filter. */
export const PAYOUT_STATES = [
  "held",
  "submitting",
  "processing",
  "unknown",
  "in_review",
  "succeeded",
  "failed",
  "reversed",
  "cancelled",
] as const satisfies readonly PayoutState[];

/** What happened when a payout entered a state. */
export const stepWords: Record<PayoutState, string> = {
  held: texts.fundsHeld,
  submitting: texts.sentToTheBank,
  processing: texts.waitingForTheBank,
  unknown: texts.notConfirmedYet,
  succeeded: texts.confirmedByTheBank,
  failed: texts.rejectedByTheBank,
  in_review: texts.putInReview,
  reversed: texts.sentBackByThe,
  cancelled: texts.cancelled,
};

/** The answer to an attempt, in words. */
export function outcomeText({ outcome, state }: PayoutDetails["attempts"][number]): string {
  if (outcome === null) return state === "ready" ? texts.notSentYet : texts.noAnswerYet;
  return outcomeWords[outcome] ?? outcome.replaceAll("_", " ");
}

const outcomeWords: Record<string, string> = {
  succeeded: texts.paid,
  failed: texts.rejected,
  unknown: texts.notConfirmed,
  review: texts.needsADecision,
  processing: texts.stillProcessing,
  empty: texts.ourFloatWasEmpty,
};
