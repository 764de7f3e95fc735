import type { InsightKind } from "../../contract/insights.ts";
import type { Period } from "../../lib/api/insights.ts";
import { transactionsHref } from "./rows-behind.ts";
import { texts } from "./texts.ts";

export const kindNames: Record<InsightKind, string> = {
  credits: texts.credits,
  debits: texts.debits,
  transfers: texts.transfers,
  bankTransfers: texts.bankTransfers,
  returnedBankTransfers: texts.returnedBankTransfers,
  bankCredits: texts.bankCredits,
  funding: texts.funding,
  reservations: texts.reservations,
  cardPayments: texts.cardPayments,
  returnedCardPayments: texts.returnedCardPayments,
  cardFunding: texts.cardFunding,
  cardUnloading: texts.cardUnloading,
};

const categories: Record<InsightKind, string> = {
  credits: "CREDIT_CUSTOMER_WALLET",
  debits: "DEBIT_CUSTOMER_WALLET",
  transfers: "WALLET_TO_WALLET_TRANSFER",
  bankTransfers: "BANK_TRANSFER",
  returnedBankTransfers: "BANK_TRANSFER_REVERSAL",
  bankCredits: "WALLET_FUNDED_THROUGH_BANK_TRANSFER",
  funding: "MERCHANT_FUND_LOAD",
  reservations: "WALLET_RESERVATION",
  cardPayments: "CARD_PLACE_LIEN",
  returnedCardPayments: "CARD_REVERSE",
  cardFunding: "CARD_FUND",
  cardUnloading: "CARD_UNLOAD",
};

/** The posted transactions of one kind. */
export function kindHref(kind: InsightKind, period: Period): string {
  return transactionsHref(period, { category: categories[kind], status: "success" });
}
