import { findPendingItems } from "../../db/batches/batch-items.ts";
import { findBatch } from "../../db/batches/batches.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { assertGoes, auditOf } from "./batch-answer.ts";
import { assertDebitsAllowed } from "./debit-rules.ts";
import { findBatchRules, moveItems } from "./move-items.ts";
import type { WaitingBatch } from "./preview-batch.ts";
import { tryableItem } from "./tryable-item.ts";

/**
 * Moves the money of a JSON batch that was approved, in one commit with the approval and with what became of each item. Api 5.
 * @throws `batch_not_found`, `customer_debit_off`, `debit_pin_required`, and what `moveBatch` throws
 */
export async function carryOutBatch(ctx: Context, { batchId }: WaitingBatch): Promise<object> {
  const batch = await findBatch(ctx.db, ctx.tenant.id, { id: batchId });
  if (!batch) throw new Failure("batch_not_found");
  const rules = await findBatchRules(ctx);
  assertDebitsAllowed(batch.operation, rules.settings, { takesPin: false });
  const { id, operation, total } = batch;
  const pending = await findPendingItems(ctx.db, ctx.tenant.id, id, { fromRow: 1, limit: total });
  const items = pending.map(tryableItem);
  return await moveItems(
    ctx,
    { id, operation, fromRow: 1, toRow: total + 1, items, created: null },
    {
      rules,
      answer(judged) {
        assertGoes(operation, judged);
        return {};
      },
      audit: (judged) => [auditOf(batch, judged)],
    },
  );
}
