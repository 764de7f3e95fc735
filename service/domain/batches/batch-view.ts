import type { ItemReasonCode } from "../../../contract/texts/batches.ts";
import { type BatchItemRow, findPayingBatches, type PayingBatch } from "../../db/batches/batch-items.ts";
import type { BatchRow } from "../../db/batches/batches.ts";
import type { EarlierPayment } from "../../db/batches/earlier-payments.ts";
import { koboToWire } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";

const REFERENCE_EXISTS: readonly ItemReasonCode[] = ["reference_exists", "already_paid"];

/** The most batches that are named as having paid the duplicates of one. */
const PAID_BY = 3;

/** Batches on the wire, in order, each with the batches that paid its duplicates (API 5, decision 0098). Kobo. */
export async function batchViews(ctx: Context, batches: readonly BatchRow[]) {
  const withDuplicates = batches.filter(({ duplicates }) => duplicates > 0).map(({ id }) => id);
  const paying = Map.groupBy(await findPayingBatches(ctx.db, ctx.tenant.id, withDuplicates), ({ batch }) => batch);
  return batches.map((batch) => batchView(batch, paying.get(batch.id) ?? []));
}

function batchView(batch: BatchRow, paying: readonly PayingBatch[]) {
  return {
    batchId: batch.id,
    batchReference: batch.reference,
    operation: batch.operation,
    status: batch.status,
    payer: batch.payer,
    withdrawn: batch.withdrawn,
    fileName: batch.fileName,
    total: batch.total,
    processed: batch.accepted + batch.rejected,
    accepted: batch.accepted,
    rejected: batch.rejected,
    duplicates: batch.duplicates,
    totalAmount: koboToWire(batch.amount),
    paidBy: paying
      .slice(0, PAID_BY)
      .map(({ id, reference, at }) => ({ batchId: id, batchReference: reference, paidAt: at.toISOString() })),
    createdAt: batch.createdAt.toISOString(),
    startedAt: batch.startedAt?.toISOString() ?? null,
    finishedAt: batch.finishedAt?.toISOString() ?? null,
  };
}

/** Whether an item was rejected because its reference was used before. Wire 4.2. */
export function referenceExists({ reasonCode }: Pick<BatchItemRow, "reasonCode">): boolean {
  return REFERENCE_EXISTS.some((code) => code === reasonCode);
}

/** Whether the same payment used the reference of a stored item before (decision 0098). */
export function isDuplicate({ reasonCode }: Pick<BatchItemRow, "reasonCode">): boolean {
  return reasonCode === ("already_paid" satisfies ItemReasonCode);
}

/** Whether the rows of a batch that are not decided stay so for good: it was cancelled or declined, or failed at its approval. */
export function isStopped({ status }: Pick<BatchRow, "status">): boolean {
  return status === "cancelled" || status === "declined" || status === "failed";
}

/** An item on the wire. `paid`: the transaction that a duplicate repeats. Kobo. */
export function itemView(batch: BatchRow, { row, status, ...item }: BatchItemRow, paid: EarlierPayment | undefined) {
  const { customerId, walletId, accountNumber, reference, narration, note, reason } = item;
  const amount = item.amount === null ? null : koboToWire(item.amount);
  return {
    row,
    status: status === "pending" && isStopped(batch) ? "cancelled" : status,
    ...{ customerId, walletId, accountNumber, amount, reference, narration, note, reason },
    duplicateOf: paid && isDuplicate(item) ? earlierView(paid) : null,
  };
}

/** The payment that another repeats, on the wire. */
export function earlierView({ transaction, batch, batchReference, at }: EarlierPayment) {
  return { transactionId: transaction, batchId: batch, batchReference, paidAt: at.toISOString() };
}
