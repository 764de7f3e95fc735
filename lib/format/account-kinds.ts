import type { TransactionDetails } from "../../contract/transactions.ts";
import { texts } from "./texts.ts";

/** The names of the ledger's accounts on all screens. */
export const accountKinds: Record<TransactionDetails["entries"][number]["accountKind"], string> = {
  wallet: "Wallet",
  merchant: texts.merchantWallet,
  platform_fee: texts.platformFee,
  merchant_fee: texts.yourFee,
  funding: texts.outsideMoney,
  wallet_fee: texts.platformFee,
  payout_hold: texts.heldForAPayout,
  payout_review: texts.payoutInReview,
  bank_float: texts.moneyAtTheBank,
  vat_payable: "VAT",
  duty_payable: texts.stampDuty,
  inbound_suspense: texts.suspendedBankCredit,
  receivable: "Receivable",
  card_account: texts.cardAccount,
  card_hold: texts.heldForACard,
  issuer_settlement: texts.cardIssuer,
};
