import {
  Ban,
  Check,
  CircleX,
  Clock,
  Hourglass,
  LoaderCircle,
  Lock,
  type LucideIcon,
  Package,
  RefreshCw,
  RotateCcw,
  Snowflake,
  Truck,
  Undo2,
} from "lucide-react";
import type { CardAuthorization, CardAuthorizationStatus } from "../../contract/card-authorizations.ts";
import type { Card, CardState } from "../../contract/cards.ts";
import { formatKobo } from "../../lib/format/money.ts";
import type { Tone } from "../ui/chip.tsx";
import { categoryWord, channelWord, countryWord } from "./control-words.ts";
import { texts } from "./texts.ts";

type Appearance = { tone: Tone; icon: LucideIcon; word: string };

export const cardStates: Record<CardState, Appearance> = {
  requested: { tone: "wait", icon: Clock, word: texts.requested },
  in_production: { tone: "info", icon: Package, word: texts.inProduction },
  shipped: { tone: "info", icon: Truck, word: texts.shipped },
  pending_activation: { tone: "wait", icon: Hourglass, word: texts.pendingActivation },
  active: { tone: "ok", icon: Check, word: texts.active },
  frozen: { tone: "ice", icon: Snowflake, word: texts.frozen },
  closed: { tone: "mute", icon: Ban, word: texts.closed },
  replaced: { tone: "mute", icon: RefreshCw, word: texts.replaced },
};

export const CARD_STATES = Object.keys(cardStates) as CardState[];

export const authorizationStates: Record<CardAuthorizationStatus, Appearance> = {
  approved: { tone: "wait", icon: Lock, word: texts.onHold },
  declined: { tone: "bad", icon: CircleX, word: texts.declined },
  partially_cleared: { tone: "info", icon: LoaderCircle, word: texts.partlyCleared },
  cleared: { tone: "ok", icon: Check, word: texts.cleared },
  partially_reversed: { tone: "info", icon: Undo2, word: texts.partlyReversed },
  reversed: { tone: "mute", icon: RotateCcw, word: texts.reversed },
  expired: { tone: "mute", icon: Clock, word: texts.expired },
  refunded: { tone: "ok", icon: Undo2, word: texts.refunded },
};

/** `Card •••• 4821`, or that the issuer has not answered yet. */
export function cardName({ last4 }: Pick<Card, "last4">): string {
  return last4 === null ? texts.cardRequested : texts.cardEnding(last4);
}

export function typeWord({ type }: Pick<Card, "type">): string {
  return type === "VIRTUAL" ? texts.virtual : texts.physical;
}

type Declined = Pick<CardAuthorization, "declineCode" | "declineFacts" | "amount">;
type Facts = { amount: string; limit: string; spent: string; value: string; balance: string | null };

const SENTENCES: Record<NonNullable<Declined["declineCode"]>, (facts: Facts) => string> = {
  per_transaction_limit: ({ amount, limit }) => texts.overPerTransaction(amount, limit),
  daily_limit: ({ amount, limit, spent }) => texts.overSpent(amount, limit, spent, texts.dailyPeriod),
  monthly_limit: ({ amount, limit, spent }) => texts.overSpent(amount, limit, spent, texts.monthlyPeriod),
  wallet_daily_limit: ({ amount, limit, spent }) => texts.overSpent(amount, limit, spent, texts.walletDailyPeriod),
  wallet_single_limit: ({ amount, limit }) => texts.overWalletSingle(amount, limit),
  insufficient_funds: ({ amount, balance }) =>
    balance === null ? texts.insufficient(amount) : texts.insufficientWith(amount, balance),
  card_frozen: () => texts.cardWasFrozen,
  card_not_active: () => texts.cardWasNotActive,
  wallet_frozen: () => texts.walletWasFrozen,
  channel_not_allowed: ({ value }) => texts.channelNotAllowed(channelWord(value)),
  category_not_allowed: ({ value }) => texts.categoryNotAllowed(categoryWord(value)),
  country_not_allowed: ({ value }) => texts.countryNotAllowed(countryWord(value)),
  merchant_not_allowed: ({ value }) => texts.merchantNotAllowed(value),
  merchant_suspended: () => texts.merchantSuspended,
  unknown_card: () => texts.unknownCard,
  late: () => texts.tooLate,
};

/** Why a payment was declined, in one sentence with its numbers; null for others. */
export function declineSentence({ declineCode, declineFacts, amount }: Declined): string | null {
  if (declineCode === null) return null;
  const kobo = (name: string) => (typeof declineFacts?.[name] === "number" ? formatKobo(declineFacts[name]) : null);
  return SENTENCES[declineCode]({
    amount: kobo("amount") ?? formatKobo(amount),
    limit: kobo("limit") ?? "",
    spent: kobo("spent") ?? formatKobo(0),
    balance: kobo("balance"),
    value: String(declineFacts?.value ?? ""),
  });
}

/** What a foreign shop asked for, `$5.10`; null for one that asks in naira. */
export function foreignAmount({
  merchantAmount,
  merchantCurrency,
}: Pick<CardAuthorization, "merchantAmount" | "merchantCurrency">): string | null {
  if (merchantAmount === null || merchantCurrency === null || merchantCurrency === "NGN") return null;
  const format = new Intl.NumberFormat("en", { style: "currency", currency: merchantCurrency });
  // The amount is in the smallest unit, of which a currency has its own number.
  return format.format(merchantAmount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
