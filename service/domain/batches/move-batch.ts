import { findBatch } from "../../db/batches/batches.ts";
import { isUniqueViolation } from "../../db/sql-errors.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { answerOf, assertGoes, auditOf } from "./batch-answer.ts";
import { sumOf } from "./batch-item.ts";
import type { JsonBatch } from "./batch-request.ts";
import { assertDebitsAllowed } from "./debit-rules.ts";
import { type BatchPart, findBatchRules, moveItems } from "./move-items.ts";

/**
 * Moves a JSON batch at once, in one commit with its record. Returns the wire payload, item by item. Spec 4.2 to 4.5, api 5.
 * @throws `customer_debit_off`, `reference_exists`, `merchant_balance_too_low` where the balance covers none of the items that
 * are otherwise valid, `merchant_daily_limit_exceeded`.
 */
export async function moveBatch(ctx: Context, batch: JsonBatch): Promise<object> {
  const rules = await findBatchRules(ctx);
  assertDebitsAllowed(batch.operation, rules.settings, { takesPin: true });
  await assertReferenceIsFree(ctx, batch.reference);
  const { reference, operation, items } = batch;
  const created = { reference, operation, amount: sumOf(items), actor: `${ctx.actor.kind}:${ctx.actor.id}` };
  const part: BatchPart = { id: batch.id, operation, fromRow: 1, toRow: items.length + 1, items, created };
  try {
    return await moveItems(ctx, part, {
      rules,
      answer: (judged) => answerOf(batch, assertGoes(operation, judged)),
      audit: (judged) => [auditOf(batch, judged)],
    });
  } catch (error) {
    if (isReferenceTaken(error)) throw new Failure("reference_exists");
    throw error;
  }
}

/** A reference is one batch's for good; two at the same moment are told apart by the index. @throws `reference_exists` */
export async function assertReferenceIsFree(ctx: Context, reference: string): Promise<void> {
  const batch = await findBatch(ctx.db, ctx.tenant.id, { reference });
  if (!batch) return;
  const { message } = new Failure("reference_exists");
  throw new Failure("reference_exists", { errors: [{ field: "batchReference", message, batchId: batch.id }] });
}

/** Whether another batch of this reference was committed meanwhile. */
export function isReferenceTaken(error: unknown): boolean {
  return isUniqueViolation(error, { constraint: "batches_reference" });
}
