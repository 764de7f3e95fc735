import { insertApprovalMails } from "../../db/approvals/approval-mails.ts";
import { insertApproval, type NewApproval } from "../../db/approvals/approvals.ts";
import { insertOutboxRow } from "../../db/ledger/outbox.ts";
import { inTransaction, type Transaction } from "../../db/pool.ts";
import { koboFromWire } from "../../ledger/kobo.ts";
import { approversNeeded } from "../approval-fence.ts";
import { APPROVER_RIGHTS } from "../consent/approvers.ts";
import type { Context } from "../context.ts";
import { recordAudit } from "../record-audit.ts";
import { keepAnswer } from "../stored-answers.ts";
import { referenceOf } from "../transactions/reference.ts";

export const EXPIRY_DAYS = 30;
const DAY_MS = 86_400_000;

/** The accounts and fees of a requested movement. Kobo. */
export type Route = Pick<NewApproval, "source" | "destination" | "feeBase" | "feeMerchant" | "description">;

/** A payment request of one movement. `request` is the input of the verb that moves the money after approval; `amount` in kobo. */
export type Submission = {
  kind: "transfer" | "credit" | "debit" | "payout" | "reversal" | "card_fund" | "card_unload";
  type: NewApproval["type"];
  category: string;
  request: { amount: number; reference?: string | undefined };
  route: Route;
  /** The result of the checks at submission. */
  preview: object | null;
};

/**
 * Submits a payment request of one movement for another member's approval; no money moves. The approved transaction keeps the
 * reference, which is the request's own or generated here. `answer` builds the wire payload just before the commit, which stores
 * it under the Idempotency-Key. API 4, Wire 3.4.
 */
export async function submitForApproval(
  ctx: Context,
  { kind, type, category, request, route, preview }: Submission,
  answer: (submitted: { id: string; reference: string }) => object,
): Promise<{ id: string; reference: string }> {
  const id = ctx.ids.next();
  const at = ctx.clock.now();
  const reference = request.reference ?? referenceOf(id);
  const amount = koboFromWire(request.amount);
  const approval = { id, kind, type, category, request: withoutPin(request), reference, amount, ...route };
  await inTransaction(ctx.db, async (tx) => {
    await addSubmission(tx, ctx, { ...approval, batch: null, preview, at });
    await keepAnswer(tx, ctx, { payload: answer({ id, reference }) });
  });
  return { id, reference };
}

/**
 * Adds an approval with its event, its audit row and the mails that approvers get, in the transaction of the submission. The rules of this moment decide how many
 * approvers it needs. API 4, decision 0117.
 */
export async function addSubmission(
  tx: Transaction,
  ctx: Context,
  submission: Omit<NewApproval, "creator" | "creatorName" | "approversNeeded" | "expiresAt">,
): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== "member") throw new Error("only a member submits for approval");
  const { id, kind, amount, reference, request, at } = submission;
  await insertApproval(tx, ctx.tenant.id, {
    ...submission,
    creator: actor.id,
    creatorName: actor.name,
    approversNeeded: approversNeeded(actor.rules, amount),
    expiresAt: new Date(at.getTime() + EXPIRY_DAYS * DAY_MS),
  });
  await insertApprovalMails(tx, { tenant: ctx.tenant, id, creator: actor.id, amount }, APPROVER_RIGHTS);
  await insertOutboxRow(tx, { tenant: ctx.tenant.id, kind: "transaction.pending", objectId: id, at });
  await recordAudit(tx, ctx, {
    action: "approval.submit",
    object: { kind: "approval", id },
    after: { kind, amount, reference, request },
  });
}

/** A PIN authorizes one submission. The approval neither needs nor stores it. */
function withoutPin(request: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(request).filter(([name]) => !/pin$/i.test(name)));
}
