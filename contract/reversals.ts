import * as z from "zod";
import { NO_REASON } from "./approvals.ts";
import { endpoint, membersAndKeys } from "./endpoint.ts";
import { success } from "./envelope.ts";
import { RelatedTransaction } from "./transactions.ts";
import { DONE, MovementPreview, SUBMITTED } from "./transfers.ts";
import { Id, Kobo, Reason } from "./values.ts";

/** A transaction that took another one back. Decision 0104. */
export const Reversal = z
  .object({
    transactionId: Id,
    reference: z.string(),
    amount: Kobo,
    narration: z.string(),
    reversalOf: RelatedTransaction,
  })
  .meta({ id: "Reversal" });
export type Reversal = z.infer<typeof Reversal>;

const Reversed = z.object({ customerId: Id.nullable(), amount: Kobo, reversalOf: RelatedTransaction });

/** The items of a batch that were taken back now, and those that could not be. `hasMore`: another call takes back the rest. Decision 0138. */
export const BatchReversal = z
  .object({
    batchReference: z.string(),
    accepted: z.array(Reversed.extend({ transactionId: Id, reference: z.string() })),
    rejected: z.array(Reversed.extend({ reason: z.string() })),
    hasMore: z.boolean(),
  })
  .meta({ id: "BatchReversal" });
export type BatchReversal = z.infer<typeof BatchReversal>;

/** How many items of a batch would be taken back, with their sum, and the reasons against the others. Decision 0138. */
export const BatchReversalPreview = z
  .object({
    batchReference: z.string(),
    items: z.int(),
    amount: Kobo,
    blocked: z.array(z.object({ code: z.string(), reason: z.string(), items: z.int(), amount: Kobo })),
    hasMore: z.boolean(),
    approval: MovementPreview.shape.approval,
  })
  .meta({ id: "BatchReversalPreview" });
export type BatchReversalPreview = z.infer<typeof BatchReversalPreview>;

const batchBody = z
  .object({ batchReference: z.string().min(1).max(100), reason: Reason.default(NO_REASON) })
  .meta({ examples: [{ batchReference: "BATCH-0000000001" }] });

const params = z.object({ transactionId: Id });
const body = z.object({ reason: Reason }).meta({ examples: [{ reason: "Paid to the wrong customer" }] });
const reversal = {
  tag: "Transactions",
  method: "POST",
  extension: true,
  callers: membersAndKeys,
  permission: ["MANAGE_TRANSFER", "WALLET_CREDIT_DEBIT"],
  dashboard: true,
  status: 200,
} as const;

/** Reversals: at most one per transaction, of the whole amount, without fees. API 4, decision 0104. */
export const reversalEndpoints = {
  reverseTransaction: endpoint({
    ...reversal,
    path: "/transaction/{transactionId}/reverse",
    summary: "Reverse a credit, debit or transfer: move its amount back, once",
    source: "api 4",
    idempotent: true,
    money: "approval",
    message: [DONE, SUBMITTED],
    params,
    body,
    reply: success({ data: Reversal.optional() }),
  }),
  previewReversal: endpoint({
    ...reversal,
    path: "/transaction/{transactionId}/reverse/preview",
    summary: "Preview a reversal: balances and failed checks",
    source: "api 4",
    params,
    body: body.partial(),
    reply: success({ data: MovementPreview }),
  }),
  reverseBatch: endpoint({
    ...reversal,
    tag: "Batches",
    path: "/wallet/reverse-batch-transaction",
    summary: "Reverse a batch: move each item back that can go back, once",
    source: "wire 5, api 5",
    idempotent: true,
    money: "approval",
    message: [DONE, SUBMITTED],
    body: batchBody,
    reply: success({ data: BatchReversal.optional() }),
  }),
  previewBatchReversal: endpoint({
    ...reversal,
    tag: "Batches",
    path: "/wallet/reverse-batch-transaction/preview",
    summary: "Preview the reversal of a batch: how many items go back, and why others cannot",
    source: "api 5",
    body: batchBody.pick({ batchReference: true }),
    reply: success({ data: BatchReversalPreview }),
  }),
};
