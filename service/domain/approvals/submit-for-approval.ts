import { insertApproval } from "../../db/approvals.ts";
import { insertOutboxRow } from "../../db/outbox.ts";
import { inTransaction } from "../../db/pool.ts";
import { koboFromWire } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";
import { recordAudit } from "../record-audit.ts";
import { keepAnswer } from "../stored-answers.ts";
import { referenceOf } from "../transactions/reference.ts";
import { type BuiltKind, type PendingRequests, pendingKinds } from "./pending-kinds.ts";

export type Submission = {
  [K in BuiltKind]: { kind: K; request: PendingRequests[K]; preview: object | null };
}[BuiltKind];

export const EXPIRY_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * Lets money wait for another member: nothing moves. `request` is the input of the verb that will move it, `preview` what the
 * checks said now. The reference is the request's own or made here, and the final transaction carries it. `answer` is called
 * just before the commit and gives the wire payload, which is kept with it under an Idempotency-Key. Api 4, wire facts 3.4.
 * @throws what stands against the request whatever the balance is: `wallets_not_found`, `internal_transfers_off`, …
 */
export async function submitForApproval(
  ctx: Context,
  submission: Submission,
  answer: (submitted: { id: string; reference: string }) => object,
): Promise<{ id: string; reference: string }> {
  const { actor } = ctx;
  if (actor.kind !== "member") throw new Error("only a member's money waits for approval");
  const route = await routeOf(ctx, submission);
  const { type, category } = pendingKinds[submission.kind];
  const request = withoutPin(submission.request);
  const id = ctx.ids.next();
  const at = ctx.clock.now();
  const reference = ownReference(request) ?? referenceOf(id);
  const amount = koboFromWire(submission.request.amount);
  const approval = { id, kind: submission.kind, type, category, request, reference, amount, ...route };

  await inTransaction(ctx.db, async (tx) => {
    await insertApproval(tx, ctx.tenant.id, {
      ...approval,
      batch: null,
      preview: submission.preview,
      creator: actor.id,
      creatorName: actor.name,
      expiresAt: new Date(at.getTime() + EXPIRY_DAYS * DAY_MS),
      at,
    });
    await insertOutboxRow(tx, { tenant: ctx.tenant.id, kind: "transaction.pending", objectId: id, at });
    await recordAudit(tx, ctx, {
      action: "approval.submit",
      object: { kind: "approval", id },
      after: { kind: approval.kind, amount, reference, request },
    });
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
