import type { TransactionKind } from "../db/transactions/transaction-line.ts";

/**
 * A requested transfer of an amount between two accounts of one tenant, before validation. The source pays `amount` plus both
 * fees; the destination receives `amount` (API 4). `id` and `reference` exist beforehand, so that a repeated attempt is recognized. Kobo.
 */
export type Movement = {
  readonly tenant: number;
  readonly id: string;
  readonly reference: string;
  /** True when the service generated the reference: it is then looked up only in a repeated attempt. */
  readonly referenceGenerated: boolean;
  readonly kind: TransactionKind;
  readonly source: bigint;
  readonly destination: bigint;
  readonly amount: bigint;
  readonly baseFee: bigint;
  readonly merchantFee: bigint;
  /** The daily limit of the source in addition to its tier's, if there is one. */
  readonly ceiling?: bigint | null;
  readonly batch: string | null;
  readonly description: string | null;
  /** What the customer reads. */
  readonly narration: string | null;
  /** What only the merchant's staff reads. */
  readonly note: string | null;
  /** The ID of the transaction that this movement takes back. Each is taken back at most once. Decision 0104. */
  readonly reversalOf: string | null;
  /** What the destination has not spent after all, as an earlier payment comes back. */
  readonly unspent?: Unspent | null;
  readonly metadata: object | null;
  /** The recorded actor, as kind and ID. */
  readonly actor: string;
  /** Present where the transaction is its own audit row. */
  readonly call?: Call | null;
};

/** The call that asked for a transaction: the name of its actor, the address it came from and its request ID. Decision 0218. */
export type Call = { readonly actorName: string; readonly address: string | null; readonly requestId: string };

/** An amount that counts no longer against the limits of the day on which it was paid (Africa/Lagos). Kobo. Decision 0205. */
export type Unspent = { readonly day: string; readonly amount: bigint };

/** Why a movement is refused, with its numbers. Each verb translates it to the specification's text. Kobo. */
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

/** The result of one movement. Balances are those right after it. Kobo. */
export type Outcome =
  | { readonly posted: true; readonly sourceBalance: bigint; readonly destinationBalance: bigint }
  | { readonly posted: false; readonly refusal: Refusal };
