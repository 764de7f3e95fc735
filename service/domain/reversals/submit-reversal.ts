import { isUniqueViolation } from "../../db/sql-errors.ts";
import { koboToWire } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { submitForApproval } from "../submissions/submit-for-approval.ts";
import { CATEGORIES, type PreparedReversal } from "./prepare-reversal.ts";

/**
 * Submits a reversal for approval if it would be allowed now; no money moves. A transaction has one pending request. `answer` builds the
 * wire payload just before the commit. API 4, decision 0104.
 * @throws the first failure of the checks, exactly as the reversal itself would; `reversal_pending`
 */
export async function submitReversal(
  ctx: Context,
  { transactionId, reversed, reason, narration, kind, movement, preview, failures }: PreparedReversal,
  answer: (submitted: { id: string; reference: string }) => object,
): Promise<void> {
  const [failure] = failures;
  if (failure) throw failure;
  const { source, destination, description, amount } = movement;
  // `movement` is the kind of the transaction that a failed request leaves.
  const stored = {
    transactionId,
    reversed,
    reason,
    narration,
    note: reason,
    movement: kind,
    amount: koboToWire(amount),
  };
  try {
    await submitForApproval(
      ctx,
      {
        kind: "reversal",
        type: kind === "credit" ? "CREDIT" : "DEBIT",
        category: CATEGORIES[kind],
        request: stored,
        route: { source, destination, feeBase: 0n, feeMerchant: 0n, description: description ?? null },
        preview,
      },
      answer,
    );
  } catch (error) {
    if (isUniqueViolation(error, { constraint: "approvals_reversal" })) throw new Failure("reversal_pending");
    throw error;
  }
}
