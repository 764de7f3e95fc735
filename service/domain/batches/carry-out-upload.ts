import { lockApprovals, writeDecisions } from "../../db/approvals/approval-decisions.ts";
import { inTransaction } from "../../db/pool.ts";
import { decisionAudit } from "../approvals/decision-audit.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";
import { keepAnswer } from "../stored-answers.ts";
import { assertDebitsAllowed } from "./debit-rules.ts";
import { findBatchRules } from "./move-items.ts";
import type { WaitingBatch } from "./preview-batch.ts";

/**
 * Lets an upload begin that was approved: from now on the worker may take it. Its money moves later, so the decision is a commit
 * of its own, which makes the batch `pending`. Api 5.
 * @throws `approval_decided`, `customer_debit_off`, `debit_pin_required`
 */
export async function carryOutUpload(ctx: Context, { operation }: WaitingBatch): Promise<object> {
  const { approving } = ctx;
  if (!approving) throw new Error("only an approval lets an upload begin");
  const { settings } = await findBatchRules(ctx);
  assertDebitsAllowed(operation, settings, { takesPin: false });
  const approved = approving.settle(null);
  await inTransaction(ctx.db, async (tx) => {
    const [state] = await lockApprovals(tx, [approved]);
    if (state?.status !== "PENDING") throw new Failure("approval_decided");
    await writeDecisions(tx, [approved], ctx.clock.now());
    await recordAudit(tx, ctx, decisionAudit(approved));
    await keepAnswer(tx, ctx, { payload: {} });
  });
  return {};
}
