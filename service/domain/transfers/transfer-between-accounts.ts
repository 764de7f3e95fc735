import type { Context } from "../context.ts";
import { ANSWER_SHAPES } from "../transactions/answers/answer-shapes.ts";
import { type TransferData, withoutBreakdown } from "../transactions/answers/transfer-data.ts";
import { executeTransfer } from "./execute-transfer.ts";
import { type AccountTransfer, betweenAccounts } from "./transfer-request.ts";

/**
 * Transfers between two customers' wallets named by account number. Spec 4.19. Returns the wire payload, which has no
 * `fee_breakdown`. The merchant's own account number is not found.
 * @throws as `transferBetweenCustomers`.
 */
export async function transferBetweenAccounts(
  ctx: Context,
  input: AccountTransfer,
): Promise<{ data: Omit<TransferData, "fee_breakdown"> }> {
  return await executeTransfer(ctx, betweenAccounts(input), {
    shape: ANSWER_SHAPES.accountTransfer,
    view: withoutBreakdown,
  });
}
