import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { sumOf } from "../batch-item.ts";
import { assertReferenceIsFree, isReferenceTaken } from "../batch-reference.ts";
import { assertBatchAllowed, findBatchRules, takesPin } from "../batch-rules.ts";
import { type BatchChunk, moveItems } from "../move-items.ts";
import { answerOf, assertPayable, auditOf } from "./batch-answer.ts";
import type { JsonBatch } from "./batch-request.ts";

/**
 * Moves the money of a JSON batch in one commit with its record. Returns the wire payload, item by item. Spec 4.2 to 4.5, API 5.
 * @throws `customer_debit_off`, `debit_pin_required`, `internal_transfers_off`, `customer_not_found` for an unknown payer, `reference_exists`, `merchant_balance_too_low` when the balance covers none of the otherwise valid
 * items, `merchant_daily_limit_exceeded`.
 */
export async function moveBatch(ctx: Context, batch: JsonBatch): Promise<object> {
  const rules = await findBatchRules(ctx, batch.payer);
  assertBatchAllowed(batch, rules.settings, { takesPin: takesPin(ctx) });
  await assertReferenceIsFree(ctx, batch.reference);
  const { reference, operation, items } = batch;
  const created = { reference, amount: sumOf(items), actor: `${ctx.actor.kind}:${ctx.actor.id}` };
  const chunk: BatchChunk = { id: batch.id, operation, fromRow: 1, toRow: items.length + 1, items, created };
  try {
    return await moveItems(ctx, chunk, {
      rules,
      answer: (decided) => answerOf(batch, assertPayable(batch, decided)),
      audit: (decided) => [auditOf(batch, decided)],
    });
  } catch (error) {
    if (isReferenceTaken(error)) throw new Failure("reference_exists");
    throw error;
  }
}
