import * as z from "zod";
import { PREFLIGHT_ITEMS_MAX } from "./money-row.ts";
import { AccountNumber, Id, Instant, Kobo, paymentTexts, Reference } from "./values.ts";

/** The maximum number of items in a JSON batch. API 5. */
export const BATCH_ITEMS_MAX = 5000;

// Any whole number: an amount of 1 or less rejects only its own item. API 5.
export const ItemAmount = z
  .number({
    error: (issue) =>
      issue.input === undefined ? "is required" : "must be a number of kobo, not text or anything else",
  })
  .superRefine((value, context) => {
    if (!Number.isInteger(value))
      context.addIssue({ code: "custom", message: "amounts are whole kobo; fractions are refused" });
    else if (!Number.isSafeInteger(value))
      context.addIssue({ code: "custom", message: "must be at most 9007199254740991 kobo" });
  })
  .meta({ type: "integer", examples: [20000] });

const money = { amount: ItemAmount, reference: Reference.optional(), ...paymentTexts };
/** A wrong, missing or malformed PIN rejects only its own item. API 3. */
const withPin = { ...money, pin: z.string().max(100).optional() };

function batchOf<Item extends z.ZodType>(item: Item) {
  return z.object({ transactions: z.array(item).max(BATCH_ITEMS_MAX), batchReference: Reference.optional() });
}

/** Items without a customer are filtered out (spec 4.2). */
export const BatchCreditByCustomerBody = batchOf(
  z.object({ customerId: Id.nullish(), ...money }).meta({
    examples: [{ customerId: "0190a000-0000-7000-8000-000000000001", amount: 20000, reference: "REF-0000000001" }],
  }),
);
export const BatchDebitByCustomerBody = batchOf(z.object({ customerId: Id, ...withPin }));
export const BatchCreditByWalletBody = batchOf(z.object({ walletId: Id, ...money }));
/** One customer pays many. Wire 5, decision 0137. */
export const BatchTransferBody = z
  .object({
    customerId: Id,
    recipients: z.array(z.object({ customerId: Id, ...money })).max(BATCH_ITEMS_MAX),
    batchReference: Reference.optional(),
  })
  .meta({
    examples: [
      {
        batchReference: "BATCH-0000000001",
        customerId: "0190a000-0000-7000-8000-000000000001",
        recipients: [
          { customerId: "0190a000-0000-7000-8000-000000000002", amount: 20000, reference: "REF-0000000001" },
        ],
      },
    ],
  });
export const BatchDebitByWalletBody = batchOf(z.object({ walletId: Id, ...withPin }));

const Answered = z.object({ customerId: Id.optional(), walletId: Id.optional(), amount: Kobo, reference: z.string() });
export const AcceptedItem = Answered.meta({ id: "AcceptedItem" });
/** A row of a file that could not be read has neither an amount nor a reference. */
export const RejectedItem = Answered.extend({
  amount: Kobo.nullable(),
  reference: z.string().nullable(),
  reason: z.string(),
  referenceExists: z.boolean(),
}).meta({ id: "RejectedItem" });
const FilteredItem = z.object({
  customerId: Id.nullish(),
  amount: Kobo,
  reference: z.string().optional(),
  reason: z.string(),
});

/** The results of a JSON batch by item. Both lists are empty while the batch awaits approval. Spec 4.2, API 5. */
export const BatchResult = z
  .object({
    batchReference: z.string(),
    accepted: z.array(AcceptedItem),
    rejected: z.array(RejectedItem),
    filtered: z.array(FilteredItem).optional(),
  })
  .meta({ id: "BatchResult" });

export const Operation = z.enum(["credit", "debit"]);
export type Operation = z.infer<typeof Operation>;
/** How a batch was sent: in one JSON call, or as a file. */
export const BatchOrigin = z.enum(["json", "upload"]);
export const BatchStatus = z.enum([
  "awaiting_approval",
  "pending",
  "processing",
  "completed",
  "partially_completed",
  "failed",
  "cancelled",
  "declined",
]);

/** A batch that made earlier payments. */
const PayingBatch = z.object({ batchId: Id, batchReference: z.string(), paidAt: Instant }).meta({ id: "PayingBatch" });

/**
 * A batch of credits or debits, sent as JSON or uploaded. `payer`: the customer who pays all items; null where the merchant does. `fileName`: of an uploaded file, where its sender gave one. `withdrawn`: it is
 * `declined` because its own sender withdrew it. `duplicates`: the rejected items whose reference the same payment used before,
 * which is in the books. `paidBy`: the batches that paid them, at most three, the one with the most first. Api 5.
 */
