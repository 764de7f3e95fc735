import type { AccessChange } from "../../../contract/access-changes.ts";
import { approvalTexts } from "../../../contract/texts/approvals.ts";
import type { ApproverRow } from "../../db/approvals/approvals.ts";
import type { AccessChangeRow } from "../../db/team/access-changes.ts";
import { koboToWire } from "../../ledger/kobo.ts";
import { isDecidable, refusalOfConsent } from "../consent/refusal-of-consent.ts";
import type { Context } from "../context.ts";

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
