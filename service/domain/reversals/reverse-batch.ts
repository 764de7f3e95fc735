import type { BatchReversal } from "../../../contract/reversals.ts";
import { reversalTexts } from "../../../contract/texts/reversals.ts";
import { isUniqueViolation } from "../../db/sql-errors.ts";
import { koboFromWire, koboToWire, sumOfKobo } from "../../ledger/kobo.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { type Moved, moveMoney } from "../transactions/move-money.ts";
import { type BatchReversalInput, type PreparedBatchReversal, prepareBatchReversal } from "./prepare-batch-reversal.ts";
import { failureOfReversal } from "./prepare-reversal.ts";

/** Reversals of the same transactions at the same time: each attempt finds what the others left of the items. */
const ATTEMPTS = 5;

/**
 * Takes the items of a batch back in one commit, each with its own outcome. Items that were taken back before are left out, so
 * repeating it takes back what is left. `atMost`: the approved sum, in kobo. Returns the wire payload. Decision 0138.
 * @throws what `prepareBatchReversal` throws; `batch_changed` for a larger sum than `atMost`; in an approval that can take nothing back, the first item's reason
 */
export async function reverseBatch(
  ctx: Context,
  prepared: PreparedBatchReversal,
  { atMost = null }: { atMost?: bigint | null } = {},
): Promise<{ data: BatchReversal }> {
  if (atMost !== null && prepared.amount > atMost) {
    throw new Failure("batch_changed", { message: reversalTexts.changed });
  }
  let current = prepared;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await moveBack(ctx, current);
    } catch (error) {
      if (!isUniqueViolation(error, { constraint: "transactions_reversal" })) throw error;
      if (attempt === ATTEMPTS) throw new Failure("transaction_reversed");
      current = leftOf(prepared, await prepareBatchReversal(ctx, prepared, { isSubmitted: true }));
    }
  }
}

/**
 * Takes a batch back after approval. Of more than 5,000 items others follow when the first ones went back meanwhile: never a larger sum
 * than the one that was approved. @throws as `prepareBatchReversal` and `reverseBatch`
 */
export async function reverseApprovedBatch(
  ctx: Context,
  request: BatchReversalInput & { amount: number },
): Promise<object> {
  const prepared = await prepareBatchReversal(ctx, request, { isSubmitted: true });
  return await reverseBatch(ctx, prepared, { atMost: koboFromWire(request.amount) });
}

/** What can still go back of the items of the first attempt. Others would exceed the sum that needed no approval, or got it. Pure. */
function leftOf(first: PreparedBatchReversal, now: PreparedBatchReversal): PreparedBatchReversal {
  const own = new Set(first.items.map(({ id }) => id));
  const items = now.items.filter(({ id }) => own.has(id));
  const amount = sumOfKobo(items.map((item) => item.amount));
  return { ...now, items, amount, hasMore: now.hasMore || items.length < now.items.length };
}

async function moveBack(ctx: Context, prepared: PreparedBatchReversal): Promise<{ data: BatchReversal }> {
  const { batchId, batchReference, reason, kind, items } = prepared;
  const movements = items.map(({ id: reversalOf, reference, source, destination, amount, at }) => {
    const narration = reversalTexts.narration(reference);
    const texts = { description: narration, narration, note: reason };
    const back = { source: destination, destination: source, amount, unspent: { day: lagosDay(at), amount } };
    return { id: ctx.ids.next(), kind, ...back, ...texts, reversalOf };
  });
  return await moveMoney(ctx, {
    movements,
    answer(moved) {
      const data = answerOf(prepared, moved);
      const [first] = data.rejected;
      if (ctx.approving && data.accepted.length === 0) throw nothingReversed(first?.reason);
      return { data };
    },
    audit(moved) {
      const { accepted, rejected } = answerOf(prepared, moved);
      const amount = accepted.reduce((sum, one) => sum + one.amount, 0);
      return [
        {
          action: "batch.reverse",
          object: { kind: "batch", id: batchId },
          after: { reference: batchReference, accepted: accepted.length, rejected: rejected.length, amount },
          reason,
        },
      ];
    },
  });
}

function answerOf(
  { batchReference, kind, items, hasMore }: PreparedBatchReversal,
  moved: readonly Moved[],
): BatchReversal {
  const failureOf = failureOfReversal(kind);
  const accepted: BatchReversal["accepted"] = [];
  const rejected: BatchReversal["rejected"] = [];
  for (const [index, { id, reference, customerId, amount: kobo }] of items.entries()) {
    const made = moved[index];
    if (!made) throw new Error("a movement without an outcome");
    const reversalOf = { transactionId: id, reference };
    const amount = koboToWire(kobo);
    if (made.outcome.posted) {
      accepted.push({ customerId, amount, transactionId: made.id, reference: made.reference, reversalOf });
    } else {
      rejected.push({ customerId, amount, reversalOf, reason: failureOf(made.outcome.refusal).message });
    }
  }
  return { batchReference, accepted, rejected, hasMore };
}

function nothingReversed(reason: string | undefined): Failure {
  return reason === undefined
    ? new Failure("transaction_reversed")
    : new Failure("batch_not_reversible", { message: reason });
}
