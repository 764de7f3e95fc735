import { insertBatchItems } from "../../../db/batches/batch-items.ts";
import { insertWaitingBatch } from "../../../db/batches/batches.ts";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { keepAnswer } from "../../stored-answers.ts";
import { reasonColumns, sumOf } from "../batch-item.ts";
import { assertReferenceIsFree, isReferenceTaken } from "../batch-reference.ts";
import { assertBatchAllowed, findBatchRules } from "../batch-rules.ts";
import { addBatchSubmission, pendingBatch, previewBatch } from "../pending-batch.ts";
import type { JsonBatch } from "./batch-request.ts";

/**
 * Stores a JSON batch until another member approves it; no money moves. `answer` builds the wire payload
 * just before the commit. API 5.
 * @throws `customer_debit_off`, `debit_pin_required`, `internal_transfers_off`, `customer_not_found` for an unknown payer, `reference_exists`, `no_valid_transactions`
 */
export async function submitBatch(
  ctx: Context,
  batch: JsonBatch,
  answer: (submitted: { id: string; reference: string }) => object,
): Promise<void> {
  const { settings } = await findBatchRules(ctx, batch.payer);
  assertBatchAllowed(batch, settings, { takesPin: false });
  await assertReferenceIsFree(ctx, batch.reference);
  const { items } = batch;
  const eligible = items.filter(({ reason }) => reason === null).length;
  if (eligible === 0) throw new Failure("no_valid_transactions");
  const pending = pendingBatch(batch, { items: eligible, rows: items.length, amount: sumOf(items) });
  const approval = { id: ctx.ids.next(), preview: await previewBatch(ctx, pending) };
  try {
    await inTransaction(ctx.db, async (tx) => {
      await insertBatch(tx, ctx, batch, { approval: approval.id, eligible });
      await addBatchSubmission(tx, ctx, { ...approval, kind: "batch", batch: pending });
      await keepAnswer(tx, ctx, { payload: answer({ id: approval.id, reference: batch.reference }) });
    });
  } catch (error) {
    if (isReferenceTaken(error)) throw new Failure("reference_exists");
    throw error;
  }
}

async function insertBatch(
  tx: Transaction,
  ctx: Context,
  { id, reference, operation, payer, items }: JsonBatch,
  { approval, eligible }: { approval: string; eligible: number },
): Promise<void> {
  await insertWaitingBatch(tx, ctx.tenant.id, {
    id,
    reference,
    operation,
    payer,
    actor: `${ctx.actor.kind}:${ctx.actor.id}`,
    approval,
    total: items.length,
    rejected: items.length - eligible,
    amount: sumOf(items),
    at: ctx.clock.now(),
  });
  const rows = items.map(({ pin: _, reason, ...item }) => ({
    ...item,
    ...reasonColumns(reason),
    status: reason === null ? ("pending" as const) : ("rejected" as const),
    cells: null,
  }));
  await insertBatchItems(tx, ctx.tenant.id, id, rows);
}
