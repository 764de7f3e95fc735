import { ArrowDownLeft, CircleAlert, type LucideIcon, Undo2 } from "lucide-react";
import type { BankCreditState, SuspenseReason } from "../../contract/bank-credits.ts";
import type { Tone } from "../ui/chip.tsx";
import { texts } from "./texts.ts";

export const CREDIT_STATES = ["credited", "suspended", "returned"] as const satisfies readonly BankCreditState[];

/** How each state of a bank credit reads. Rails 5. */
export const creditStates: Record<BankCreditState, { tone: Tone; icon: LucideIcon; word: string }> = {
  credited: { tone: "ok", icon: ArrowDownLeft, word: texts.credited },
  suspended: { tone: "wait", icon: CircleAlert, word: texts.suspended },
  returned: { tone: "mute", icon: Undo2, word: texts.sentBack },
};

/** Why a credit was suspended. */
export const suspenseReasons: Record<SuspenseReason, string> = {
  post_no_credit: texts.creditsToThisWallet,
  wallet_frozen: texts.theWalletWasFrozen,
  max_balance_exceeded: texts.theWalletWouldHave,
  settlement: texts.itWasBookedFrom,
};
