import { approvalTexts } from "../../../contract/texts/approvals.ts";
import { type ApprovalDecisionRow, writeDecisions } from "../../db/approvals/approval-decisions.ts";
import { claimDueApprovals } from "../../db/approvals/approvals.ts";
import { inTransaction } from "../../db/pool.ts";
import type { Services } from "../context.ts";
import { recordAudit } from "../record-audit.ts";
import { decisionAudit } from "../submissions/decision-audit.ts";

const GROUP = 200;
const JOB = { kind: "job", id: "expire-approvals", name: "Expiry" } as const;

/**
 * Expires undecided approvals of all tenants, in groups that each commit. Skips an approval that a member is deciding at the same
 * time. Returns the number of expired approvals. API 4.
 */
export async function expireApprovals(services: Services): Promise<number> {
  let expired = 0;
  while (true) {
    const count = await expireGroup(services);
    expired += count;
    if (count < GROUP) return expired;
  }
}

async function expireGroup(services: Services): Promise<number> {
  const at = services.clock.now();
  return await inTransaction(services.db, async (tx) => {
    const due = await claimDueApprovals(tx, at, GROUP);
    const expiries = due.map(({ tenant, id }) => ({ tenant, decision: expiryOf(tenant.id, id, services) }));
    await writeDecisions(
      tx,
      expiries.map(({ decision }) => decision),
      at,
    );
    for (const { tenant, decision } of expiries) {
      const ctx = { ...services, tenant, actor: JOB, address: null, requestId: JOB.id };
      await recordAudit(tx, ctx, decisionAudit(decision));
    }
    return due.length;
  });
}

function expiryOf(tenant: number, id: string, { ids }: Services): ApprovalDecisionRow {
  return {
    tenant,
    id,
    decision: ids.next(),
    status: "EXPIRED",
    decidedBy: null,
    decidedByName: JOB.name,
    comment: null,
    reason: approvalTexts.expiryReason,
    selfApproved: false,
  };
}
