import { findPayoutBatch, insertPayoutBatch } from "../../../db/payouts/payout-batches.ts";
import { isUniqueViolation } from "../../../db/sql-errors.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { itemRow, resultOf, totalsOf } from "./batch-view.ts";
import { payItems } from "./pay-items.ts";
import { AT_SUBMISSION, type ItemRequest, prepareItems } from "./prepare-items.ts";

/** A batch of payouts from the merchant wallet. */
export type PayoutBatchRequest = {
  id: string;
  reference: string;
  fileName: string | null;
  items: readonly ItemRequest[];
};

/**
 * Pays to many bank accounts: the items that pass are held in one commit with the batch, and sent by the worker. Does not wait for the
 * banks. Returns the wire payload, item by item. Rails 2, 3. @throws `reference_exists` for the batch's reference, `rail_missing`
 */
export async function sendBatch(ctx: Context, batch: PayoutBatchRequest): Promise<object> {
  await assertBatchReferenceIsFree(ctx, batch.reference);
  try {
    return await payItems(ctx, batch.id, {
      prepare: () => prepareItems(ctx, batch.items, AT_SUBMISSION),
      refusesDuplicates: true,
      answer: (items) => resultOf(batch, items),
      statements(items, at) {
        const { total, rejected, open, amount, charges } = totalsOf(items);
        const made = {
          tenant: ctx.tenant.id,
          id: batch.id,
          reference: batch.reference,
          fileName: batch.fileName,
          status: "accepted" as const,
          total,
          accepted: total - rejected,
          rejected,
          open,
          amount,
          charges,
          actor: `${ctx.actor.kind}:${ctx.actor.id}`,
          actorName: ctx.actor.name,
          approval: null,
          at,
        };
        return [
          insertPayoutBatch(
            made,
            items.map((item) => itemRow(item, "accepted")),
          ),
        ];
      },
    });
  } catch (error) {
    if (isBatchReferenceTaken(error)) throw new Failure("reference_exists");
    throw error;
  }
}

/** Checks before the write. For batches at once the unique index decides. @throws `reference_exists` */
export async function assertBatchReferenceIsFree(ctx: Context, reference: string): Promise<void> {
  const batch = await findPayoutBatch(ctx.db, ctx.tenant.id, { reference });
  if (!batch) return;
  const { message } = new Failure("reference_exists");
  throw new Failure("reference_exists", { errors: [{ field: "batchReference", message, batchId: batch.id }] });
}

/** Whether a write failed because a batch at the same time committed the same reference. */
export function isBatchReferenceTaken(error: unknown): boolean {
  return isUniqueViolation(error, { constraint: "payout_batches_reference" });
}
