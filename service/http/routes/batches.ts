import { batchEndpoints } from "../../../contract/batches.ts";
import { preflightBatch } from "../../domain/batches/preflight-batch.ts";
import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import { debitWallet } from "../../domain/batches/single/debit-wallet.ts";
import { previewCredit, previewDebit } from "../../domain/batches/single/preview-single-move.ts";
import { submitSingleMove } from "../../domain/batches/single/submit-single-move.ts";
import type { Bind } from "../route.ts";
import { moveOrAnswerSubmitted } from "../submitting.ts";

/** The transaction says all that the reply to a credit or debit does. */
const fromTransaction = { mayRebuild: true } as const;

/** Credits and debits of one customer's wallet, and the checks before them. API 3, API 5, Wire 5. */
export function batchRoutes(bind: Bind): void {
  bind(
    batchEndpoints.creditWallet,
    (ctx, { body }, answer) =>
      moveOrAnswerSubmitted(ctx, answer, {
        amount: BigInt(body.amount),
        move: () => creditWallet(ctx, body),
        submit: (payload) => submitSingleMove(ctx, "credit", body, payload),
      }),
    fromTransaction,
  );
  bind(
    batchEndpoints.debitWallet,
    (ctx, { body }, answer) =>
      moveOrAnswerSubmitted(ctx, answer, {
        amount: BigInt(body.amount),
        move: () => debitWallet(ctx, body),
        submit: (payload) => submitSingleMove(ctx, "debit", body, payload),
      }),
    fromTransaction,
  );
  bind(batchEndpoints.preflightBatch, async (ctx, { body }) => ({ data: await preflightBatch(ctx, body) }));
  bind(batchEndpoints.previewCredit, async (ctx, { body }) => ({ data: await previewCredit(ctx, body) }));
  bind(batchEndpoints.previewDebit, async (ctx, { body }) => ({ data: await previewDebit(ctx, body) }));
}
