import type { BatchItemRow, ItemStatus } from "../../db/batches/batch-items.ts";
import type { BatchRow } from "../../db/batches/batches.ts";
import { referenceOf } from "../transactions/reference.ts";
import { findWallets, type WalletContext } from "./find-wallets.ts";

type Progress = Pick<BatchRow, "nextRow">;
type StoredResult = { row: number; id: string; status: ItemStatus; reference: string | null };

/**
 * The status and the reference of a stored item. An accepted item of a file is stored as its sender wrote it: the progress of the batch
 * says that it was accepted. Pure. Decision 0215.
 */
export function itemResult<Item extends StoredResult>(item: Item, { nextRow }: Progress): Item {
  if (item.status !== "pending" || item.row >= nextRow) return item;
  return { ...item, status: "accepted", reference: item.reference ?? referenceOf(item.id) };
}

/** Stored items of batches with their results, and the wallets of those that were accepted. */
export async function itemResults<Item extends BatchItemRow>(
  ctx: WalletContext,
  items: readonly { item: Item; batch: Progress }[],
): Promise<Item[]> {
  const results = items.map(({ item, batch }) => itemResult(item, batch));
  const walletOf = await findWallets(ctx, results.filter(isWithoutWallet));
  return results.map((item) => {
    const wallet = isWithoutWallet(item) ? walletOf(item) : undefined;
    return wallet ? { ...item, customerId: wallet.customerId, walletId: wallet.walletId } : item;
  });
}

/** An accepted item that only says what its sender wrote. */
function isWithoutWallet({ status, customerId, walletId }: BatchItemRow): boolean {
  return status === "accepted" && (customerId === null || walletId === null);
}
