import type { PayoutBatch } from "../../contract/payout-batches.ts";

const PROGRESSES: Record<PayoutBatch["progress"], true> = {
  awaiting_approval: true,
  processing: true,
  completed: true,
  partially_completed: true,
  failed: true,
  declined: true,
};

export function isPayoutProgress(status: string): boolean {
  return status in PROGRESSES;
}

/** A batch of payouts as a list of batches of all kinds shows it. Rails 2. */
export function fromPayoutBatch(batch: PayoutBatch) {
  const { id, reference, fileName, progress, total, accepted, rejected, open, failed, withdrawn, amount, createdAt } =
    batch;
  const rows = { total, good: accepted - open - failed, bad: rejected + failed, repeated: 0, frozen: 0 };
  const none = { payer: null, withdrawn, paidBy: [], pausedUntil: null, startedAt: null, finishedAt: null };
  const named = { kind: "payout" as const, batchId: id, reference, fileName, createdBy: batch.actorName };
  return { ...named, ...rows, ...none, status: progress, totalAmount: amount, createdAt };
}
