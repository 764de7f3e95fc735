import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { submitForApproval } from "../../submissions/submit-for-approval.ts";
import { findBatchRules } from "../batch-rules.ts";
import { DESCRIPTIONS } from "../move-items.ts";
import { checkSingleMove, type SingleMoveKind } from "./preview-single-move.ts";
import { findMovedWallet, type SingleMoveInput } from "./single-move.ts";

/**
 * Submits a credit or debit for approval if it would be allowed now; no money moves. `answer` builds the wire payload just before
 * the commit. API 2, 4, 5.
 * @throws the first failure of the checks, exactly as the credit or debit itself would.
 */
export async function submitSingleMove(
  ctx: Context,
  kind: SingleMoveKind,
  { customerId, amount, reference, narration, note, metadata }: SingleMoveInput,
  answer: (submitted: { id: string; reference: string }) => object,
): Promise<void> {
  const request = { customerId, amount, reference, narration, note, metadata };
  const { preview, failures } = await checkSingleMove(ctx, kind, request);
  const [failure] = failures;
  if (failure) throw failure;
  await submitUncheckedMove(ctx, kind, request, { preview, answer });
}

/**
 * Submits a credit or debit without the checks that need balances.
 * @throws `customer_not_found`, `customer_debit_off`
 */
export async function submitUncheckedMove(
  ctx: Context,
  kind: SingleMoveKind,
  request: SingleMoveInput,
  { preview, answer }: { preview: object | null; answer: Parameters<typeof submitForApproval>[2] },
): Promise<{ id: string; reference: string }> {
  const [{ settings, merchantAccountId: merchant }, wallet] = await Promise.all([
    findBatchRules(ctx),
    findMovedWallet(ctx, request),
  ]);
  if (kind === "debit" && !settings.canDebitCustomer) throw new Failure("customer_debit_off");
  const [source, destination] = kind === "credit" ? [merchant, wallet.accountId] : [wallet.accountId, merchant];
  const description = request.narration ?? request.description ?? DESCRIPTIONS[kind];
  const route = { source, destination, feeBase: settings.batchItemFee, feeMerchant: 0n, description };
  const [type, category] =
    kind === "credit" ? (["CREDIT", "CREDIT_CUSTOMER_WALLET"] as const) : (["DEBIT", "DEBIT_CUSTOMER_WALLET"] as const);
  return await submitForApproval(ctx, { kind, type, category, request, route, preview }, answer);
}
