import type { ApprovalDecisionRow, DecidedStatus } from "../../db/approvals/approval-decisions.ts";
import type { AuditEntry } from "../record-audit.ts";

const ACTIONS: Record<DecidedStatus, AuditEntry["action"]> = {
  APPROVED: "approval.approve",
  DECLINED: "approval.decline",
  EXPIRED: "approval.expire",
  FAILED: "approval.fail",
};

/** The audit entry of a decision. The audit log is also the approval's history. A withdrawal is a DECLINED decision by the initiator. */
export function decisionAudit(row: ApprovalDecisionRow, options: { isWithdrawal?: boolean } = {}): AuditEntry {
  return {
    action: options.isWithdrawal ? "approval.withdraw" : ACTIONS[row.status],
    object: { kind: "approval", id: row.id },
    before: { status: "PENDING" },
    after: {
      status: row.status,
      ...(row.selfApproved ? { selfApproved: true } : {}),
      ...(row.status === "FAILED" && row.comment !== null ? { comment: row.comment } : {}),
    },
    reason: row.status === "APPROVED" ? row.comment : row.reason,
  };
}
