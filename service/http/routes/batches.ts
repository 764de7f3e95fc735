import { batchEndpoints } from "../../../contract/batches.ts";
import { creditWallet } from "../../domain/batches/credit-wallet.ts";
import { debitWallet } from "../../domain/batches/debit-wallet.ts";
import { previewCredit, previewDebit, type SingleMoveKind } from "../../domain/batches/preview-single-move.ts";
import type { SingleMoveInput } from "../../domain/batches/single-move.ts";
import { submitSingleMove } from "../../domain/batches/submit-single-move.ts";
import { type Context, isOnDashboard } from "../../domain/context.ts";
import type { Answer, Bind } from "../route.ts";
import { submitting } from "../submitting.ts";

/** Credits and debits of one customer's wallet. Api 3, wire 5. */
export function batchRoutes(bind: Bind): void {
  bind(batchEndpoints.creditWallet, (ctx, { body }, answer) =>
    isOnDashboard(ctx.actor) ? submit(ctx, "credit", body, answer) : creditWallet(ctx, body),
  );
  bind(batchEndpoints.debitWallet, (ctx, { body }, answer) =>
    isOnDashboard(ctx.actor) ? submit(ctx, "debit", body, answer) : debitWallet(ctx, body),
  );
  bind(batchEndpoints.previewCredit, async (ctx, { body }) => ({ data: await previewCredit(ctx, body) }));
  bind(batchEndpoints.previewDebit, async (ctx, { body }) => ({ data: await previewDebit(ctx, body) }));
}

function submit(ctx: Context, kind: SingleMoveKind, input: SingleMoveInput, answer: Answer): Promise<object> {
  return submitting(answer, (payload) => submitSingleMove(ctx, kind, input, payload));
}
