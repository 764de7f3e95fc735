import { type ApprovalDecisionRow, lockApprovals, writeDecisions } from "../../db/approvals/approval-decisions.ts";
import type { Transaction } from "../../db/pool.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";
import { decisionAudit } from "./decision-audit.ts";

/**
 * Ends an approval in a transaction that posts no money, with its audit row. Locks the approval first.
 * @throws `approval_decided` when it is no longer pending
 */
export async function writeDecision(
  tx: Transaction,
  ctx: Context,
  decision: ApprovalDecisionRow,
  options: { isWithdrawal?: boolean } = {},
): Promise<void> {
  const [state] = await lockApprovals(tx, [decision]);
  if (state?.status !== "PENDING") throw new Failure("approval_decided");
  await writeDecisions(tx, [decision], ctx.clock.now());
  await recordAudit(tx, ctx, decisionAudit(decision, options));
}
