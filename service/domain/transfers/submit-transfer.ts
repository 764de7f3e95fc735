import type { Context } from "../context.ts";
import { submitForApproval } from "../submissions/submit-for-approval.ts";
import { checkTransfer } from "./preview-transfer.ts";
import type { TransferBetweenCustomersInput } from "./transfer-between-customers.ts";
import { addressTransfer, betweenCustomers, TRANSFER_DESCRIPTION, type TransferRequest } from "./transfer-request.ts";

/**
 * Submits a transfer for approval if it would be allowed now; no money moves. The stored request names both sides by customer ID.
 * `answer` builds the wire payload just before the commit. API 2, 4.
 * @throws the first failure of the checks, exactly as the transfer itself would.
 */
export async function submitTransfer(
  ctx: Context,
  request: TransferRequest,
  answer: (submitted: { id: string; reference: string }) => object,
): Promise<void> {
  const { amount, narration, note } = request;
  const { preview, failures } = await checkTransfer(ctx, request);
  const [failure] = failures;
  if (failure) throw failure;
  const [fromCustomerId, toCustomerId] = [preview.source?.customerId, preview.target?.customerId];
  if (!fromCustomerId || !toCustomerId) throw new Error("an allowed transfer has a customer on each side");
  await submitUncheckedTransfer(ctx, { fromCustomerId, toCustomerId, amount, narration, note }, { preview, answer });
}

/**
 * Submits a transfer without the checks that need balances.
 * @throws `internal_transfers_off`, `same_wallet`, `wallets_not_found`
 */
export async function submitUncheckedTransfer(
  ctx: Context,
  request: TransferBetweenCustomersInput,
  { preview, answer }: { preview: object | null; answer: Parameters<typeof submitForApproval>[2] },
): Promise<{ id: string; reference: string }> {
  const { source, target, fees } = await addressTransfer(ctx, betweenCustomers(request));
  const route = {
    source: source.accountId,
    destination: target.accountId,
    feeBase: fees.baseFee,
    feeMerchant: fees.merchantFee,
    description: TRANSFER_DESCRIPTION,
  };
  const category = "WALLET_TO_WALLET_TRANSFER";
  return await submitForApproval(ctx, { kind: "transfer", type: "DEBIT", category, request, route, preview }, answer);
}
