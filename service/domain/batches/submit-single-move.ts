import { submitForApproval } from "../approvals/submit-for-approval.ts";
import type { Context } from "../context.ts";
import { considerSingleMove, type SingleMoveKind } from "./preview-single-move.ts";
import type { SingleMoveInput } from "./single-move.ts";

/**
 * Lets a credit or debit wait for another member's approval, if it would be allowed right now; nothing moves. `answer` makes
 * the wire payload just before the commit. Api 2, 4, 5.
 * @throws the first reason against it, exactly as the credit or debit itself would.
 */
export async function submitSingleMove(
  ctx: Context,
  kind: SingleMoveKind,
  { customerId, amount, reference, metadata }: SingleMoveInput,
  answer: (submitted: { id: string; reference: string }) => object,
): Promise<void> {
  const request = { customerId, amount, reference, metadata };
  const { preview, failures } = await considerSingleMove(ctx, kind, request);
  const [failure] = failures;
  if (failure) throw failure;
  await submitForApproval(ctx, { kind, request, preview }, answer);
}
