import { Check, CircleAlert, Clock, type LucideIcon } from "lucide-react";
import type { LedgerTransaction, TransactionDetails } from "../../contract/transactions.ts";
import { accountKinds } from "../../lib/format/account-kinds.ts";
import type { Tone } from "../ui/chip.tsx";
import { texts } from "./texts.ts";

type Status = LedgerTransaction["status"];
type Category = LedgerTransaction["category"];

export const statusAppearances: Record<Status, { tone: Tone; icon: LucideIcon; word: string }> = {
  success: { tone: "ok", icon: Check, word: texts.done },
  failed: { tone: "bad", icon: CircleAlert, word: texts.failed },
  pending: { tone: "wait", icon: Clock, word: texts.pending },
};

/** Labels of categories. Credits and debits have two API values each, one for each side. */
export const categoryLabels: Record<Category, string> = {
  WALLET_TO_WALLET_TRANSFER: texts.transfer,
  CREDIT_CUSTOMER_WALLET: texts.credit,
  WALLET_CREDITED_BY_MERCHANT: texts.creditByMerchant,
  DEBIT_CUSTOMER_WALLET: texts.debit,
  WALLET_DEBITED_BY_MERCHANT: texts.debitByMerchant,
  MERCHANT_FUND_LOAD: texts.funding,
  WALLET_RESERVATION: texts.reservation,
  BANK_TRANSFER: texts.bankTransfer,
  BANK_TRANSFER_REVERSAL: texts.bankTransferReturned,
  WALLET_FUNDED_THROUGH_BANK_TRANSFER: texts.bankCredit,
  CARD_PLACE_LIEN: texts.heldForACard,
  CARD_REVERSE: texts.cardHoldReleased,
  CARD_DEBIT: texts.cardPayment,
  CARD_REFUND: texts.cardRefund,
  CARD_FUND: texts.cardFunded,
  CARD_UNLOAD: texts.cardUnloaded,
};

/** The scope of a list: all of the merchant's wallets, or one customer's wallet. */
export type ListSide = "merchant" | "customer";

/** Categories that can occur in each scope. In the other scope a category matches nothing. */
export const categoriesOf: Record<ListSide, readonly Category[]> = {
  merchant: [
    "WALLET_TO_WALLET_TRANSFER",
    "CREDIT_CUSTOMER_WALLET",
    "DEBIT_CUSTOMER_WALLET",
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
  ],
  customer: [
    "WALLET_TO_WALLET_TRANSFER",
    "WALLET_CREDITED_BY_MERCHANT",
    "WALLET_DEBITED_BY_MERCHANT",
    "BANK_TRANSFER",
    "BANK_TRANSFER_REVERSAL",
    "WALLET_FUNDED_THROUGH_BANK_TRANSFER",
    "CARD_PLACE_LIEN",
    "CARD_REVERSE",
    "CARD_DEBIT",
    "CARD_REFUND",
    "CARD_FUND",
    "CARD_UNLOAD",
  ],
};

/** Options of the category filter. */
export function categoryChoices(side: ListSide): { value: Category; label: string }[] {
  return categoriesOf[side].map((value) => ({ value, label: categoryLabels[value] }));
}

/** The kind of batch that a transaction belongs to. */
export function batchKind({ category }: Pick<LedgerTransaction, "category">): "credit" | "debit" {
  return category === "DEBIT_CUSTOMER_WALLET" || category === "WALLET_DEBITED_BY_MERCHANT" ? "debit" : "credit";
}

/** The page of a transaction. */
export function transactionHref(reference: string): string {
  return `/transactions/${encodeURIComponent(reference)}`;
}

/** The receipt of a transaction or payout. */
export function receiptHref(reference: string): string {
  return `${transactionHref(reference)}/receipt`;
}

/** Payer and payee. A side without a wallet is a card, a bank account, or the platform that funds the merchant. */
export function partyNames({ sourceWallet, destinationWallet, category }: LedgerTransaction): {
  from: string;
  to: string;
} {
  const other =
    category === "MERCHANT_FUND_LOAD" ? texts.platform : category.startsWith("CARD_") ? texts.card : texts.bankAccount;
  return { from: sourceWallet?.name ?? other, to: destinationWallet?.name ?? other };
}

/** Payer and payee on one line: `Ada Obi → Chi Eze`. */
export function partiesText(transaction: LedgerTransaction): string {
  const { from, to } = partyNames(transaction);
  return `${from} → ${to}`;
}

const movementWords: Partial<Record<Category, string>> = {
  WALLET_TO_WALLET_TRANSFER: texts.transfer,
  BANK_TRANSFER: texts.bankTransfer,
  BANK_TRANSFER_REVERSAL: texts.bankTransferReturned,
  WALLET_FUNDED_THROUGH_BANK_TRANSFER: texts.bankCredit,
  CARD_PLACE_LIEN: texts.heldForACard,
  CARD_REVERSE: texts.cardHoldReleased,
  CARD_DEBIT: texts.cardPayment,
  CARD_REFUND: texts.cardRefund,
  CARD_FUND: texts.cardFunded,
  CARD_UNLOAD: texts.cardUnloaded,
};

/** From one wallet's point of view: `Transfer to Chi Eze`. */
export function movementText(transaction: LedgerTransaction): string {
  const { type, category, sourceWallet, destinationWallet } = transaction;
  const other = type === "CREDIT" ? sourceWallet : destinationWallet;
  const word = movementWords[category] ?? (type === "CREDIT" ? texts.credit : texts.debit);
  return other ? `${word} ${type === "CREDIT" ? "from" : "to"} ${other.name}` : word;
}

/** The change of the list's wallet, fee included; 0 for a failed transaction. */
export function signedTotal({ type, total }: Pick<LedgerTransaction, "type" | "total">): number {
  return type === "CREDIT" ? total : -total;
}

const actors: Record<TransactionDetails["actorKind"], string> = {
  member: texts.teamMember,
  key: "Private key",
  customer: texts.customer,
  job: texts.service,
  platform: texts.platform,
};

/** The actor's name, if known. */
export function actorText({ actorName, actorKind }: Pick<TransactionDetails, "actorName" | "actorKind">): string {
  return actorName || actors[actorKind];
}

/** The owner of an entry's account. */
export function accountText({ accountKind, name }: TransactionDetails["entries"][number]): string {
  return name ?? accountKinds[accountKind];
}
