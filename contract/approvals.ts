import * as z from "zod";
import { BatchRepeats } from "./batch-records.ts";
import { endpoint, members, membersAndKeys } from "./endpoint.ts";
import { Metadata, success } from "./envelope.ts";
import { PayoutPreview } from "./payout-records.ts";
import { MovementPreview } from "./transfers.ts";
import { AccountNumber, Facts, Id, Instant, Kobo, Mode, Paging, Reason } from "./values.ts";

export const PendingStatus = z.enum(["PENDING", "APPROVED", "DECLINED", "EXPIRED", "FAILED"]);
export const PendingKind = z.enum([
  "transfer",
  "credit",
  "debit",
  "batch",
  "upload",
  "payout",
  "payout_batch",
  "reversal",
  "batch_reversal",
  "card_fund",
  "card_unload",
]);

/** `expiry`: what expires first; `amount`: the largest first. */
export const PendingSort = z.enum(["newest", "oldest", "expiry", "amount"]);
export type PendingSort = z.infer<typeof PendingSort>;

/**
 * Whether the caller may approve this request, and the reason if not. The first of two approvers may still decline it. Dashboard 9.
 */
const Viewer = z.object({
  canApprove: z.boolean(),
  canDecline: z.boolean(),
  selfApproval: z.boolean(),
  canWithdraw: z.boolean(),
  reason: z.string().nullable(),
});

/**
 * How many approvers a request needs by the rules at its submission, and the first of two. `isValid`: that member may still approve
 * this amount; otherwise the approval counts no longer. Decision 0117.
 */
const Approvals = z.object({
  needed: z.int().min(1).max(2),
  first: z
    .object({ by: Id, byName: z.string(), at: Instant, comment: z.string().nullable(), isValid: z.boolean() })
    .nullable(),
});

/** The source or target of a pending request. `customerId` is null for the merchant's own wallet. */
const PendingParty = z.object({ customerId: Id.nullable(), name: z.string(), accountNumber: AccountNumber });

/**
 * A request that a member submitted: one row per transfer, credit, debit, payout, JSON batch or upload. `source` and
 * `target` are null for batches and uploads; the `target` of a payout is the account at the bank. `mark` compares a pending request with its submission: a check now fails, something
 * unusual has changed, or neither. A decided request has `same`. Wire 3.4, api 4, dashboard 5.8.
 */
export const PendingItem = z
  .object({
    id: Id,
    kind: PendingKind,
    batchId: Id.nullable(),
    mode: Mode,
    type: z.enum(["CREDIT", "DEBIT"]),
    creator: Id,
    creatorName: z.string(),
    status: PendingStatus,
    merchantId: Id,
    category: z.string(),
    amount: Kobo,
    reference: z.string(),
    approvals: Approvals,
    approvedBy: Id.nullable(),
    approvedAt: Instant.nullable(),
    narration: z.string().nullable(),
    note: z.string().nullable(),
    declineReason: z.string().nullable(),
    failureReason: z.string().nullable(),
    /** DECLINED by its initiator, who withdrew it or cancelled its batch. */
    withdrawn: z.boolean(),
    selfApproved: z.boolean(),
    metadata: Facts,
    expiresAt: Instant,
    createdAt: Instant,
    updatedAt: Instant,
    viewer: Viewer,
    source: PendingParty.nullable(),
    target: PendingParty.nullable(),
    mark: z.enum(["same", "changed", "failing"]),
  })
  .meta({ id: "PendingItem" });
export type PendingItem = z.infer<typeof PendingItem>;

/** The history of a request, oldest first. A withdrawn request is DECLINED by its initiator. */
export const PendingAction = z.enum([
  "SUBMITTED",
  "FIRST_APPROVED",
  "APPROVED",
  "DECLINED",
  "WITHDRAWN",
  "EXPIRED",
  "FAILED",
]);
export type PendingAction = z.infer<typeof PendingAction>;

/** The checks of a request; those of a payout also have the bank, the holder's name and the charges. */
const CheckedRequest = MovementPreview.extend(PayoutPreview.partial().shape).extend(MovementPreview.shape);

