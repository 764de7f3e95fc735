import { reversalEndpoints } from "../../../contract/reversals.ts";
import { prepareBatchReversal, previewBatchReversal } from "../../domain/reversals/prepare-batch-reversal.ts";
import { prepareReversal } from "../../domain/reversals/prepare-reversal.ts";
import { reverseBatch } from "../../domain/reversals/reverse-batch.ts";
import { reverseTransaction } from "../../domain/reversals/reverse-transaction.ts";
import { submitBatchReversal } from "../../domain/reversals/submit-batch-reversal.ts";
import { submitReversal } from "../../domain/reversals/submit-reversal.ts";
import type { Bind } from "../route.ts";
import { moveOrAnswerSubmitted } from "../submitting.ts";

/** Reversals of credits, debits and transfers. API 4, decision 0104. */
export function reversalRoutes(bind: Bind): void {
  bind(reversalEndpoints.reverseTransaction, async (ctx, { params, body }, answer) => {
    const reversal = await prepareReversal(ctx, { ...params, ...body });
    return await moveOrAnswerSubmitted(ctx, answer, {
      amount: reversal.movement.amount,
      move: () => reverseTransaction(ctx, reversal),
      submit: (payload) => submitReversal(ctx, reversal, payload),
    });
  });
  bind(reversalEndpoints.reverseBatch, async (ctx, { body }, answer) => {
    const reversal = await prepareBatchReversal(ctx, body);
    return await moveOrAnswerSubmitted(ctx, answer, {
      amount: reversal.amount,
      move: () => reverseBatch(ctx, reversal),
      submit: (payload) => submitBatchReversal(ctx, reversal, payload),
    });
  });
  bind(reversalEndpoints.previewBatchReversal, async (ctx, { body }) => ({
    data: await previewBatchReversal(ctx, await prepareBatchReversal(ctx, { ...body, reason: "" })),
  }));
  bind(reversalEndpoints.previewReversal, async (ctx, { params, body }) => ({
    data: (await prepareReversal(ctx, { ...params, reason: body.reason ?? "" })).preview,
  }));
}
