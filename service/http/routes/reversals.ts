import { reversalEndpoints } from "../../../contract/reversals.ts";
import { prepareReversal } from "../../domain/reversals/prepare-reversal.ts";
import { reverseTransaction } from "../../domain/reversals/reverse-transaction.ts";
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
  bind(reversalEndpoints.previewReversal, async (ctx, { params, body }) => ({
    data: (await prepareReversal(ctx, { ...params, reason: body.reason ?? "" })).preview,
  }));
}
