import type { FailureCode } from "../errors.ts";

/**
 * The exact reasons of rejected items and of single credits and debits, by code (Spec 7, Wire 7, API 5). Some differ from the
 * text of the same code in `contract/errors.ts`, which transfers use.
 */
export const itemReasonTexts = {
  same_wallet: "Source and destination cannot be the same.",
  wallet_not_found: "Wallet not found.",
  customer_not_found: "Customer not found.",
  source_inactive: "Wallet is not active.",
  post_no_credit: "Post no credit is enabled.",
  single_limit_exceeded: "Single transaction limit exceeded.",
  daily_limit_exceeded: "Customer daily tier limit exceeded",
  insufficient_balance: "Insufficient balance",
  min_balance_not_met: "Minimum balance condition not met.",
  max_balance_exceeded: "Maximum balance would be exceeded.",
  merchant_daily_limit_exceeded: "Daily transaction limit exceeded.",
  reference_exists: "Reference already exist.",
  customer_missing: "customerId is missing.",
  amount_too_small: "Amount must be greater than 1 kobo.",
} as const satisfies Partial<Record<FailureCode | "customer_missing" | "amount_too_small", string>>;

/**
 * `row_invalid`: a row of a file whose cells are not valid; its text names the cell. `already_paid`: the reference was used before by the
 * same payment; its text is that of `reference_exists`.
 */
export type ItemReasonCode = FailureCode | keyof typeof itemReasonTexts | "row_invalid" | "already_paid";

/** Why an item of a batch is rejected. Decisions use the code; only people read the text. */
export type ItemReason = { code: ItemReasonCode; text: string };

/** The reason of a code with a fixed text. */
export function itemReason(code: keyof typeof itemReasonTexts): ItemReason {
  return { code, text: itemReasonTexts[code] };
}

export const batchTexts = {
  partlyCompleted: ({ accepted, rejected }: { accepted: number; rejected: number }) =>
    `${accepted} of ${accepted + rejected} transactions completed, ${rejected} rejected.`,
  cellCount: (cells: number, columns: number) => `The row has ${cells} cells, the header ${columns}.`,
  nullInHeader: "has null characters in its header",
};
