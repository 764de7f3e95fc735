import { reasonOf } from "./refusals.ts";

/** What a rejected item says where the ledger was not asked (wire 7, api 5). */
export const REASONS = {
  customerMissing: "Customer not found.",
  walletMissing: "Wallet not found.",
  customerUnnamed: "customerId is missing.",
  amountTooSmall: "Amount must be greater than 1 kobo.",
} as const;

const DUPLICATE = reasonOf({ code: "duplicate_reference", reference: "" });

/** Whether an item was rejected because its reference was used before (wire 4.2). */
export function isDuplicate(reason: string | null): boolean {
  return reason === DUPLICATE;
}
