import { failures } from "../../../contract/errors.ts";
import { lockApprovals, writeDecisions } from "../../db/approvals/approval-decisions.ts";
import type { ApprovalRow } from "../../db/approvals/approvals.ts";
import { inTransaction } from "../../db/pool.ts";
import type { ApprovalDecision } from "../../ledger/committer.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";
import { keepAnswer } from "../stored-answers.ts";
import { judgeApprover, loadApprovers } from "./approvers.ts";
import type { Approving } from "./approving.ts";
import { decisionAudit } from "./decision-audit.ts";
import { carryOut } from "./pending-kinds.ts";
import { findWaiting } from "./waiting.ts";

/**
 * Approves what waits: the verb of its kind runs with all its checks, and the decision commits with the money. A check that
 * fails now leaves the approval FAILED with the reason, which is also the answer. Api 4.
 * @throws `approval_not_found`, `approval_decided`, `permission_missing`, `approval_limit_exceeded`, `approval_own`, and the
 * failures of the verb.
 */
export async function approveTransaction(
  ctx: Context,
  input: { transactionId: string; comment?: string | undefined },
): Promise<object> {
  const item = await findWaiting(ctx, input.transactionId);
  const { selfApproval, failure } = judgeApprover(item, ctx.actor.id, await loadApprovers(ctx));
  if (failure) throw failure;
  const approving = approvingOf(ctx, item, { comment: input.comment ?? null, selfApproved: selfApproval });
  try {
    await carryOut({ ...ctx, approving, pendingAnswer: answeringNothing(ctx.pendingAnswer) }, item);
  } catch (error) {
    if (error instanceof Failure && isRefusal(error)) await failBeforeMoney(ctx, approving, error);
    throw error;
  }
  return {};
}

function approvingOf(
  ctx: Context,
  item: ApprovalRow,
  { comment, selfApproved }: Pick<ApprovalDecision, "comment" | "selfApproved">,
): Approving {
  const { id, reference } = item;
  const decision = ctx.ids.next();
  const by = { tenant: ctx.tenant.id, id, decision, decidedBy: ctx.actor.id, decidedByName: ctx.actor.name };
  return {
    id,
    reference,
    decision,
    settle: (failure) =>
      failure
        ? { ...by, status: "FAILED", comment, reason: failure.message, selfApproved }
        : { ...by, status: "APPROVED", comment, reason: null, selfApproved },
  };
}

/** The approver's answer says that it was done; the data is for whoever calls the verb itself. */
function answeringNothing(pending: Context["pendingAnswer"]): Context["pendingAnswer"] {
  return pending && { ...pending, render: (result) => pending.render("payload" in result ? { payload: {} } : result) };
}

function isRefusal({ code }: Failure): boolean {
  return failures[code].status === 400 || failures[code].status === 403;
}

/** A refusal that the ledger decided is written already; one that came before is written here. */
async function failBeforeMoney(ctx: Context, approving: Approving, failure: Failure): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const [state] = await lockApprovals(tx, [{ tenant: ctx.tenant.id, id: approving.id }]);
    if (state?.decision === approving.decision) return;
    if (state?.status !== "PENDING") throw new Failure("approval_decided");
    const failed = approving.settle(failure);
    await writeDecisions(tx, [failed], ctx.clock.now());
    await recordAudit(tx, ctx, decisionAudit(failed));
    await keepAnswer(tx, ctx, { failure });
  });
}
