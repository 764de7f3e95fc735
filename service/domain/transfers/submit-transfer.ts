import { submitForApproval } from "../approvals/submit-for-approval.ts";
import type { Context } from "../context.ts";
import { considerTransfer } from "./preview-transfer.ts";
import type { TransferRequest } from "./transfer-request.ts";

/**
 * Lets a transfer wait for another member's approval, if it would be allowed right now; nothing moves. It waits by customer
 * ID whatever the sides were named by. `answer` makes the wire payload just before the commit. Api 2, 4.
 * @throws the first reason against it, exactly as the transfer itself would.
 */
export async function submitTransfer(
  ctx: Context,
  request: TransferRequest,
  answer: (submitted: { id: string; reference: string }) => object,
): Promise<void> {
  const { preview, failures } = await considerTransfer(ctx, request);
  const [failure] = failures;
  if (failure) throw failure;
  const [fromCustomerId, toCustomerId] = [preview.source?.customerId, preview.target?.customerId];
  if (!fromCustomerId || !toCustomerId) throw new Error("a transfer that is allowed has a customer on each side");
  await submitForApproval(
    ctx,
    { kind: "transfer", request: { fromCustomerId, toCustomerId, amount: request.amount }, preview },
    answer,
  );
}
