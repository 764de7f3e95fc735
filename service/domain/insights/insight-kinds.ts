import type { InsightKind } from "../../../contract/insights.ts";
import type { TransactionKind } from "../../db/transactions/transaction-line.ts";
import type { DayRange } from "../merchant/analytics/analytics-days.ts";

/** Under which name a kind of transaction counts. A booking for a bank transfer or a card carries its fee, VAT and duty. */
const NAMES: Readonly<Record<TransactionKind, InsightKind>> = {
  credit: "credits",
  debit: "debits",
  transfer: "transfers",
  payout: "bankTransfers",
  merchant_payout: "bankTransfers",
  bank_booking: "bankTransfers",
  payout_return: "returnedBankTransfers",
  merchant_payout_return: "returnedBankTransfers",
  bank_credit: "bankCredits",
  merchant_bank_credit: "bankCredits",
  funding: "funding",
  reservation: "reservations",
  card_hold: "cardPayments",
  card_account_hold: "cardPayments",
  card_increment: "cardPayments",
  card_payment: "cardPayments",
  card_recovery: "cardPayments",
  card_booking: "cardPayments",
  card_release: "returnedCardPayments",
  card_refund: "returnedCardPayments",
  card_fund: "cardFunding",
  card_unload: "cardUnloading",
};

/** All kinds of transaction, or those that count under one name. */
export function kindsNamed(name?: InsightKind): TransactionKind[] {
  const kinds = Object.keys(NAMES) as TransactionKind[];
  return name === undefined ? kinds : kinds.filter((kind) => NAMES[kind] === name);
}

export function insightKind(kind: string): InsightKind {
  if (!Object.hasOwn(NAMES, kind)) throw new Error(`${kind} has no name in Insights`);
  return NAMES[kind as TransactionKind];
}

const DAY_MS = 86_400_000;

/** A period and the one before it, as queries read them: all days, and the first of the period itself. Pure. */
export function comparedDays(span: DayRange): { from: string; since: string; to: string } {
  return { from: periodBefore(span).startDate, since: span.startDate, to: span.endDate };
}

/** The period of the same number of days directly before. Pure. */
function periodBefore({ startDate, endDate }: DayRange): DayRange {
  const [first, last] = [Date.parse(startDate), Date.parse(endDate)];
  return { startDate: dayOf(first - (last - first) - DAY_MS), endDate: dayOf(first - DAY_MS) };
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
