import { approvalTexts } from "../../../contract/texts/approvals.ts";
import { type ApprovalDecisionRow, lockApprovals } from "../../db/approvals/approval-decisions.ts";
import { findApproval } from "../../db/approvals/approvals.ts";
import { cancelBatchRow, findBatch } from "../../db/batches/batches.ts";
import { inTransaction, type Transaction } from "../../db/pool.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";
import { writeDecision } from "../submissions/write-decision.ts";
import { assertMayPay } from "../transactions/assert-may-pay.ts";

/**
 * Cancels a batch that awaits approval or has not been started by the worker, and declines its pending approval. If the worker
 * claims the batch first, the batch continues. Spec 3.4, 4.8, API 5.
 * @throws `batch_not_found`, also for a batch of another merchant or mode; `permission_missing` for a caller who could not make its payments; `batch_begun`
 */
export async function cancelBatch(ctx: Context, { batchId }: { batchId: string }): Promise<void> {
  const batch = await findBatch(ctx.db, ctx.tenant.id, { id: batchId });
  if (!batch) throw new Failure("batch_not_found");
  assertMayPay(ctx, batch.payer === null ? batch.operation : "transfer");
  await inTransaction(ctx.db, async (tx) => {
    // Lock order: approvals before batches.
    const isPending = batch.approval !== null && (await lockPending(tx, ctx, batch.approval));
    const status = await cancelBatchRow(tx, ctx.tenant.id, batch.id, ctx.clock.now());
    if (!status) throw new Failure("batch_begun");
    if (isPending && batch.approval !== null) await declineApproval(tx, ctx, batch.approval);
    await recordAudit(tx, ctx, {
      action: "batch.cancel",
      object: { kind: "batch", id: batch.id },
      before: { status },
      after: { status: "cancelled", reference: batch.reference },
    });
  });
}

async function lockPending(tx: Transaction, ctx: Context, id: string): Promise<boolean> {
  const [state] = await lockApprovals(tx, [{ tenant: ctx.tenant.id, id }]);
  return state?.status === "PENDING";
}

async function declineApproval(tx: Transaction, ctx: Context, id: string): Promise<void> {
  const approval = await findApproval(tx, ctx.tenant.id, id);
  const declined: ApprovalDecisionRow = {
    tenant: ctx.tenant.id,
    id,
    decision: ctx.ids.next(),
    status: "DECLINED",
    decidedBy: ctx.actor.kind === "member" ? ctx.actor.id : null,
    decidedByName: ctx.actor.name,
    comment: null,
    reason: approvalTexts.batchCancelledReason,
    selfApproved: false,
  };
  await writeDecision(tx, ctx, declined, { isWithdrawal: approval?.creator === ctx.actor.id });
}
