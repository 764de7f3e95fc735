import { MAX_KOBO } from "../../ledger/kobo.ts";

/**
 * An item on its way: named as its sender did, exactly one of the three. `id` becomes its transaction's, `reference` is left out
 * where the sender gave none, `reason` is set where it is rejected before the ledger looks at it. Kobo.
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
  pin?: string | undefined;
  reason: string | null;
};

/** The most that a batch could move: the items that can be tried. Never beyond what a number of the wire holds. */
export function sumOf(items: readonly { amount: bigint; reason: string | null }[]): bigint {
  const sum = items.reduce((total, { amount, reason }) => (reason === null ? total + amount : total), 0n);
  if (sum > MAX_KOBO) return MAX_KOBO;
  return sum;
}
