import { insertPayoutBatch } from "../../../db/payouts/payout-batches.ts";
import { inTransaction } from "../../../db/pool.ts";
import { koboToWire } from "../../../ledger/kobo.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { keepAnswer } from "../../stored-answers.ts";
import { addSubmission } from "../../submissions/submit-for-approval.ts";
import { type DecidedItem, itemRow, resultOf, totalsOf } from "./batch-view.ts";
import { digestOf, type PendingPayoutBatch, previewItems } from "./pending-batch.ts";
import { AT_SUBMISSION, prepareItems } from "./prepare-items.ts";
import { assertBatchReferenceIsFree, isBatchReferenceTaken, type PayoutBatchRequest } from "./send-batch.ts";

/**
 * Stores a batch of payouts until another member approves it as one request; no money moves. Items that fail a check now are stored as
 * rejected. `answer` builds the wire payload just before the commit. API 4, Rails 2.
 * @throws `reference_exists`, `no_valid_transactions`, `rail_missing`
 */
export async function submitBatch(
  ctx: Context,
  batch: PayoutBatchRequest,
  answer: (submitted: { id: string }, data: object) => object,
): Promise<object> {
  await assertBatchReferenceIsFree(ctx, batch.reference);
  const prepared = await prepareItems(ctx, batch.items, AT_SUBMISSION);
  const items = prepared.items.map((item): DecidedItem => ({ ...item, reference: null }));
  const { total, rejected, amount, charges } = totalsOf(items);
  if (rejected === total) throw nothingToPay(items);
  const rows = items.map((item) => itemRow(item, "pending"));
  const waiting = rows.filter(({ status }) => status === "pending");
  const { id: batchId, reference: batchReference, fileName } = batch;
  const pending: PendingPayoutBatch = {
    batchId,
    batchReference,
    fileName,
    items: total - rejected,
    rows: total,
    amount: koboToWire(amount),
    digest: digestOf(waiting),
  };
  const id = ctx.ids.next();
  const at = ctx.clock.now();
  const stored = insertPayoutBatch(
    {
      tenant: ctx.tenant.id,
      id: batchId,
      reference: batchReference,
      fileName,
      status: "awaiting_approval",
      total,
      accepted: 0,
      rejected,
      open: 0,
      amount,
      charges,
      actor: `${ctx.actor.kind}:${ctx.actor.id}`,
      actorName: ctx.actor.name,
      approval: id,
      at,
    },
    rows,
  );
  const { data } = resultOf(batch, items, { isSubmitted: true });
  const payload = answer({ id }, data);
  const preview = await previewItems(ctx, { amount, rows: waiting, first: [] });
  try {
    await inTransaction(ctx.db, async (tx) => {
      await tx.query(stored);
      await addSubmission(tx, ctx, {
        id,
        kind: "payout_batch",
        type: "DEBIT",
        category: "BANK_TRANSFER",
        request: pending,
        reference: batchReference,
        amount,
        feeBase: charges,
        feeMerchant: 0n,
        source: null,
        destination: null,
        batch: batchId,
        description: fileName,
        preview,
        at,
      });
      await keepAnswer(tx, ctx, { payload });
    });
  } catch (error) {
    if (isBatchReferenceTaken(error)) throw new Failure("reference_exists");
    throw error;
  }
  return payload;
}

const NAMED_ITEMS = 100;

/** Every item fails: the answer names their reasons. */
function nothingToPay(items: readonly DecidedItem[]): Failure {
  const errors = items
    .slice(0, NAMED_ITEMS)
    .flatMap(({ row, failure }) =>
      failure ? [{ field: `body[${row - 1}]`, message: failure.message, code: failure.code }] : [],
    );
  return new Failure("no_valid_transactions", { errors });
}
