import { insertBatchItems } from "../../db/batches/batch-items.ts";
import { insertWaitingBatch } from "../../db/batches/batches.ts";
import { inTransaction, type Transaction } from "../../db/pool.ts";
import { koboToWire } from "../../ledger/kobo.ts";
import { addSubmission } from "../approvals/add-submission.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { keepAnswer } from "../stored-answers.ts";
import { sumOf } from "./batch-item.ts";
import type { JsonBatch } from "./batch-request.ts";
import { assertDebitsAllowed } from "./debit-rules.ts";
import { assertReferenceIsFree, isReferenceTaken } from "./move-batch.ts";
import { findBatchRules } from "./move-items.ts";
import { previewBatch, type WaitingBatch } from "./preview-batch.ts";

/**
 * Lays a JSON batch of a dashboard session aside until another member approves it; nothing moves. `answer` makes the wire payload
 * just before the commit. Api 5.
 * @throws `customer_debit_off`, `debit_pin_required`, `reference_exists`, `no_valid_transactions`
 */
export async function submitBatch(
  ctx: Context,
  batch: JsonBatch,
  answer: (submitted: { id: string; reference: string }) => object,
): Promise<void> {
  const { settings } = await findBatchRules(ctx);
  assertDebitsAllowed(batch.operation, settings, { takesPin: false });
  await assertReferenceIsFree(ctx, batch.reference);
  const { items } = batch;
  const going = items.filter(({ reason }) => reason === null).length;
  if (going === 0) throw new Failure("no_valid_transactions");
  const waiting = waitingBatch(batch, { items: going, rows: items.length, amount: sumOf(items) });
  const approval = { id: ctx.ids.next(), preview: await previewBatch(ctx, waiting) };
  try {
    await inTransaction(ctx.db, async (tx) => {
      await insertBatch(tx, ctx, batch, { approval: approval.id, going });
      await addBatchSubmission(tx, ctx, { ...approval, kind: "batch", batch: waiting });
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
  { id, reference, operation, items }: JsonBatch,
  { approval, going }: { approval: string; going: number },
): Promise<void> {
  await insertWaitingBatch(tx, ctx.tenant.id, {
    id,
    reference,
    operation,
    actor: `${ctx.actor.kind}:${ctx.actor.id}`,
    approval,
    total: items.length,
    rejected: items.length - going,
    amount: sumOf(items),
    at: ctx.clock.now(),
  });
  const rows = items.map(({ pin: _, ...item }) => ({
    ...item,
    status: item.reason === null ? ("pending" as const) : ("rejected" as const),
    cells: null,
  }));
  await insertBatchItems(tx, ctx.tenant.id, id, rows);
}

/** What is kept of the request; `amount` in kobo. */
export function waitingBatch(
  { id, reference, operation }: { id: string; reference: string; operation: "credit" | "debit" },
  { items, rows, amount }: { items: number; rows: number; amount: bigint },
): WaitingBatch {
  return { batchId: id, batchReference: reference, operation, items, rows, amount: koboToWire(amount) };
}

/** The approval of a batch or upload, in the transaction that lays it aside. */
export async function addBatchSubmission(
  tx: Transaction,
  ctx: Context,
  submission: { id: string; kind: "batch" | "upload"; batch: WaitingBatch; preview: object },
): Promise<void> {
  const { id, kind, batch, preview } = submission;
  const isCredit = batch.operation === "credit";
  await addSubmission(tx, ctx, {
    id,
    kind,
    type: isCredit ? "CREDIT" : "DEBIT",
    category: isCredit ? "CREDIT_CUSTOMER_WALLET" : "DEBIT_CUSTOMER_WALLET",
    request: batch,
    reference: batch.batchReference,
    amount: BigInt(batch.amount),
    feeBase: 0n,
    feeMerchant: 0n,
    source: null,
    destination: null,
    batch: batch.batchId,
    description: null,
    preview,
    at: ctx.clock.now(),
  });
}
