import { type ApprovalDecisionRow, lockApprovals, writeDecisions } from "../../db/approvals/approval-decisions.ts";
import { findApproval } from "../../db/approvals/approvals.ts";
import { cancelBatchRow, findBatch } from "../../db/batches/batches.ts";
import { inTransaction, type Transaction } from "../../db/pool.ts";
import { decisionAudit } from "../approvals/decision-audit.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";

/**
 * Cancels a batch that waits for approval or for the worker. Whoever comes first wins: a batch that has begun goes on. The approval
 * it waited for ends with it. Spec 3.4, 4.8, api 5.
 * @throws `batch_not_found`, also for another merchant's or mode's; `batch_begun`
 */
export async function cancelBatch(ctx: Context, { batchId }: { batchId: string }): Promise<void> {
  const batch = await findBatch(ctx.db, ctx.tenant.id, { id: batchId });
  if (!batch) throw new Failure("batch_not_found");
  await inTransaction(ctx.db, async (tx) => {
    // Approvals are locked before batches everywhere.
    const isWaiting = batch.approval !== null && (await lockWaiting(tx, ctx, batch.approval));
    const status = await cancelBatchRow(tx, ctx.tenant.id, batch.id, ctx.clock.now());
    if (!status) throw new Failure("batch_begun");
    if (isWaiting && batch.approval !== null) await endApproval(tx, ctx, batch.approval);
    await recordAudit(tx, ctx, {
      action: "batch.cancel",
      object: { kind: "batch", id: batch.id },
      before: { status },
      after: { status: "cancelled", reference: batch.reference },
    });
  });
}

async function lockWaiting(tx: Transaction, ctx: Context, id: string): Promise<boolean> {
  const [state] = await lockApprovals(tx, [{ tenant: ctx.tenant.id, id }]);
  return state?.status === "PENDING";
}

async function endApproval(tx: Transaction, ctx: Context, id: string): Promise<void> {
  const approval = await findApproval(tx, ctx.tenant.id, id);
  const declined: ApprovalDecisionRow = {
    tenant: ctx.tenant.id,
    id,
    decision: ctx.ids.next(),
    status: "DECLINED",
    decidedBy: ctx.actor.kind === "member" ? ctx.actor.id : null,
    decidedByName: ctx.actor.name,
    comment: null,
    reason: "The batch was cancelled.",
    selfApproved: false,
  };
  await writeDecisions(tx, [declined], ctx.clock.now());
  await recordAudit(tx, ctx, decisionAudit(declined, { isWithdrawal: approval?.creator === ctx.actor.id }));
}
