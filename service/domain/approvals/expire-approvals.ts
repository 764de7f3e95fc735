import { approvalTexts } from "../../../contract/texts/approvals.ts";
import { writeDecisions } from "../../db/approvals/approval-decisions.ts";
import { claimDueApprovals, claimPendingApprovals, type DueApproval } from "../../db/approvals/approvals.ts";
import { inTransaction, type Transaction } from "../../db/pool.ts";
import type { Actor, Services } from "../context.ts";
import { recordAudit } from "../record-audit.ts";
import { decisionAudit } from "../submissions/decision-audit.ts";

const GROUP = 200;
const JOB = { kind: "job", id: "expire-approvals", name: "Expiry" } as const;

/** Who expires which approvals, and why. */
type Expiry = { actor: Actor; reason: string; claim(tx: Transaction, at: Date): Promise<DueApproval[]> };

/**
 * Expires undecided approvals of all tenants, in groups that each commit. Skips an approval that a member is deciding at the same
 * time. Returns the number of expired approvals. API 4.
 */
export function expireApprovals(services: Services): Promise<number> {
  const claim = (tx: Transaction, at: Date) => claimDueApprovals(tx, at, GROUP);
  return expireAll(services, { actor: JOB, reason: approvalTexts.expiryReason, claim });
}

/**
 * Expires all pending approvals of a restored database, before the service starts: one that was approved after the restored time has
 * paid, and would pay again. Returns their number. Decision 0167.
 */
export function expireRestoredApprovals({ services, actor }: { services: Services; actor: Actor }): Promise<number> {
  const claim = (tx: Transaction) => claimPendingApprovals(tx, GROUP);
  return expireAll(services, { actor, reason: approvalTexts.restoredReason, claim });
}

async function expireAll(services: Services, expiry: Expiry): Promise<number> {
  let expired = 0;
  while (true) {
    const count = await expireGroup(services, expiry);
    expired += count;
    if (count < GROUP) return expired;
  }
}

async function expireGroup(services: Services, { actor, reason, claim }: Expiry): Promise<number> {
  const at = services.clock.now();
  return await inTransaction(services.db, async (tx) => {
    const expiries = (await claim(tx, at)).map(({ tenant, id }) => {
      const decided = { decision: services.ids.next(), decidedBy: null, decidedByName: actor.name };
      const decision = { tenant: tenant.id, id, ...decided, status: "EXPIRED", comment: null, reason } as const;
      return { tenant, decision: { ...decision, selfApproved: false } };
    });
    await writeDecisions(
      tx,
      expiries.map(({ decision }) => decision),
      at,
    );
    for (const { tenant, decision } of expiries) {
      const ctx = { ...services, tenant, actor, address: null, requestId: actor.id };
      await recordAudit(tx, ctx, decisionAudit(decision));
    }
    return expiries.length;
  });
}
