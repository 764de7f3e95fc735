import { ArrowDownLeft, Copy, FileX, type LucideIcon, RotateCw, TriangleAlert } from "lucide-react";
import type { Break, BreakAge, BreakKind, BreakResolution } from "../../contract/reconciliation.ts";
import type { Tone } from "../ui/chip.tsx";
import { texts } from "./texts.ts";

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
    word: texts.missingHere,
    text: texts.theBanksFileHas,
  },
  missing_there: {
    tone: "bad",
    icon: FileX,
    word: texts.missingAtBank,
    text: texts.ourBooksHaveThis,
  },
  amount_differs: {
    tone: "wait",
    icon: TriangleAlert,
    word: texts.amountDiffers,
    text: texts.bothSidesHaveThis,
  },
  status_differs: {
    tone: "wait",
    icon: RotateCw,
    word: texts.statusDiffers,
    text: texts.bothSidesHaveThisTransfer,
  },
  duplicate: { tone: "mute", icon: Copy, word: texts.duplicate, text: texts.theBanksFileHasThis },
};

export const ageWords: Record<BreakAge, string> = {
  "1_day": texts.n1Day,
  "2_3_days": texts.n23Days,
  over_3_days: texts.over3Days,
};

/** What each resolution is called, and what it books. */
export const resolutions: Record<BreakResolution, { word: string; text: string }> = {
  bank_verdict: {
    word: texts.takeTheBanksAnswer,
    text: texts.thePayoutTakesThe,
  },
  book_difference: {
    word: texts.bookTheDifference,
    text: texts.ourFloatTakesThe,
  },
  no_booking: { word: texts.closeWithoutBooking, text: texts.nothingIsBookedThe },
  agreed: { word: texts.agreed, text: texts.aLaterFileOr },
};

/** What the difference is about: the payout, the credit, or the session. */
export function breakTitle({ direction, payoutReference, sessionId }: Break): string {
  if (payoutReference !== null) return payoutReference;
  return `${direction === "in" ? "in" : "out"} ${sessionId}`;
}
