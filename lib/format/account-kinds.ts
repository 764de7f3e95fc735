import type { TransactionDetails } from "../../contract/transactions.ts";

/** The names of the ledger's accounts on all screens. */
export const accountKinds: Record<TransactionDetails["entries"][number]["accountKind"], string> = {
  wallet: "Wallet",
  merchant: "Merchant wallet",
  platform_fee: "Platform fee",
  merchant_fee: "Your fee",
  funding: "Outside money",
  wallet_fee: "Platform fee",
  payout_hold: "Held for a payout",
  payout_review: "Payout in review",
  bank_float: "Money at the bank",
  vat_payable: "VAT",
  duty_payable: "Stamp duty",
  inbound_suspense: "Suspended bank credit",
  receivable: "Receivable",
};
