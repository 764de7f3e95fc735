import { ArrowDownLeft, Copy, FileX, type LucideIcon, RotateCw, TriangleAlert } from "lucide-react";
import type { Break, BreakAge, BreakKind, BreakResolution } from "../../contract/reconciliation.ts";
import type { Tone } from "../ui/chip.tsx";

export const BREAK_KINDS = [
  "missing_here",
  "missing_there",
  "amount_differs",
  "status_differs",
  "duplicate",
] as const satisfies readonly BreakKind[];

export const BREAK_AGES = ["1_day", "2_3_days", "over_3_days"] as const satisfies readonly BreakAge[];

type Appearance = { tone: Tone; icon: LucideIcon; word: string; text: string };

/** How each kind of difference reads. Rails 6. */
export const breakKinds: Record<BreakKind, Appearance> = {
  missing_here: {
    tone: "bad",
    icon: ArrowDownLeft,
    word: "Missing here",
    text: "The bank’s file has this transfer, our books do not.",
  },
  missing_there: {
    tone: "bad",
    icon: FileX,
    word: "Missing at bank",
    text: "Our books have this transfer as settled, the bank’s file of that day does not.",
  },
  amount_differs: {
    tone: "wait",
    icon: TriangleAlert,
    word: "Amount differs",
    text: "Both sides have this transfer, with different amounts.",
  },
  status_differs: {
    tone: "wait",
    icon: RotateCw,
    word: "Status differs",
    text: "Both sides have this transfer, but only one says that it was paid.",
  },
  duplicate: { tone: "mute", icon: Copy, word: "Duplicate", text: "The bank’s file has this transfer more than once." },
};

export const ageWords: Record<BreakAge, string> = {
  "1_day": "1 day",
  "2_3_days": "2–3 days",
  over_3_days: "Over 3 days",
};

/** What each resolution is called, and what it books. */
export const resolutions: Record<BreakResolution, { word: string; text: string }> = {
  bank_verdict: {
    word: "Take the bank’s answer",
    text: "The payout takes the bank’s status: it succeeds, or its money goes back to the wallet.",
  },
  book_difference: {
    word: "Book the difference",
    text: "Our float takes the bank’s figure. What the bank has more waits in Incoming as a suspended credit; what it has less is owed to us.",
  },
  no_booking: { word: "Close without booking", text: "Nothing is booked. The note says why." },
  agreed: { word: "Agreed", text: "A later file or answer of the bank made both sides agree." },
};

/** What the difference is about: the payout, the credit, or the session. */
export function breakTitle({ direction, payoutReference, sessionId }: Break): string {
  if (payoutReference !== null) return payoutReference;
  return `${direction === "in" ? "in" : "out"} ${sessionId}`;
}
