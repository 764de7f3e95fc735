import type { MerchantSettings } from "../../contract/merchant-settings.ts";
import type { MoneyKind } from "../../lib/api/transfers.ts";

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