export const Batch = z
  .object({
    batchId: Id,
    batchReference: z.string(),
    operation: Operation,
    status: BatchStatus,
    payer: Id.nullable(),
    withdrawn: z.boolean(),
    fileName: z.string().nullable(),
    total: z.int(),
    processed: z.int(),
    accepted: z.int(),
    rejected: z.int(),
    duplicates: z.int(),
    totalAmount: Kobo,
    paidBy: z.array(PayingBatch),
    createdAt: Instant,
    startedAt: Instant.nullable(),
    finishedAt: Instant.nullable(),
  })
  .meta({ id: "Batch" });
export type Batch = z.infer<typeof Batch>;

/** A batch with its items, if there are at most 100. Longer batches are listed by page. */
export const BatchRecord = Batch.omit({ accepted: true, rejected: true })
  .extend({
    acceptedCount: z.int(),
    rejectedCount: z.int(),
    accepted: z.array(AcceptedItem),
    rejected: z.array(RejectedItem),
    hasAllItems: z.boolean(),
  })
  .meta({ id: "BatchRecord" });
export type BatchRecord = z.infer<typeof BatchRecord>;

/** A payment in the books that an item repeats, and the batch that paid it, if one did. */
const EarlierPayment = z
  .object({ transactionId: Id, batchId: Id.nullable(), batchReference: z.string().nullable(), paidAt: Instant })
  .meta({ id: "EarlierPayment" });
export type EarlierPayment = z.infer<typeof EarlierPayment>;

/**
 * The pending items of a batch, among its first `checkedRows`, that repeat earlier payments. `paid`: the same payment has the same reference,
 * so they will be rejected. `recent`: equal payments of the last days have other references, so they will be paid again.
 */
const Repeats = z.object({ rows: z.int(), paidBy: z.array(PayingBatch) });
export const BatchRepeats = z
  .object({ checkedRows: z.int(), paid: Repeats, recent: Repeats })
  .meta({ id: "BatchRepeats" });
export type BatchRepeats = z.infer<typeof BatchRepeats>;

/** `cancelled`: its batch was cancelled or declined, or failed at its approval, before the item was decided. */
export const BatchItemStatus = z.enum(["pending", "accepted", "rejected", "cancelled"]);
/** `rejected` is the sum of `duplicate` and `failed`. */
export const BatchItemFilter = z.enum([...BatchItemStatus.options, "duplicate", "failed"]);
export const BatchItem = z
  .object({
    row: z.int().min(1),
    status: BatchItemStatus,
    customerId: Id.nullable(),
    walletId: Id.nullable(),
    accountNumber: z.string().nullable(),
    amount: Kobo.nullable(),
    reference: z.string().nullable(),
    narration: z.string().nullable(),
    note: z.string().nullable(),
    reason: z.string().nullable(),
    /** The payment that a rejected item repeats: same reference, direction, wallet and amount. */
    duplicateOf: EarlierPayment.nullable(),
  })
  .meta({ id: "BatchItem" });
export type BatchItem = z.infer<typeof BatchItem>;

const PreflightItem = z
  .object({
    customerId: Id.optional(),
    walletId: Id.optional(),
    accountNumber: AccountNumber.optional(),
    amount: ItemAmount.refine((value) => value > 1, "must be greater than 1 kobo"),
    reference: Reference.optional(),
  })
  .refine(
    ({ customerId, walletId, accountNumber }) =>
      [customerId, walletId, accountNumber].filter((name) => name !== undefined).length === 1,
    { error: "is required, or walletId or accountNumber instead; only one of them", path: ["customerId"] },
  )
  .meta({ examples: [{ accountNumber: "9900000001", amount: 20000, reference: "REF-0000000001" }] });
export const PreflightBody = z.object({
  operation: Operation,
  transactions: z.array(PreflightItem).min(1).max(PREFLIGHT_ITEMS_MAX),
});

/**
 * What would happen to an item now. `name` and `accountNumber` are null where there is no such wallet. `reason`: why it would be rejected.
 * `duplicateOf`: the payment that used its reference and is the same (decision 0098). `recent`: the newest payment of the same amount to the
 * same wallet in the last days, under another reference.
 */
export const PreflightResult = z
  .object({
    name: z.string().nullable(),
    accountNumber: z.string().nullable(),
    reason: z.object({ code: z.string(), message: z.string() }).nullable(),
    duplicateOf: EarlierPayment.nullable(),
    recent: EarlierPayment.nullable(),
  })
  .meta({ id: "PreflightResult" });
export type PreflightResult = z.infer<typeof PreflightResult>;
