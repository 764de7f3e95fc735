import { type PayoutItemRow, type SettledItem, settlePayoutBatch } from "../../../db/payouts/payout-batches.ts";
import type { Context } from "../../context.ts";
import { itemRow, totalsOf } from "./batch-view.ts";
import { payItems } from "./pay-items.ts";
import { findApprovedItems, type PendingPayoutBatch } from "./pending-batch.ts";
import { AT_APPROVAL, type ItemRequest, prepareItems } from "./prepare-items.ts";

/**
 * Pays an approved batch, in one commit with the approval and the result of each item. The banks are asked for the holders' names
 * again: an account of somebody else is rejected, and the others are paid. Rails 3, 8.
 * @throws `batch_changed` where the items are not those that were submitted; the first item's failure where none can be paid
 */
export async function sendApprovedBatch(ctx: Context, pending: PendingPayoutBatch): Promise<object> {
  const stored = await findApprovedItems(ctx, pending);
  const requests = stored.map(requestOf);
  return await payItems(ctx, pending.batchId, {
    async prepare() {
      const prepared = await prepareItems(ctx, requests, AT_APPROVAL);
      // The items keep the rows, IDs and verdicts about names of their submission.
      const items = prepared.items.map((item, index) => {
        const { row = item.row, id = item.id, nameMatch = null } = stored[index] ?? {};
        return { ...item, row, id, nameMatch: item.failure ? item.nameMatch : nameMatch };
      });
      return { ...prepared, items };
    },
    refusesDuplicates: false,
    answer(items) {
      const failed = items.find(({ failure }) => failure !== null)?.failure;
      if (failed && items.every(({ failure }) => failure !== null)) throw failed;
      return {};
    },
    statements(items, at) {
      const { open, amount, charges } = totalsOf(items);
      const settled = items.map((item): SettledItem => {
        const { row, reference, code, reason } = itemRow(item, "accepted");
        return { row, reference, code, reason, status: item.failure ? "rejected" : "accepted" };
      });
      return [settlePayoutBatch(ctx.tenant.id, pending.batchId, { items: settled, open, amount, charges, at })];
    },
  });
}

/** The bank's name of the submission is compared with its name now. */
function requestOf(row: PayoutItemRow): ItemRequest {
  return {
    amount: Number(row.amount),
    sortCode: row.sortCode,
    accountNumber: row.accountNumber,
    accountName: row.accountName ?? undefined,
    narration: row.narration,
    note: row.note ?? undefined,
    reference: row.reference ?? undefined,
    metadata: (row.metadata as Record<string, unknown> | null) ?? undefined,
    allowDuplicate: true,
  };
}
