import type { InsightKind } from "../../contract/insights.ts";
import type { TransactionGroup } from "../../contract/transactions.ts";
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

const filters: Record<InsightKind, { category: string } | { group: TransactionGroup }> = {
  credits: { category: "CREDIT_CUSTOMER_WALLET" },
  debits: { category: "DEBIT_CUSTOMER_WALLET" },
  transfers: { category: "WALLET_TO_WALLET_TRANSFER" },
  bankTransfers: { category: "BANK_TRANSFER" },
  returnedBankTransfers: { category: "BANK_TRANSFER_REVERSAL" },
  bankCredits: { category: "WALLET_FUNDED_THROUGH_BANK_TRANSFER" },
  funding: { category: "MERCHANT_FUND_LOAD" },
  reservations: { category: "WALLET_RESERVATION" },
  cardPayments: { group: "cardPayments" },
  returnedCardPayments: { group: "returnedCardPayments" },
  cardFunding: { category: "CARD_FUND" },
  cardUnloading: { category: "CARD_UNLOAD" },
};

/** The posted transactions of one kind. */
export function kindHref(kind: InsightKind, period: Period): string {
  return transactionsHref(period, { ...filters[kind], status: "success" });
}
