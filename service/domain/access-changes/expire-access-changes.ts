import { approvalTexts } from "../../../contract/texts/approvals.ts";
import { inTransaction } from "../../db/pool.ts";
import { claimDueAccessChanges } from "../../db/team/access-changes.ts";
import type { Services } from "../context.ts";
import { endChange } from "./decide-access-change.ts";

const GROUP = 200;
const JOB = { kind: "job", id: "expire-approvals", name: "Expiry" } as const;

/** Expires undecided changes of all merchants, in groups that each commit. Returns their number. Decision 0073. */
export async function expireAccessChanges(services: Services): Promise<number> {
  let expired = 0;
  while (true) {
    const count = await inTransaction(services.db, async (tx) => {
      const due = await claimDueAccessChanges(tx, services.clock.now(), GROUP);
      for (const row of due) {
        const ctx = { ...services, tenant: row.tenant, actor: JOB, address: null, requestId: JOB.id };
        await endChange(tx, ctx, row, {
          status: "EXPIRED",
          reason: approvalTexts.expiryReason,
          comment: null,
          decidedBy: null,
        });
      }
      return due.length;
    });
    expired += count;
    if (count < GROUP) return expired;
  }
}
