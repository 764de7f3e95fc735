import type { Metadata } from "../../contract/envelope.ts";
import type { PayoutBatch } from "../../contract/payout-batches.ts";
import type { Session } from "../permissions.ts";
import { request } from "./request.ts";

const PROGRESSES: Record<PayoutBatch["progress"], true> = {
  awaiting_approval: true,
  processing: true,
  completed: true,
  partially_completed: true,
  failed: true,
  declined: true,
};

/**
 * A page of batches of payouts as a list of batches of all kinds shows them. Null for a progress that they never have: each payout is
 * cancelled by itself. Rails 2.
 */
export async function readPayoutBatches(
  session: Session,
  query: { page: number; perPage: number; progress: string | undefined; origin: string | undefined },
  signal: AbortSignal,
) {
  if (query.progress !== undefined && !(query.progress in PROGRESSES)) return null;
  type Reply = { data: PayoutBatch[]; metadata: Metadata };
  const { data, metadata } = await request<Reply>(session, { path: "/transfer/bank/batch", query, signal });
  return { items: data.map(fromBatch), metadata };
}

function fromBatch(batch: PayoutBatch) {
  const { id, reference, fileName, progress, total, accepted, rejected, open, failed, withdrawn, amount, createdAt } =
    batch;
  const rows = { total, good: accepted - open - failed, bad: rejected + failed, repeated: 0, frozen: 0 };
  const none = { payer: null, withdrawn, paidBy: [], pausedUntil: null, startedAt: null, finishedAt: null };
  const named = { kind: "payout" as const, batchId: id, reference, fileName, createdBy: batch.actorName };
  return { ...named, ...rows, ...none, status: progress, totalAmount: amount, createdAt };
}
