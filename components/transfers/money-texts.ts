import type { MerchantSettings } from "../../contract/merchant-settings.ts";
import type { MovementPreview } from "../../contract/transfers.ts";
import type { MoneyKind } from "../../lib/api/transfers.ts";

export const kindLabels: Record<MoneyKind, string> = {
  transfer: "Transfer",
  credit: "Credit",
  debit: "Debit",
  payout: "Payout",
};

/** The title of the form. */
export function pageTitleOf(kind: MoneyKind): string {
  return kind === "payout" ? "Send to bank" : `New ${kind}`;
}

const SHOWN = 3;

/** Who must approve before money moves, in one sentence. `own`: the submitter's name. */
export function approversText({ required, approvers }: MovementPreview["approval"], own: string): string {
  if (!required) return "It is done at once; nobody has to approve it.";
  if (approvers.length === 0) return "Nobody in your team may approve this amount. Ask the main merchant.";
  if (approvers.length === 1 && approvers[0] === own) {
    return "Nobody else may approve this amount: you can, and it is recorded as approved by yourself.";
  }
  const names = approvers.slice(0, SHOWN);
  const rest = approvers.length - names.length;
  if (rest > 0) return `${names.join(", ")} or ${rest} more must approve. Nothing moves before that.`;
  const last = names.at(-1) ?? "";
  const text = names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${last}` : last;
  return `${text} must approve. Nothing moves before that.`;
}

type Flags = Pick<MerchantSettings, "canDebitCustomer" | "internalTransfers" | "requirePinForDebit">;

/** Why the merchant's settings disable this kind of payment; `null` if they allow it. Dashboard 2.5. */
export function closedText(kind: MoneyKind, flags: Flags): string | null {
  if (kind === "transfer" && !flags.internalTransfers) return "Internal transfers are off for this merchant.";
  if (kind === "debit" && !flags.canDebitCustomer) return "Debits of customers are off for this merchant.";
  if (kind === "debit" && flags.requirePinForDebit) {
    return "Every debit asks for the customer’s PIN, which staff never hold. Debit through your integration instead.";
  }
  return null;
}
