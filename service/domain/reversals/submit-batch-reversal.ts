import { inTransaction } from "../../db/pool.ts";
import { isUniqueViolation } from "../../db/sql-errors.ts";
import { koboToWire } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { keepAnswer } from "../stored-answers.ts";
import { addSubmission } from "../submissions/submit-for-approval.ts";
import { referenceOf } from "../transactions/reference.ts";
import { movementPreviewOf, type PreparedBatchReversal, previewBatchReversal } from "./prepare-batch-reversal.ts";
import { CATEGORIES } from "./prepare-reversal.ts";

/**
 * Submits the reversal of a batch for approval, if something can be taken back now; no money moves. A batch has one pending request.
 * `answer` builds the wire payload just before the commit. API 5, decision 0138.
 * @throws `batch_not_reversible` with the first reason; `reversal_pending`
 */
export async function submitBatchReversal(
  ctx: Context,
  prepared: PreparedBatchReversal,
  answer: (submitted: { id: string }) => object,
): Promise<void> {
  const { batchId, batchReference, reason, kind, items, amount } = prepared;
  const found = await previewBatchReversal(ctx, prepared);
  const message = found.blocked[0]?.reason;
  if (found.items === 0) throw new Failure("batch_not_reversible", message === undefined ? {} : { message });
  const id = ctx.ids.next();
  const request = { batchId, batchReference, reason, note: reason, items: items.length, rows: items.length };
  try {
    await inTransaction(ctx.db, async (tx) => {
      await addSubmission(tx, ctx, {
        id,
        kind: "batch_reversal",
        type: kind === "debit" ? "DEBIT" : "CREDIT",
        category: CATEGORIES[kind],
        request: { ...request, movement: kind, amount: koboToWire(amount) },
        reference: referenceOf(id),
        amount,
        feeBase: 0n,
        feeMerchant: 0n,
        source: null,
        destination: null,
        batch: batchId,
        description: null,
        preview: movementPreviewOf(found),
        at: ctx.clock.now(),
      });
      await keepAnswer(tx, ctx, { payload: answer({ id }) });
    });
  } catch (error) {
    if (isUniqueViolation(error, { constraint: "approvals_batch_reversal" })) throw new Failure("reversal_pending");
    throw error;
  }
}
