import { inTransaction } from "../../db/pool.ts";
import { koboFromWire } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";
import { keepAnswer } from "../stored-answers.ts";
import { referenceOf } from "../transactions/reference.ts";
import { addSubmission } from "./add-submission.ts";
import { type PendingRequests, pendingKinds, type SingleKind } from "./pending-kinds.ts";

export type Submission = {
  [K in SingleKind]: { kind: K; request: PendingRequests[K]; preview: object | null };
}[SingleKind];

/**
 * Lets money wait for another member: nothing moves. `request` is the input of the verb that will move it, `preview` what the
 * checks said now. The reference is the request's own or made here, and the final transaction carries it. `answer` is called
 * just before the commit and gives the wire payload, which is kept with it under an Idempotency-Key. Api 4, wire 3.4.
 * @throws what stands against the request whatever the balance is: `wallets_not_found`, `internal_transfers_off`, …
 */
export async function submitForApproval(
  ctx: Context,
  submission: Submission,
  answer: (submitted: { id: string; reference: string }) => object,
): Promise<{ id: string; reference: string }> {
  const route = await routeOf(ctx, submission);
  const { type, category } = pendingKinds[submission.kind];
  const request = withoutPin(submission.request);
  const id = ctx.ids.next();
  const at = ctx.clock.now();
  const reference = ownReference(request) ?? referenceOf(id);
  const amount = koboFromWire(submission.request.amount);
  const approval = { id, kind: submission.kind, type, category, request, reference, amount, ...route };

  await inTransaction(ctx.db, async (tx) => {
    await addSubmission(tx, ctx, { ...approval, batch: null, preview: submission.preview, at });
    await keepAnswer(tx, ctx, { payload: answer({ id, reference }) });
  });
  return { id, reference };
}

function routeOf(ctx: Context, { kind, request }: Submission) {
  switch (kind) {
    case "transfer":
      return pendingKinds.transfer.route(ctx, request);
    case "credit":
    case "debit":
      return pendingKinds[kind].route(ctx, request);
  }
}

/** A PIN proves who asks, once: it is neither needed again nor kept. */
function withoutPin(request: Submission["request"]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(request).filter(([name]) => !/pin$/i.test(name)));
}

function ownReference({ reference }: Record<string, unknown>): string | undefined {
  return typeof reference === "string" ? reference : undefined;
}
