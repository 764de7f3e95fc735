import type { InsightKind } from "../../contract/insights.ts";
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
