import { Check, CircleAlert, Clock, type LucideIcon } from "lucide-react";
import type { LedgerTransaction, TransactionDetails } from "../../contract/transactions.ts";
import type { Tone } from "../ui/chip.tsx";

type Status = LedgerTransaction["status"];
type Category = LedgerTransaction["category"];

export const statusLooks: Record<Status, { tone: Tone; icon: LucideIcon; word: string }> = {
  success: { tone: "ok", icon: Check, word: "Done" },
  failed: { tone: "bad", icon: CircleAlert, word: "Failed" },
  pending: { tone: "wait", icon: Clock, word: "Pending" },
};

/** Categories as people say them; two wire words each mean a credit or a debit, one for each side of it. */
export const categoryWords: Record<Category, string> = {
  WALLET_TO_WALLET_TRANSFER: "Transfer",
  CREDIT_CUSTOMER_WALLET: "Credit",
  WALLET_CREDITED_BY_MERCHANT: "Credit by merchant",
  DEBIT_CUSTOMER_WALLET: "Debit",
  WALLET_DEBITED_BY_MERCHANT: "Debit by merchant",
  MERCHANT_FUND_LOAD: "Funding",
  WALLET_RESERVATION: "Reservation",
};

/** Whose list it is: the merchant's over all wallets, or that of one customer's wallet. */
export type ListSide = "merchant" | "customer";

/** What may stand in whose list. Asked for in the other one, a category finds nothing. */
export const categoriesOf: Record<ListSide, readonly Category[]> = {
  merchant: [
    "WALLET_TO_WALLET_TRANSFER",
    "CREDIT_CUSTOMER_WALLET",
    "DEBIT_CUSTOMER_WALLET",
    "MERCHANT_FUND_LOAD",
    "WALLET_RESERVATION",
  ],
  customer: ["WALLET_TO_WALLET_TRANSFER", "WALLET_CREDITED_BY_MERCHANT", "WALLET_DEBITED_BY_MERCHANT"],
};

/** The choices of a filter by category. */
export function categoryChoices(side: ListSide): { value: Category; label: string }[] {
  return categoriesOf[side].map((value) => ({ value, label: categoryWords[value] }));
}

/** Which kind of batch a transaction is a row of. */
export function batchKind({ category }: Pick<LedgerTransaction, "category">): "credit" | "debit" {
  return category === "DEBIT_CUSTOMER_WALLET" || category === "WALLET_DEBITED_BY_MERCHANT" ? "debit" : "credit";
}

/** Who paid whom, as one line: `Ada Obi → Chi Eze`. */
export function partiesText({ sourceWallet, destinationWallet }: LedgerTransaction): string {
  return `${sourceWallet?.name ?? "Outside"} → ${destinationWallet?.name ?? "Outside"}`;
}

/** Seen from one wallet: `Transfer to Chi Eze`. */
export function movementText(transaction: LedgerTransaction): string {
  const { type, category, sourceWallet, destinationWallet } = transaction;
  const other = type === "CREDIT" ? sourceWallet : destinationWallet;
  const word = category === "WALLET_TO_WALLET_TRANSFER" ? "Transfer" : type === "CREDIT" ? "Credit" : "Debit";
  return other ? `${word} ${type === "CREDIT" ? "from" : "to"} ${other.name}` : word;
}

/** What the wallet of the list gained or lost, fee included; a failed one moved nothing. */
export function signedTotal({ type, total }: Pick<LedgerTransaction, "type" | "total">): number {
  return type === "CREDIT" ? total : -total;
}

const actors: Record<TransactionDetails["actorKind"], string> = {
  member: "Team member",
  key: "Private key",
  customer: "Customer",
  job: "Service",
  platform: "Platform",
};

/** Who did it: a name where there is one. */
export function actorText({ actorName, actorKind }: Pick<TransactionDetails, "actorName" | "actorKind">): string {
  return actorName || actors[actorKind];
}

const accounts: Record<TransactionDetails["entries"][number]["accountKind"], string> = {
  wallet: "Wallet",
  merchant: "Merchant wallet",
  platform_fee: "Platform fee",
  merchant_fee: "Your fee",
  funding: "Outside money",
  wallet_fee: "Platform fee",
};

/** Whose account an entry stands in. */
export function accountText({ accountKind, name }: TransactionDetails["entries"][number]): string {
  return name ?? accounts[accountKind];
}
