import type { PendingItem } from "../../../contract/approvals.ts";
import { approvalTexts } from "../../../contract/texts/approvals.ts";
import type { ApprovalRow, ApproverRow } from "../../db/approvals/approvals.ts";
import { koboToWire } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";
import { evaluateApprover, failureOfDecliner, isFirstApprovalValid } from "../submissions/approvers.ts";
import { isDecidable } from "./decidable.ts";
import type { RowFacts } from "./row-facts.ts";

/** An approval on the wire, with what the caller may do with it. Wire 3.4, Dashboard 9. */
export function pendingView(
  ctx: Context,
  row: ApprovalRow,
  { approvers, facts }: { approvers: readonly ApproverRow[]; facts: RowFacts | undefined },
): PendingItem {
  const isAnswered = row.status === "APPROVED" || row.status === "FAILED";
  return {
    id: row.id,
    kind: row.kind,
    batchId: row.batch,
    mode: ctx.tenant.mode,
    type: row.type,
    creator: row.creator,
    creatorName: row.creatorName,
    status: row.status,
    merchantId: ctx.tenant.merchantId,
    category: row.category,
    amount: koboToWire(row.amount),
    reference: row.reference,
    approvals: { needed: row.approversNeeded, first: firstApprovalOf(row, approvers) },
    approvedBy: isAnswered ? row.decidedBy : null,
    approvedAt: isAnswered ? (row.decidedAt?.toISOString() ?? null) : null,
    narration: textOf(row.request.narration),
    note: textOf(row.request.note),
    declineReason: row.status === "DECLINED" ? row.reason : null,
    failureReason: row.status === "FAILED" ? row.reason : null,
    withdrawn: row.status === "DECLINED" && row.decidedBy === row.creator,
    selfApproved: row.selfApproved,
    metadata: row.request,
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    viewer: viewerOf(ctx, row, approvers),
    ...(facts ?? { source: null, target: null, mark: "same" }),
  };
}

function firstApprovalOf(row: ApprovalRow, approvers: readonly ApproverRow[]): PendingItem["approvals"]["first"] {
  const { firstApprover: by, firstApproverName: byName, firstApprovedAt: at, firstComment: comment } = row;
  if (by === null || byName === null || at === null) return null;
  // After the decision it counted.
  const isValid = row.status !== "PENDING" || isFirstApprovalValid(row, approvers);
  return { by, byName, at: at.toISOString(), comment, isValid };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function viewerOf(ctx: Context, row: ApprovalRow, approvers: readonly ApproverRow[]): PendingItem["viewer"] {
  const nothing = { canApprove: false, canDecline: false, selfApproval: false, canWithdraw: false };
  if (row.status !== "PENDING") return { ...nothing, reason: null };
  if (!isDecidable(row, ctx.clock.now())) return { ...nothing, reason: approvalTexts.expired };
  if (ctx.actor.kind !== "member") return { ...nothing, reason: approvalTexts.membersOnly };
  const { selfApproval, failure } = evaluateApprover(row, ctx.actor.id, approvers);
  const canWithdraw = row.creator === ctx.actor.id;
  const canDecline = !canWithdraw && failureOfDecliner(row, ctx.actor.id, approvers) === null;
  return { canApprove: failure === null, canDecline, selfApproval, canWithdraw, reason: failure?.message ?? null };
}
