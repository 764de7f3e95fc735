import * as z from "zod";
import { BatchOrigin, Operation } from "./batch-records.ts";
import { CardState, CardType } from "./cards.ts";
import { PayoutState } from "./payout-records.ts";
import { RelatedTransaction } from "./transactions.ts";
import { Transfer } from "./transfers.ts";
import { AccountNumber, Id, Instant, Kobo, Tier, WalletStatus } from "./values.ts";

export const TransactionEventData = z.object({
  transactionId: Id,
  reference: z.string(),
  type: z.enum(["credit", "debit"]),
  amount: Kobo,
  fee: Kobo,
  currency: z.literal("NGN"),
  status: z.enum(["success", "failed", "pending"]),
  description: z.string(),
  narration: z.string().optional(),
  reversalOf: RelatedTransaction.optional(),
  timestamp: Instant,
  metadata: z.object({ merchantId: Id, merchantName: z.string() }),
});
export type TransactionEventData = z.infer<typeof TransactionEventData>;

export const WalletEventData = z.object({
  walletId: Id,
  accountNumber: AccountNumber,
  previousBalance: Kobo,
  newBalance: Kobo,
  amount: Kobo,
  type: z.enum(["credit", "debit"]),
  reference: z.string(),
  narration: z.string().optional(),
  reversalOf: RelatedTransaction.optional(),
  timestamp: Instant,
});
export type WalletEventData = z.infer<typeof WalletEventData>;

/** Never BVN, NIN or birth date. */
export const CustomerEventData = z.object({
  customerId: Id,
  walletId: Id,
  accountNumber: AccountNumber,
  accountName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  tier: Tier,
  status: WalletStatus,
  timestamp: Instant,
});
export type CustomerEventData = z.infer<typeof CustomerEventData>;

/** The reply of the transfer with additional fields. `reason` is present only for a failure. */
export const TransferEventData = Transfer.safeExtend({
  reversalOf: RelatedTransaction.optional(),
  transactionId: Id,
  status: z.enum(["success", "failed"]),
  currency: z.literal("NGN"),
  timestamp: Instant,
  reason: z.string().optional(),
});
export type TransferEventData = z.infer<typeof TransferEventData>;

/**
 * What became of a payment to a bank account. `accountNumber` is its last four digits. The changes of one payout have rising numbers in
 * `sequence`: a receiver keeps the highest. Rails 5.
 */
export const PayoutEventData = z.object({
  transactionId: Id,
  reference: z.string(),
  state: PayoutState,
  sequence: z.int().min(0),
  amount: Kobo,
  charges: Kobo,
  vat: Kobo,
  duty: Kobo,
  total: Kobo,
  currency: z.literal("NGN"),
  walletId: Id,
  customerId: Id.nullable(),
  sessionId: z.string(),
  bank: z.object({ code: z.string(), name: z.string() }),
  accountNumber: z.string().regex(/^\d{4}$/),
  accountName: z.string(),
  description: z.string(),
  reason: z.string().nullable(),
  timestamp: Instant,
});
export type PayoutEventData = z.infer<typeof PayoutEventData>;

/** A bank transfer that arrived for a wallet that cannot take it. `customerId` is null for the merchant's wallet. Rails 5. */
export const SuspendedCreditEventData = z.object({
  bankCreditId: Id,
  walletId: Id,
  customerId: Id.nullable(),
  accountNumber: AccountNumber,
  amount: Kobo,
  reason: z.enum(["post_no_credit", "wallet_frozen", "max_balance_exceeded", "settlement"]),
  senderName: z.string(),
  sessionId: z.string(),
  reference: z.string(),
  timestamp: Instant,
});
export type SuspendedCreditEventData = z.infer<typeof SuspendedCreditEventData>;

const EndedStatus = z.enum(["completed", "partially_completed", "failed"]);

/**
 * A batch of credits or debits whose last item was decided. `paid` + `duplicates` + `failed` = `total`; `duplicates` are items that were
 * paid before (decision 0098); `amount` is the sum of the paid items in kobo. `results` is the path of the results of all rows below the API's base path.
 * Webhooks 3, decision 0120.
 */
export const BatchEventData = z.object({
  batchId: Id,
  reference: z.string(),
  operation: Operation.or(z.literal("payout")),
  origin: BatchOrigin,
  status: EndedStatus,
  total: z.int(),
  paid: z.int(),
  duplicates: z.int(),
  failed: z.int(),
  amount: Kobo,
  currency: z.literal("NGN"),
  results: z.string(),
  timestamp: Instant,
});
export type BatchEventData = z.infer<typeof BatchEventData>;

/**
 * An import of customers whose last row was decided. `created` + `duplicates` + `failed` = `total`; `duplicates` are rows of people who are
 * customers already. Webhooks 3, decision 0120.
 */
export const WalletImportEventData = z.object({
  batchId: Id,
  status: EndedStatus,
  total: z.int(),
  created: z.int(),
  duplicates: z.int(),
  failed: z.int(),
  results: z.string(),
  timestamp: Instant,
});
export type WalletImportEventData = z.infer<typeof WalletImportEventData>;

/** A card and its state. The spec has no shape for `card.linked`. Cards 5. */
export const CardEventData = z.object({
  cardId: Id,
  customerId: Id,
  walletId: Id,
  type: CardType,
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  status: CardState,
  replaces: Id.nullable(),
  timestamp: Instant,
});
export type CardEventData = z.infer<typeof CardEventData>;

/**
 * A payment of a card that was decided or changed. `amount` is what the step is about: what was asked, added, cleared, given back or
 * collected. `final`: the shop clears no more of it. `merchantAmount` is in the smallest unit of `merchantCurrency`. Cards 5.
 */
export const CardPaymentEventData = z.object({
  authorizationId: Id,
  cardId: Id,
  customerId: Id,
  walletId: Id,
  last4: z.string().nullable(),
  step: z.enum(["approved", "declined", "increment", "clear", "reverse", "expire", "refund", "collect"]),
  amount: Kobo,
  final: z.boolean(),
  declineCode: z.string().nullable(),
  merchantName: z.string().nullable(),
  category: z.string().nullable(),
  country: z.string().nullable(),
  merchantAmount: z.int().nullable(),
  merchantCurrency: z.string().nullable(),
  timestamp: Instant,
});
export type CardPaymentEventData = z.infer<typeof CardPaymentEventData>;

export const TestEventData = z.object({ message: z.string(), timestamp: Instant, subscriptionId: Id, merchantId: Id });
export type TestEventData = z.infer<typeof TestEventData>;
