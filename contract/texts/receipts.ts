import type { LedgerTransaction } from "../transactions.ts";

/** What a payment is called on a receipt and a statement. */
export const paymentTitles: Record<LedgerTransaction["category"], string> = {
  CREDIT_CUSTOMER_WALLET: "Payment to a customer's wallet",
  WALLET_CREDITED_BY_MERCHANT: "Payment from the merchant",
  DEBIT_CUSTOMER_WALLET: "Payment from a customer's wallet",
  WALLET_DEBITED_BY_MERCHANT: "Payment to the merchant",
  WALLET_TO_WALLET_TRANSFER: "Transfer between wallets",
  MERCHANT_FUND_LOAD: "Wallet funding",
  WALLET_RESERVATION: "Wallet opening charge",
  BANK_TRANSFER: "Bank transfer",
  BANK_TRANSFER_REVERSAL: "Returned bank transfer",
  WALLET_FUNDED_THROUGH_BANK_TRANSFER: "Bank transfer received",
  CARD_PLACE_LIEN: "Money held for a card payment",
  CARD_REVERSE: "Released card hold",
  CARD_DEBIT: "Card payment",
  CARD_REFUND: "Card refund",
  CARD_FUND: "Money put on a card",
  CARD_UNLOAD: "Money taken off a card",
};

/** Texts of receipts. */
export const receiptTexts = {
  receipt: "Receipt",
  reversalOf: (title: string) => `Reversal: ${title}`,
  outsideTheWallets: "Outside the wallets",
  returnedByTheBank: "Returned by the bank",
  platform: "Platform",
  paid: "Paid",
  reversed: "Reversed: the money was sent back",
  reversedBy: (reference: string) => `Reversed by ${reference}: the money was sent back`,
  sandbox: "Sandbox: test money. This is no proof of payment.",
  amount: "Amount",
  fee: "Fee",
  vat: "VAT",
  duty: "Stamp duty",
  total: "Total paid by the sender",
  sender: "From",
  recipient: "To",
  narration: "Narration",
  reference: "Reference",
  sessionId: "Session ID",
  time: "Time",
  state: "Status",
  lagosTime: (time: string) => `${time}, Lagos time`,
  issuedBy: (merchant: string) => `Issued by ${merchant}`,
};
