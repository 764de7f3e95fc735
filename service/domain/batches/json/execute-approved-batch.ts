import { findPendingItems } from "../../../db/batches/batch-items.ts";
import { findBatch } from "../../../db/batches/batches.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { pendingItem } from "../batch-item.ts";
import { assertBatchAllowed, findBatchRules } from "../batch-rules.ts";
import { moveItems } from "../move-items.ts";
import type { PendingBatch } from "../pending-batch.ts";
import { assertPayable, auditOf } from "./batch-answer.ts";

/**
 * Moves the money of an approved JSON batch, in one commit with the approval and the result of each item. API 5.
 * @throws `batch_not_found`, `customer_debit_off`, `debit_pin_required`, `internal_transfers_off`, and what `moveBatch` throws
 */
export async function executeApprovedBatch(ctx: Context, { batchId }: PendingBatch): Promise<object> {
  const batch = await findBatch(ctx.db, ctx.tenant.id, { id: batchId });
  if (!batch) throw new Failure("batch_not_found");
  const rules = await findBatchRules(ctx, batch.payer);
  assertBatchAllowed(batch, rules.settings, { takesPin: false });
  const { id, operation, total } = batch;
  const pending = await findPendingItems(ctx.db, ctx.tenant.id, id, { fromRow: 1, limit: total });
  const items = pending.map(pendingItem);
  return await moveItems(
    ctx,
    { id, operation, fromRow: 1, toRow: total + 1, items, created: null },
    {
      rules,
      answer(decided) {
        assertPayable(batch, decided);
        return {};
      },
      audit: (decided) => [auditOf(batch, decided)],
    },
  );
}
