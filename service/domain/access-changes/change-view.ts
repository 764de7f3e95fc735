import type { AccessChange } from "../../../contract/access-changes.ts";
import { approvalTexts } from "../../../contract/texts/approvals.ts";
import { requestTexts } from "../../../contract/texts/requests.ts";
import type { ApproverRow } from "../../db/approvals/approvals.ts";
import type { AccessChangeRow } from "../../db/team/access-changes.ts";
import { koboToWire } from "../../ledger/kobo.ts";
import { APPROVER, covers } from "../consent/approvers.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";

/** Whether a change can still be decided. An expired one stays PENDING until the expiry job runs, but cannot be decided. */
export function isDecidable(row: Pick<AccessChangeRow, "status" | "expiresAt">, at: Date): boolean {
  return row.status === "PENDING" && row.expiresAt > at;
}

/**
 * Why a member may not agree to a change or decline it; null if they may. They need `APPROVE_TRANSFER`, the second factor if the
 * merchant requires it, and a limit of at least what the change gives, and must neither have requested it nor gain from it. Pure.
 * Decision 0073.
 */
export function refusalOfConsent(
  row: Pick<AccessChangeRow, "creator" | "gains" | "neededLimit">,
  memberId: string,
  approvers: readonly ApproverRow[],
): Failure | null {
  const self = approvers.find((approver) => approver.memberId === memberId);
  if (!self) {
    return new Failure("permission_missing", { message: requestTexts.permissionsRequired("caller", [APPROVER]) });
  }
  if (row.creator === memberId) return new Failure("change_own");
  if (row.gains.includes(memberId)) return new Failure("change_gains");
  if (self.lacksFactor) return new Failure("two_factor_missing");
  if (covers(self.limit, row.neededLimit)) return null;
  const message = approvalTexts.givesMore(self.limit ?? 0n, row.neededLimit);
  return new Failure("approval_limit_exceeded", { message });
}

/** A change on the wire, with what the caller may do with it. Decision 0073. */
export function changeView(ctx: Context, row: AccessChangeRow, approvers: readonly ApproverRow[]): AccessChange {
  const isOpen = isDecidable(row, ctx.clock.now());
  const refusal = isOpen ? refusalOfConsent(row, ctx.actor.id, approvers) : null;
  const { id, kind, subject, label, status, creator, creatorName, before, after, decidedByName, comment, reason } = row;
  return {
    id,
    kind,
    subject,
    label,
    mode: row.tenant.mode,
    status,
    creator,
    creatorName,
    before,
    after,
    neededLimit: row.neededLimit === null ? null : koboToWire(row.neededLimit),
    decidedByName,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    comment,
    reason,
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    viewer: {
      canApprove: isOpen && refusal === null,
      canWithdraw: isOpen && creator === ctx.actor.id,
      reason: status === "PENDING" && !isOpen ? approvalTexts.expired : (refusal?.message ?? null),
    },
  };
}
