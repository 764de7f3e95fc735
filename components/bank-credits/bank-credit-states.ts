import { ArrowDownLeft, CircleAlert, type LucideIcon, Undo2 } from "lucide-react";
import type { BankCreditState, SuspenseReason } from "../../contract/bank-credits.ts";
import type { Tone } from "../ui/chip.tsx";

export const CREDIT_STATES = ["credited", "suspended", "returned"] as const satisfies readonly BankCreditState[];

/** How each state of a bank credit reads. Rails 5. */
export const creditStates: Record<BankCreditState, { tone: Tone; icon: LucideIcon; word: string }> = {
  credited: { tone: "ok", icon: ArrowDownLeft, word: "Credited" },
  suspended: { tone: "wait", icon: CircleAlert, word: "Suspended" },
  returned: { tone: "mute", icon: Undo2, word: "Sent back" },
};

/** Why a credit was suspended. */
export const suspenseReasons: Record<SuspenseReason, string> = {
  post_no_credit: "Credits to this wallet were blocked.",
  wallet_frozen: "The wallet was frozen.",
  max_balance_exceeded: "The wallet would have gone above its maximum balance.",
  settlement: "It was booked from a settlement file, without a wallet.",
};
