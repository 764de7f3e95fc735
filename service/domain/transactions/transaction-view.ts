import type { LedgerTransaction, TransactionDetails } from "../../../contract/transactions.ts";
import type { TransactionLine } from "../../db/transactions/transaction-line.ts";
import { koboToWire } from "../../ledger/kobo.ts";
import type { Mode } from "../context.ts";

/** The kind of list: the merchant's over all wallets, or one customer's wallet. */
export type ListSide = "merchant" | "customer";

/** The category and direction of a kind of transaction in a list. Wire 3.3. */
export type Appearance = Pick<LedgerTransaction, "category" | "type"> & Pick<TransactionLine, "kind">;

export const APPEARANCES: Record<ListSide, readonly Appearance[]> = {
  merchant: [
    { category: "CREDIT_CUSTOMER_WALLET", kind: "credit", type: "DEBIT" },
    { category: "DEBIT_CUSTOMER_WALLET", kind: "debit", type: "CREDIT" },
    { category: "WALLET_TO_WALLET_TRANSFER", kind: "transfer", type: "DEBIT" },
    { category: "MERCHANT_FUND_LOAD", kind: "funding", type: "CREDIT" },
    { category: "WALLET_RESERVATION", kind: "reservation", type: "DEBIT" },
    { category: "BANK_TRANSFER", kind: "payout", type: "DEBIT" },
    { category: "BANK_TRANSFER", kind: "merchant_payout", type: "DEBIT" },
    { category: "BANK_TRANSFER_REVERSAL", kind: "payout_return", type: "CREDIT" },
    { category: "BANK_TRANSFER_REVERSAL", kind: "merchant_payout_return", type: "CREDIT" },
    { category: "WALLET_FUNDED_THROUGH_BANK_TRANSFER", kind: "bank_credit", type: "CREDIT" },
    { category: "WALLET_FUNDED_THROUGH_BANK_TRANSFER", kind: "merchant_bank_credit", type: "CREDIT" },
    { category: "CARD_PLACE_LIEN", kind: "card_hold", type: "DEBIT" },
    { category: "CARD_PLACE_LIEN", kind: "card_increment", type: "DEBIT" },
    { category: "CARD_REVERSE", kind: "card_release", type: "CREDIT" },
    { category: "CARD_DEBIT", kind: "card_payment", type: "DEBIT" },
    { category: "CARD_DEBIT", kind: "card_recovery", type: "DEBIT" },
    { category: "CARD_REFUND", kind: "card_refund", type: "CREDIT" },
    { category: "CARD_FUND", kind: "card_fund", type: "DEBIT" },
    { category: "CARD_UNLOAD", kind: "card_unload", type: "CREDIT" },
  ],
  customer: [
    { category: "WALLET_CREDITED_BY_MERCHANT", kind: "credit", type: "CREDIT" },
    { category: "WALLET_DEBITED_BY_MERCHANT", kind: "debit", type: "DEBIT" },
    { category: "WALLET_TO_WALLET_TRANSFER", kind: "transfer", type: "DEBIT" },
    { category: "WALLET_TO_WALLET_TRANSFER", kind: "transfer", type: "CREDIT" },
    { category: "BANK_TRANSFER", kind: "payout", type: "DEBIT" },
    { category: "BANK_TRANSFER_REVERSAL", kind: "payout_return", type: "CREDIT" },
    { category: "WALLET_FUNDED_THROUGH_BANK_TRANSFER", kind: "bank_credit", type: "CREDIT" },
    { category: "CARD_PLACE_LIEN", kind: "card_hold", type: "DEBIT" },
    { category: "CARD_PLACE_LIEN", kind: "card_increment", type: "DEBIT" },
    { category: "CARD_REVERSE", kind: "card_release", type: "CREDIT" },
    { category: "CARD_DEBIT", kind: "card_payment", type: "DEBIT" },
    { category: "CARD_DEBIT", kind: "card_recovery", type: "DEBIT" },
    { category: "CARD_REFUND", kind: "card_refund", type: "CREDIT" },
    { category: "CARD_FUND", kind: "card_fund", type: "DEBIT" },
    { category: "CARD_UNLOAD", kind: "card_unload", type: "CREDIT" },
  ],
};

/** Whether a transaction moves money of a wallet. Bookings between internal accounts belong to a payout or a card, whose pages show them. */
export function isOfWallets(kind: TransactionLine["kind"]): boolean {
  return APPEARANCES.merchant.some((known) => known.kind === kind);
}

/** A transaction in a list. Only the payer sees the fee, because only the payer's balance changed by it. */
export function transactionView(
  row: TransactionLine,
  side: ListSide,
  mode: Mode,
): LedgerTransaction & Pick<TransactionDetails, "metadata"> {
  const type = row.isPayer ? "DEBIT" : "CREDIT";
  const charges = row.isPayer ? row.baseFee + row.merchantFee : 0n;
  const vat = row.isPayer ? row.vat : 0n;
  const total = row.amount + charges;
  const balanceBefore = row.balanceAfter === null ? null : row.balanceAfter + (row.isPayer ? total : -total);
  return {
    id: row.id,
    reference: row.reference,
    type,
    status: row.status,
    amount: koboToWire(row.amount),
    fee: koboToWire(charges - vat),
    vat: koboToWire(vat),
    total: koboToWire(total),
    currency: "NGN",
    category: categoryOf(row.kind, side),
    description: row.status === "failed" ? (row.failure ?? row.description) : row.description,
    narration: row.narration,
    note: row.note,
    isReversal: row.reversalOf !== null,
    mode,
    completed: row.status === "success",
    source: row.sourceId,
    destination: row.destinationId,
    sourceWallet: partyOf(row.sourceId, row.sourceCustomerId, row.sourceName, row.sourceNumber),
    destinationWallet: partyOf(
      row.destinationId,
      row.destinationCustomerId,
      row.destinationName,
      row.destinationNumber,
    ),
    balance_before: balanceBefore === null ? null : koboToWire(balanceBefore),
    balance_after: row.balanceAfter === null ? null : koboToWire(row.balanceAfter),
    metadata: row.metadata ?? {},
    createdAt: row.at.toISOString(),
    updatedAt: row.at.toISOString(),
  };
}

function categoryOf(kind: TransactionLine["kind"], side: ListSide): LedgerTransaction["category"] {
  const appearance = APPEARANCES[side].find((known) => known.kind === kind);
  if (!appearance) throw new Error(`a ${kind} has no category in the list of a ${side}`);
  return appearance.category;
}

function partyOf(
  walletId: string | null,
  customerId: string | null,
  name: string | null,
  accountNumber: string | null,
): LedgerTransaction["sourceWallet"] {
  return walletId && name !== null && accountNumber ? { walletId, customerId, name, accountNumber } : null;
}
