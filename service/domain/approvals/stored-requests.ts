import type { MovementPreview } from "../../../contract/transfers.ts";
import { type PendingBatch, previewBatch } from "../batches/pending-batch.ts";
import { previewCredit, previewPendingDebit } from "../batches/single/preview-single-move.ts";
import type { SingleMoveInput } from "../batches/single/single-move.ts";
import { type CardMoveInput, previewCardMoney } from "../cards/authorizations/prepare-card-money.ts";
import type { Context } from "../context.ts";
import { type PendingPayoutBatch, previewPayoutBatch } from "../payouts/batches/pending-batch.ts";
import type { PayoutRequest } from "../payouts/prepare-payout.ts";
import { previewPayout } from "../payouts/preview-payout.ts";
import { type BatchReversalInput, previewPendingBatchReversal } from "../reversals/prepare-batch-reversal.ts";
import { prepareReversal, type ReversalInput } from "../reversals/prepare-reversal.ts";
import { previewTransfer } from "../transfers/preview-transfer.ts";
import type { TransferBetweenCustomersInput } from "../transfers/transfer-between-customers.ts";

/** The stored request of each kind: the input of the verb that moves its money. */
export type StoredRequests = {
  transfer: TransferBetweenCustomersInput;
  credit: SingleMoveInput;
  debit: SingleMoveInput;
  batch: PendingBatch;
  upload: PendingBatch;
  payout: PayoutRequest;
  payout_batch: PendingPayoutBatch;
  reversal: ReversalInput;
  batch_reversal: BatchReversalInput & { amount: number };
  card_fund: CardMoveInput;
  card_unload: CardMoveInput;
};

/** An approval's kind and request, as read from the database. */
export type StoredRequest = { kind: keyof StoredRequests; request: Record<string, unknown> };

/** A verb for each kind of stored request. */
export type ByKind<R> = { [K in keyof StoredRequests]: (ctx: Context, request: StoredRequests[K]) => Promise<R> };

/** Calls the verb of the request's kind. */
export async function callByKind<R>(verbs: ByKind<R>, ctx: Context, { kind, request }: StoredRequest): Promise<R> {
  // The only cast of stored requests: submitting wrote each one from the type of its kind.
  const verb = verbs[kind] as (ctx: Context, request: object) => Promise<R>;
  return await verb(ctx, request);
}

const previews: ByKind<MovementPreview> = {
  batch_reversal: previewPendingBatchReversal,
  card_fund: (ctx, request) => previewCardMoney(ctx, "card_fund", request),
  card_unload: (ctx, request) => previewCardMoney(ctx, "card_unload", request),
  transfer: previewTransfer,
  credit: previewCredit,
  debit: previewPendingDebit,
  batch: previewBatch,
  upload: previewBatch,
  payout: previewPayout,
  payout_batch: previewPayoutBatch,
  reversal: async (ctx, request) => (await prepareReversal(ctx, request, { isSubmitted: true })).preview,
};

/** The current result of the checks of a pending request. */
export async function previewPending(ctx: Context, item: StoredRequest): Promise<MovementPreview> {
  return await callByKind(previews, ctx, item);
}
