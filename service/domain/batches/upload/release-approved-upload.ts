import { inTransaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { keepAnswer } from "../../stored-answers.ts";
import { writeDecision } from "../../submissions/write-decision.ts";
import { assertBatchAllowed, findBatchRules } from "../batch-rules.ts";
import type { PendingBatch } from "../pending-batch.ts";

/**
 * Releases an approved upload to the worker. Its money moves later, so the decision commits on its own and makes the batch
 * `pending`. API 5.
 * @throws `approval_decided`, `customer_debit_off`, `debit_pin_required`
 */
export async function releaseApprovedUpload(ctx: Context, { operation }: PendingBatch): Promise<object> {
  const { approving } = ctx;
  if (!approving) throw new Error("only an approval releases an upload");
  const { settings } = await findBatchRules(ctx);
  assertBatchAllowed({ operation, payer: null }, settings, { takesPin: false });
  await inTransaction(ctx.db, async (tx) => {
    await writeDecision(tx, ctx, approving.settle(null));
    await keepAnswer(tx, ctx, { payload: {} });
  });
  return {};
}
