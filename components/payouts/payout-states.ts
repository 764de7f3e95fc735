import { ArrowUpRight, Ban, Check, CircleX, Clock, Eye, Hourglass, type LucideIcon, Undo2 } from "lucide-react";
import type { PayoutDetails, PayoutState } from "../../contract/payout-records.ts";
import type { Tone } from "../ui/chip.tsx";

type Appearance = {
  tone: Tone;
  icon: LucideIcon;
  word: string;
  /** What it means for the money, and what to do. */
  text: string;
};

/** How each state of a payout reads on all screens. Rails 3, 8. */
export const payoutStates: Record<PayoutState, Appearance> = {
  held: { tone: "mute", icon: Clock, word: "Funds held", text: "The money is held. It is sent to the bank shortly." },
  submitting: { tone: "info", icon: ArrowUpRight, word: "Sending", text: "It is being sent to the bank." },
  processing: { tone: "info", icon: ArrowUpRight, word: "Processing", text: "The bank is working on it." },
  unknown: {
    tone: "wait",
    icon: Hourglass,
    word: "Confirming",
    text: "The money stays on hold until the bank confirms or rejects it. If the bank rejects it, the wallet gets everything back.",
  },
  succeeded: { tone: "ok", icon: Check, word: "Succeeded", text: "The bank confirmed it." },
  failed: {
    tone: "bad",
    icon: CircleX,
    word: "Failed",
    text: "The bank rejected it. The money and the charges are back in the wallet.",
  },
  in_review: {
    tone: "wait",
    icon: Eye,
    word: "In review",
    text: "The bank’s answers do not show whether it was paid. The money stays on hold until a person decides. Don’t send it again.",
  },
  reversed: {
    tone: "mute",
    icon: Undo2,
    word: "Reversed",
    text: "The bank sent the money back. It is in the wallet again.",
  },
  cancelled: {
    tone: "mute",
    icon: Ban,
    word: "Cancelled",
    text: "It was cancelled before it was sent. The money is back in the wallet.",
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
  held: "Funds held",
  submitting: "Sent to the bank",
  processing: "Accepted by the bank",
  unknown: "Not confirmed yet",
  succeeded: "Confirmed by the bank",
  failed: "Rejected by the bank",
  in_review: "Put in review",
  reversed: "Sent back by the bank",
  cancelled: "Cancelled",
};

/** The answer to an attempt, in words. */
export function outcomeText({ outcome, state }: PayoutDetails["attempts"][number]): string {
  if (outcome === null) return state === "ready" ? "Not sent yet" : "No answer yet";
  return outcomeWords[outcome] ?? outcome.replaceAll("_", " ");
}

const outcomeWords: Record<string, string> = {
  succeeded: "Paid",
  failed: "Rejected",
  unknown: "Not confirmed",
  review: "Needs a decision",
  processing: "Still processing",
  empty: "Our float was empty",
};
