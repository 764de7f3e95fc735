import type { TransactionKind } from "../db/transactions/transaction-line.ts";

/**
 * Money from one account to another of the same tenant. The source gives `amount` plus both fees, the destination gets
 * `amount` (api 4). `id` and `reference` are made before, so that a repeated attempt is known by them. Kobo.
 */
export type Movement = {
  readonly tenant: number;
  readonly id: string;
  readonly reference: string;
  /** True when the service made the reference: it is then looked up only where an attempt is repeated. */
  readonly referenceGenerated: boolean;
  readonly kind: TransactionKind;
  readonly source: bigint;
  readonly destination: bigint;
  readonly amount: bigint;
  readonly baseFee: bigint;
  readonly merchantFee: bigint;
  /** The most that may leave the source on a day, where there is such a limit besides those of its tier. */
  readonly ceiling?: bigint | null;
  readonly batch: string | null;
  readonly description: string | null;
  readonly metadata: object | null;
  /** Who moves it, for the record: kind and ID. */
  readonly actor: string;
};

/** Why a movement is refused, with the numbers behind it. Neutral: each verb gives them the spec's words. Kobo. */
export type Refusal =
  | { readonly code: "duplicate_reference"; readonly reference: string }
  | { readonly code: "same_account" }
  | { readonly code: "account_not_found"; readonly side: Side }
  | { readonly code: "account_frozen"; readonly side: Side }
  | { readonly code: "post_no_credit" }
  | { readonly code: "single_limit_exceeded"; readonly limit: bigint; readonly amount: bigint }
  | { readonly code: "daily_limit_exceeded"; readonly limit: bigint; readonly spent: bigint; readonly amount: bigint }
  | { readonly code: "balance_too_low"; readonly balance: bigint; readonly needed: bigint }
  | { readonly code: "min_balance_not_met"; readonly minBalance: bigint; readonly balanceAfter: bigint }
  | { readonly code: "max_balance_exceeded"; readonly maxBalance: bigint; readonly balanceAfter: bigint }
  | { readonly code: "ceiling_exceeded"; readonly limit: bigint; readonly spent: bigint; readonly amount: bigint };
export type Side = "source" | "destination";
export type RefusalCode = Refusal["code"];

/** What became of one movement. Balances are those right after it. Kobo. */
export type Outcome =
  | { readonly posted: true; readonly sourceBalance: bigint; readonly destinationBalance: bigint }
  | { readonly posted: false; readonly refusal: Refusal };
