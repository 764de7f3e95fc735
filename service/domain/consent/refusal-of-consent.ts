import { approvalTexts } from "../../../contract/texts/approvals.ts";
import { requestTexts } from "../../../contract/texts/requests.ts";
import type { ApproverRow } from "../../db/approvals/approvals.ts";
import type { AccessChangeRow } from "../../db/team/access-changes.ts";
import { Failure } from "../failure.ts";
import { APPROVER, covers } from "./approvers.ts";

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
