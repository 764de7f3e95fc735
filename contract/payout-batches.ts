import * as z from "zod";
import { endpoint, membersAndKeys } from "./endpoint.ts";
import { Metadata, success } from "./envelope.ts";
import { BankTransferBody, NameMatch, PAYOUT_BATCH_MAX, PAYOUT_PREFLIGHT_MAX, PayoutState } from "./payout-records.ts";
import { SUBMITTED } from "./transfers.ts";
import { AccountNumber, Facts, FileName, Id, Instant, Kobo, Paging, Reference } from "./values.ts";

/** The answer of a batch whose payouts are on their way. */
export const BATCH_PROCESSING = "Transactions are processing.";

/**
 * An item in the published shape. `accountName` is the bank's name of the holder, or the given one where the bank gave none. `fee` is
 * without VAT and duty. Rails 2. Kobo.
 */
const BatchTransfer = z.object({
  amount: Kobo,
  fee: Kobo,
  vat: Kobo,
  duty: Kobo,
  total: Kobo,
  sortCode: z.string(),
  accountNumber: AccountNumber,
  accountName: z.string().nullable(),
  narration: z.string(),
  reference: z.string(),
});
const AcceptedTransfer = BatchTransfer.extend({
  bankName: z.string(),
  metadata: Facts,
  transactionReference: Id,
  state: PayoutState,
});
const RejectedTransfer = BatchTransfer.extend({ metadata: Facts, code: z.string(), reason: z.string() });

/** `all` has every item in the order of the request. */
export const PayoutBatchResult = z
  .object({
    batchId: Id,
    batchReference: z.string(),
    all: z.array(BatchTransfer),
    accepted: z.array(AcceptedTransfer),
    rejected: z.array(RejectedTransfer),
  })
  .meta({ id: "PayoutBatchResult" });
export type PayoutBatchResult = z.infer<typeof PayoutBatchResult>;

/** What a check of one item found. `account` is null where the bank gave no name; `charges` is the fee without VAT and duty. Kobo. */
export const PayoutPreflightResult = z
  .object({
    bank: z.object({ code: z.string(), name: z.string() }).nullable(),
    accountName: z.string().nullable(),
    nameMatch: z.enum(["FULL", "PARTIAL", "NONE", "BANK"]).nullable(),
    fee: Kobo,
    vat: Kobo,
    duty: Kobo,
    total: Kobo,
    reason: z.object({ code: z.string(), message: z.string() }).nullable(),
    warnings: z.array(z.object({ code: z.string(), message: z.string() })),
  })
  .meta({ id: "PayoutPreflightResult" });
export type PayoutPreflightResult = z.infer<typeof PayoutPreflightResult>;

export const PayoutBatchStatus = z.enum(["awaiting_approval", "accepted", "declined", "failed"]);
export type PayoutBatchStatus = z.infer<typeof PayoutBatchStatus>;

/** How far a batch is, as of the batches of credits and debits: `processing` until each payout has its end. */
export const PayoutBatchProgress = z.enum([
  "awaiting_approval",
  "processing",
  "completed",
  "partially_completed",
  "failed",
  "declined",
]);
export type PayoutBatchProgress = z.infer<typeof PayoutBatchProgress>;

/**
 * A batch of payouts. `withdrawn`: it is `declined` because its own sender withdrew it. `amount` and `charges` are those of its items that are not rejected. Of the accepted ones `open` have no end yet, and
 * the money of `failed` ones went back. Kobo.
 */
const PayoutBatch = z.object({
  id: Id,
  reference: z.string(),
  fileName: z.string().nullable(),
  status: PayoutBatchStatus,
  progress: PayoutBatchProgress,
  withdrawn: z.boolean(),
  total: z.int(),
  accepted: z.int(),
  rejected: z.int(),
  open: z.int(),
  failed: z.int(),
  amount: Kobo,
  charges: Kobo,
  approvalId: Id.nullable(),
  actorName: z.string(),
  createdAt: Instant,
});
export type PayoutBatch = z.infer<typeof PayoutBatch>;

/** An item of a stored batch. `state` is that of its payout; null while the item waits or was rejected. */
const PayoutBatchItem = z.object({
  row: z.int(),
  status: z.enum(["pending", "accepted", "rejected"]),
  amount: Kobo,
  fee: Kobo,
  vat: Kobo,
  duty: Kobo,
  total: Kobo,
  bank: z.object({ code: z.string(), name: z.string() }).nullable(),
  accountNumber: AccountNumber,
  accountName: z.string().nullable(),
  nameMatch: NameMatch.or(z.literal("NONE")).nullable(),
  narration: z.string(),
  note: z.string().nullable(),
  reference: z.string().nullable(),
  state: PayoutState.nullable(),
  code: z.string().nullable(),
  reason: z.string().nullable(),
});
export type PayoutBatchItem = z.infer<typeof PayoutBatchItem>;

const base = {
  tag: "Bank transfers",
  extension: true,
  callers: membersAndKeys,
  dashboard: true,
  asksBanks: true,
  status: 200,
} as const;

export const payoutBatchEndpoints = {
  sendBankBatch: endpoint({
    ...base,
    method: "POST",
    path: "/transfer/bank/batch",
    summary: "Pay from the merchant wallet to many bank accounts",
    source: "rails 2",
    permission: "TRANSFER_TO_BANK",
    idempotent: true,
    money: "approval",
    message: [BATCH_PROCESSING, SUBMITTED],
    bodyMiB: 4,
    query: z.object({
      batchReference: Reference.optional(),
      /** The name of the file that the items come from, shown with the batch. */
      fileName: FileName.optional(),
    }),
    body: z.array(BankTransferBody).min(1).max(PAYOUT_BATCH_MAX),
    reply: success({ data: PayoutBatchResult }),
  }),
  preflightBankBatch: endpoint({
    ...base,
    method: "POST",
    path: "/transfer/bank/batch/preflight",
    summary: "Check items of a batch before it is sent: bank, holder's name, charges and reasons",
    source: "rails 2",
    permission: "TRANSFER_TO_BANK",
    body: z.array(BankTransferBody).min(1).max(PAYOUT_PREFLIGHT_MAX),
    reply: success({ data: z.array(PayoutPreflightResult) }),
  }),
  listPayoutBatches: endpoint({
    ...base,
    method: "GET",
    path: "/transfer/bank/batch",
    replica: true,
    summary: "List batches of payouts, newest first",
    source: "rails 2",
    permission: "BROWSE_TRANSACTIONS",
    query: Paging.extend({ progress: PayoutBatchProgress.optional(), origin: z.enum(["json", "upload"]).optional() }),
    reply: success({ data: z.array(PayoutBatch), metadata: Metadata }),
  }),
  getPayoutBatch: endpoint({
    ...base,
    method: "GET",
    path: "/transfer/bank/batch/{batchId}",
    summary: "Get a batch of payouts with the result of each item",
    source: "rails 2",
    permission: "BROWSE_TRANSACTIONS",
    params: z.object({ batchId: Id }),
    query: Paging.extend({ status: z.enum(["pending", "accepted", "rejected"]).optional() }),
    reply: success({ batch: PayoutBatch, items: z.array(PayoutBatchItem), metadata: Metadata }),
  }),
};
