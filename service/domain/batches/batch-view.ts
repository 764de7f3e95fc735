import type { ItemReasonCode } from "../../../contract/texts/batches.ts";
import type { BatchItemRow } from "../../db/batches/batch-items.ts";
import type { BatchRow } from "../../db/batches/batches.ts";
import { koboToWire } from "../../ledger/kobo.ts";

const DUPLICATE: ItemReasonCode = "reference_exists";

/** A batch on the wire (API 5). Kobo. */
export function batchView(batch: BatchRow) {
  return {
    batchId: batch.id,
    batchReference: batch.reference,
    operation: batch.operation,
    status: batch.status,
    total: batch.total,
    processed: batch.accepted + batch.rejected,
    accepted: batch.accepted,
    rejected: batch.rejected,
    totalAmount: koboToWire(batch.amount),
    createdAt: batch.createdAt.toISOString(),
    startedAt: batch.startedAt?.toISOString() ?? null,
    finishedAt: batch.finishedAt?.toISOString() ?? null,
  };
}

/** Whether an item was rejected because its reference was used before. Wire 4.2. */
export function isDuplicate({ reasonCode }: Pick<BatchItemRow, "reasonCode">): boolean {
  return reasonCode === DUPLICATE;
}

/** An item on the wire. Kobo. */
export function itemView({ row, status, ...item }: BatchItemRow) {
  const { customerId, walletId, accountNumber, reference, narration, reason } = item;
  const amount = item.amount === null ? null : koboToWire(item.amount);
  return { row, status, customerId, walletId, accountNumber, amount, reference, narration, reason };
}
