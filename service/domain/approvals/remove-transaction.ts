import { type ApprovalDecisionRow, lockApprovals, writeDecisions } from "../../db/approvals/approval-decisions.ts";
import type { ApprovalRow } from "../../db/approvals/approvals.ts";
import { inTransaction } from "../../db/pool.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";
import { judgeApprover, loadApprovers } from "./approvers.ts";
import { decisionAudit } from "./decision-audit.ts";
import { findWaiting } from "./waiting.ts";

/**
 * Ends what waits without moving anything: an approver declines, the initiator withdraws. Either way it is DECLINED with the
 * reason. Who may decline is who may approve. Api 4, dashboard 2.1.
 * @throws `approval_not_found`, `approval_decided`, `permission_missing`, `approval_limit_exceeded`.
 */
export async function removeTransaction(
  ctx: Context,
  input: { transactionId: string; reason: string },
): Promise<object> {
  const item = await findWaiting(ctx, input.transactionId);
  const isWithdrawal = item.creator === ctx.actor.id;
  if (!isWithdrawal) await assertMayDecline(ctx, item);
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
  await inTransaction(ctx.db, async (tx) => {
    const [state] = await lockApprovals(tx, [declined]);
    if (state?.status !== "PENDING") throw new Failure("approval_decided");
    await writeDecisions(tx, [declined], ctx.clock.now());
    await recordAudit(tx, ctx, decisionAudit(declined, { isWithdrawal }));
  });
  return {};
}

async function assertMayDecline(ctx: Context, item: ApprovalRow): Promise<void> {
  const { failure } = judgeApprover(item, ctx.actor.id, await loadApprovers(ctx));
  if (failure) throw failure;
}
