import type { Context } from "../context.ts";
import { submitForApproval } from "../submissions/submit-for-approval.ts";
import { chargesOf } from "./payout-bookings.ts";
import { type PayoutRequest, preparePayout } from "./prepare-payout.ts";

/**
 * Submits a payout for approval if it would be allowed now; no money moves. The stored request keeps the bank's name of the holder, so
 * that another name at approval is refused. `answer` builds the wire payload just before the commit. API 4, Rails 3.
 * @throws `rail_missing`, and the first failure of the checks, exactly as the payout itself would
 */
export async function submitPayout(
  ctx: Context,
  request: PayoutRequest,
  answer: (submitted: { id: string; reference: string }) => object,
): Promise<void> {
  const { preview, failures, source, target, accountName, charges, accounts, fees } = await preparePayout(ctx, request);
  const [failure] = failures;
  if (failure) throw failure;
  if (!source || accountName === null) throw new Error("an allowed payout has a payer and a receiver");
  const route = {
    source: source.account.id,
    destination: target?.account.id ?? accounts("payout_hold", 0),
    feeBase: target ? fees.baseFee : chargesOf(charges),
    feeMerchant: fees.merchantFee,
    description: request.narration ?? null,
  };
  const stored = { ...request, accountName };
  const submission = {
    kind: "payout",
    type: "DEBIT",
    category: "BANK_TRANSFER",
    request: stored,
    route,
    preview,
  } as const;
  await submitForApproval(ctx, submission, answer);
}