const PendingDetails = PendingItem.extend({
  /** For a pending batch or upload: its items that repeat earlier payments. */
  repeats: BatchRepeats.nullable(),
  checks: z.object({ atSubmission: CheckedRequest.nullable(), now: CheckedRequest.nullable() }),
  history: z.array(
    z.object({ at: Instant, action: PendingAction, actorName: z.string(), comment: z.string().nullable() }),
  ),
}).meta({ id: "PendingDetails" });
export type PendingDetails = z.infer<typeof PendingDetails>;

/** The message of the first of two approvals. Decision 0117. */
export const FIRST_APPROVAL = "Approval successfully recorded. Another member must approve the transaction.";

/** The reason of a removal without one. Decision 0130. */
export const NO_REASON = "No reason given";

const approvals = { tag: "Approvals", extension: true, dashboard: true, status: 200 } as const;

export const approvalEndpoints = {
  listPendingTransactions: endpoint({
    ...approvals,
    callers: membersAndKeys,
    method: "GET",
    path: "/transaction/pending",
    replica: true,
    summary: "List requests for approval, pending or decided",
    source: "api 4, wire 5, dashboard 9",
    permission: "BROWSE_TRANSACTIONS",
    query: Paging.extend({
      status: z.enum([...PendingStatus.options, "ALL"]).default("PENDING"),
      scope: z.enum(["mine", "approvable"]).optional(),
      type: z.enum(["ALL", "CREDIT", "DEBIT"]).default("ALL"),
      category: z.string().max(100).optional(),
      kind: PendingKind.optional(),
      creator: Id.optional(),
      sort: PendingSort.default("newest"),
      // The ID of the last item of the page before, in the same order: faster than `page`, and it repeats and skips no item.
      after: Id.optional(),
    }),
    reply: success({ data: z.array(PendingItem), metadata: Metadata }),
  }),
  listRequesters: endpoint({
    ...approvals,
    callers: membersAndKeys,
    method: "GET",
    path: "/transaction/requesters",
    replica: true,
    summary: "List the members who have submitted requests for approval",
    source: "dashboard 5.8",
    permission: "BROWSE_TRANSACTIONS",
    reply: success({ data: z.array(z.object({ id: Id, name: z.string() })) }),
  }),
  getPendingTransaction: endpoint({
    ...approvals,
    callers: membersAndKeys,
    method: "GET",
    path: "/transaction/pending/{id}",
    summary: "Get a request for approval with its checks at submission and now, and its history",
    source: "api 4",
    permission: "BROWSE_TRANSACTIONS",
    params: z.object({ id: Id }),
    reply: success({ data: PendingDetails }),
  }),
  approveTransaction: endpoint({
    ...approvals,
    callers: membersAndKeys,
    method: "POST",
    path: "/transaction/approve",
    summary: "Approve a pending request; all checks run again",
    source: "api 4, wire 5",
    permission: "APPROVE_TRANSFER",
    stepUp: true,
    idempotent: true,
    money: "settlement",
    message: ["Transaction successfully approved.", FIRST_APPROVAL],
    // `firstApprover`: the first of two approvers whom the caller has seen, null for none. Another one is a conflict.
    body: z.object({ transactionId: Id, comment: Reason.optional(), firstApprover: Id.nullable().optional() }),
    reply: success({}),
  }),
  removeTransaction: endpoint({
    ...approvals,
    // An approver declines; the initiator withdraws. The domain function decides which.
    callers: members,
    method: "DELETE",
    path: "/transaction/{transactionId}",
    summary: "Decline a pending request, or withdraw your own",
    source: "api 4, wire 5",
    permission: [
      "APPROVE_TRANSFER",
      "MANAGE_TRANSFER",
      "WALLET_CREDIT_DEBIT",
      "TRANSFER_TO_BANK",
      "MANAGE_PREPAID_CARD",
      "ISSUE_CARD",
    ],
    stepUp: true,
    message: "Transaction successfully removed.",
    params: z.object({ transactionId: Id }),
    // Existing clients send no body.
    body: z.object({ reason: Reason.default(NO_REASON) }),
    reply: success({}),
  }),
};
