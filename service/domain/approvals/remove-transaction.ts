import type { ApprovalDecisionRow } from "../../db/approvals/approval-decisions.ts";
import { inTransaction } from "../../db/pool.ts";
import { loadApprovers } from "../consent/approvers.ts";
import type { Context } from "../context.ts";
import { failureOfDecliner } from "../submissions/approvers.ts";
import { writeDecision } from "../submissions/write-decision.ts";
import { findDecidable } from "./decidable.ts";

/**
 * Ends a pending request without moving money: an approver declines it, its initiator withdraws it. Both make it DECLINED with the
 * reason. The members who may decline are those who may approve, and the first of two approvers. API 4, Dashboard 2.1.
 * @throws `approval_not_found`, `approval_decided`, `permission_missing`, `approval_limit_exceeded`.
 */
export async function removeTransaction(
  ctx: Context,
  input: { transactionId: string; reason: string },
): Promise<object> {
  const item = await findDecidable(ctx, input.transactionId);
  const isWithdrawal = item.creator === ctx.actor.id;
  if (!isWithdrawal) {
    const failure = failureOfDecliner(item, ctx.actor.id, await loadApprovers(ctx));
    if (failure) throw failure;
  }
  const declined: ApprovalDecisionRow = {
    tenant: ctx.tenant.id,
    id: item.id,
    decision: ctx.ids.next(),
    status: "DECLINED",
    decidedBy: ctx.actor.id,
    decidedByName: ctx.actor.name,
    comment: null,
    reason: input.reason,
    selfApproved: false,
  };
  await inTransaction(ctx.db, (tx) => writeDecision(tx, ctx, declined, { isWithdrawal }));
  return {};
}
