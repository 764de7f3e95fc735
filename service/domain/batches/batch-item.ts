import type { ItemReason } from "../../../contract/texts/batches.ts";
import type { BatchItemRow } from "../../db/batches/batch-items.ts";
import { sumOfKobo } from "../../ledger/kobo.ts";

/**
 * An item before the ledger decides it. Its sender set exactly one of `customerId`, `walletId` and `accountNumber`. `id` becomes the
 * ID of its transaction. `reference` is null when the sender gave none. `reason` is set when the item is rejected already. Kobo.
 */
export type BatchItem = {
  row: number;
  id: string;
  customerId: string | null;
  walletId: string | null;
  accountNumber: string | null;
  amount: bigint;
  reference: string | null;
  narration: string | null;
  note: string | null;
  pin?: string | undefined;
  reason: ItemReason | null;
};

/** The columns of a reason in the database. */
export function reasonColumns(reason: ItemReason | null): { reason: string | null; reasonCode: string | null } {
  return { reason: reason?.text ?? null, reasonCode: reason?.code ?? null };
}

/** A stored pending item as the ledger needs it. A pending row always has an amount and no reason. */
export function pendingItem({ amount, ...item }: BatchItemRow): BatchItem {
  if (amount === null) throw new Error(`pending row ${item.row} has no amount`);
  const { row, id, customerId, walletId, accountNumber, reference, narration, note } = item;
  return { row, id, customerId, walletId, accountNumber, amount, reference, narration, note, reason: null };
}

/** The sum of the items that are not rejected, at most the largest number of the wire. Kobo. */
export function sumOf(items: readonly { amount: bigint; reason: unknown }[]): bigint {
  return sumOfKobo(items.filter(({ reason }) => reason === null).map(({ amount }) => amount));
}
