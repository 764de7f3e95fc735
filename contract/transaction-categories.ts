import * as z from "zod";

/** The category of a transaction from the listed wallet's side. Wire 3.3. */
export const Category = z.enum([
  "CREDIT_CUSTOMER_WALLET",
  "WALLET_CREDITED_BY_MERCHANT",
  "DEBIT_CUSTOMER_WALLET",
  "WALLET_DEBITED_BY_MERCHANT",
  "WALLET_TO_WALLET_TRANSFER",
  "MERCHANT_FUND_LOAD",
  "WALLET_RESERVATION",
  "BANK_TRANSFER",
  "BANK_TRANSFER_REVERSAL",
  "WALLET_FUNDED_THROUGH_BANK_TRANSFER",
  "CARD_PLACE_LIEN",
  "CARD_REVERSE",
  "CARD_DEBIT",
  "CARD_REFUND",
  "CARD_FUND",
  "CARD_UNLOAD",
]);

/** Published categories that no transaction here has. As a filter they match nothing. Decision 0130. */
const UNUSED_CATEGORIES = [
  "BANK_TRANSFER_COMMISSION",
  "CARD_COMMISSION",
  "CARD_DEBIT_LIEN",
  "CUSTOMER_BANK_TRANSFER",
  "NIP_CREDIT",
  "REMITA_FUND_TRANSFER",
  "STAMP_DUTY",
  "STAMP_DUTY_COMMISSION",
  "VAT_COMMISSION",
] as const;
/** A category to filter by. */
export const CategoryFilter = z.enum([...Category.options, ...UNUSED_CATEGORIES]);
export type CategoryFilter = z.infer<typeof CategoryFilter>;
