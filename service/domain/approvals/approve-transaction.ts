import { FIRST_APPROVAL } from "../../../contract/approvals.ts";
import { failures } from "../../../contract/errors.ts";
import { lockApprovals, updateFirstApproval, writeDecisions } from "../../db/approvals/approval-decisions.ts";
import type { ApprovalRow } from "../../db/approvals/approvals.ts";
import { insertAuditRow } from "../../db/merchant/audit-log.ts";
import { inTransaction } from "../../db/pool.ts";
import type { ApprovalDecision } from "../../ledger/committer.ts";
import { executeApprovedBatch } from "../batches/json/execute-approved-batch.ts";
import { creditWallet } from "../batches/single/credit-wallet.ts";
import { debitWallet } from "../batches/single/debit-wallet.ts";
import { releaseApprovedUpload } from "../batches/upload/release-approved-upload.ts";
import { moveCardMoney } from "../cards/authorizations/move-card-money.ts";
import { loadApprovers } from "../consent/approvers.ts";
import type { Approving, Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { sendApprovedBatch } from "../payouts/batches/send-approved-batch.ts";
import { sendApprovedPayout } from "../payouts/send-to-bank.ts";
import { auditRow, recordAudit } from "../record-audit.ts";
import { reverseApprovedBatch } from "../reversals/reverse-batch.ts";
import { reverseApproved } from "../reversals/reverse-transaction.ts";
import { keepAnswer } from "../stored-answers.ts";
import { evaluateApprover, isFirstApprovalValid } from "../submissions/approvers.ts";
import { decisionAudit } from "../submissions/decision-audit.ts";
import { transferBetweenCustomers } from "../transfers/transfer-between-customers.ts";
import { findDecidable } from "./decidable.ts";
import { type ByKind, callByKind } from "./stored-requests.ts";

/** The verbs that an API caller's request runs immediately. `ctx.approving` makes them settle the approval. */
const verbs: ByKind<object> = {
  transfer: transferBetweenCustomers,
  credit: creditWallet,
  debit: debitWallet,
  batch: executeApprovedBatch,
  upload: releaseApprovedUpload,
  payout: sendApprovedPayout,
  payout_batch: sendApprovedBatch,
  reversal: reverseApproved,
  batch_reversal: reverseApprovedBatch,
  card_fund: (ctx, request) => moveCardMoney(ctx, "card_fund", request),
  card_unload: (ctx, request) => moveCardMoney(ctx, "card_unload", request),
};

type ApproveInput = {
  transactionId: string;
  comment?: string | undefined;
  firstApprover?: string | null | undefined;
};

/**
 * Approves a pending request. The verb of its kind runs with all its checks, and the decision commits with the money. If a check
 * fails now, the approval becomes FAILED with the reason, which is also the answer. The first of two approvals is only recorded. API 4,
 * decision 0117.
 * @throws `approval_not_found`, `approval_decided`, `permission_missing`, `approval_limit_exceeded`, `approval_own`,
 * `approval_repeated`, `approval_changed`, and the failures of the verb.
 */
export async function approveTransaction(ctx: Context, input: ApproveInput): Promise<object> {
  const item = await findDecidable(ctx, input.transactionId);
  const approvers = await loadApprovers(ctx);
  const { selfApproval, failure } = evaluateApprover(item, ctx.actor.id, approvers);
  if (failure) throw failure;
  if (input.firstApprover !== undefined && input.firstApprover !== item.firstApprover) {
    throw new Failure("approval_changed");
  }
  if (item.approversNeeded === 2 && !isFirstApprovalValid(item, approvers)) {
    return await approveFirst(ctx, item, input.comment ?? null);
  }
  const approving = approvingOf(ctx, item, { comment: input.comment ?? null, selfApproved: selfApproval });
  try {
    await callByKind(verbs, { ...ctx, approving, pendingAnswer: withoutPayload(ctx.pendingAnswer) }, item);
  } catch (error) {
    if (error instanceof Failure && isRefusal(error)) await recordFailure(ctx, approving, error);
    throw error;
  }
  return {};
}

/**
 * Records the first of two approvals: no money moves and nothing is checked, because the second approval checks everything. Replaces
 * one that counts no longer. Of two first approvals at once one is recorded.
 */
async function approveFirst(ctx: Context, item: ApprovalRow, comment: string | null): Promise<object> {
  const { actor, tenant } = ctx;
  const payload = { message: FIRST_APPROVAL };
  await inTransaction(ctx.db, async (tx) => {
    const [state] = await lockApprovals(tx, [{ tenant: tenant.id, id: item.id }]);
    if (state?.status !== "PENDING") throw new Failure("approval_decided");
    if (state.firstApprover === actor.id) throw new Failure("approval_repeated");
    if (state.firstApprover !== item.firstApprover) throw new Failure("approval_changed");
    const first = { by: actor.id, byName: actor.name, comment, at: ctx.clock.now() };
    await updateFirstApproval(tx, { tenant: tenant.id, id: item.id }, first);
    await recordAudit(tx, ctx, {
      action: "approval.approve_first",
      object: { kind: "approval", id: item.id },
      before: { firstApprover: item.firstApproverName },
      after: { firstApprover: actor.name },
      reason: comment,
    });
    await keepAnswer(tx, ctx, { payload });
  });
  return payload;
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
    audit: (settled) => auditRow(ctx, decisionAudit(settled)),
  };
}

/** The approver's answer has no data: the verb's payload is for callers of the verb itself. */
function withoutPayload(pending: Context["pendingAnswer"]): Context["pendingAnswer"] {
  return pending && { ...pending, render: (result) => pending.render("payload" in result ? { payload: {} } : result) };
}

/** A request of a suspended merchant stays pending. */
function isRefusal({ code }: Failure): boolean {
  if (code === "merchant_suspended") return false;
  if (code === "transaction_reversed") return true;
  return failures[code].status === 400 || failures[code].status === 403;
}

/** Records a refusal that came before the ledger. A refusal by the ledger is already committed with this decision's ID. */
async function recordFailure(ctx: Context, approving: Approving, failure: Failure): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const [state] = await lockApprovals(tx, [{ tenant: ctx.tenant.id, id: approving.id }]);
    if (state?.decision === approving.decision) return;
    if (state?.status !== "PENDING") throw new Failure("approval_decided");
    const failed = approving.settle(failure);
    await writeDecisions(tx, [failed], ctx.clock.now());
    await insertAuditRow(tx, approving.audit(failed));
    await keepAnswer(tx, ctx, { failure });
  });
}
