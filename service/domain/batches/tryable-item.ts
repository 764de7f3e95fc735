import type { BatchItemRow } from "../../db/batches/batch-items.ts";
import type { BatchItem } from "./batch-item.ts";

/** An item that was laid aside, ready to be tried. A row that waits always has an amount. */
export function tryableItem({ amount, ...item }: BatchItemRow): BatchItem {
  if (amount === null) throw new Error(`row ${item.row} waits without an amount`);
  const { row, id, customerId, walletId, accountNumber, reference, narration, reason } = item;
  return { row, id, customerId, walletId, accountNumber, amount, reference, narration, reason };
}
