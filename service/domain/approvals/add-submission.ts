import { insertApproval, type NewApproval } from "../../db/approvals/approvals.ts";
import { insertOutboxRow } from "../../db/ledger/outbox.ts";
import type { Transaction } from "../../db/pool.ts";
import type { Context } from "../context.ts";
import { recordAudit } from "../record-audit.ts";

export const EXPIRY_DAYS = 30;
const DAY_MS = 86_400_000;

/** What waits for another member's approval, in the transaction of what submits it; with its event and audit row. Api 4. */
export async function addSubmission(
  tx: Transaction,
  ctx: Context,
  submission: Omit<NewApproval, "creator" | "creatorName" | "expiresAt">,
): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== "member") throw new Error("only a member's money waits for approval");
  const { id, kind, amount, reference, request, at } = submission;
  await insertApproval(tx, ctx.tenant.id, {
    ...submission,
    creator: actor.id,
    creatorName: actor.name,
    expiresAt: new Date(at.getTime() + EXPIRY_DAYS * DAY_MS),
  });
  await insertOutboxRow(tx, { tenant: ctx.tenant.id, kind: "transaction.pending", objectId: id, at });
  await recordAudit(tx, ctx, {
    action: "approval.submit",
    object: { kind: "approval", id },
    after: { kind, amount, reference, request },
  });
}
