import type { Context } from "../context.ts";
import { executeTransfer, type TransferData } from "./execute-transfer.ts";
import { betweenAccounts } from "./transfer-request.ts";

export type TransferBetweenAccountsInput = { fromWalletId: string; toWalletId: string; amount: number };

/**
 * Transfers between two customers' wallets named by account number. Spec 4.19. Returns the wire payload, which has no
 * `fee_breakdown`. The merchant's own account number is not found.
 * @throws as `transferBetweenCustomers`.
 */
export async function transferBetweenAccounts(
  ctx: Context,
  input: TransferBetweenAccountsInput,
): Promise<{ data: Omit<TransferData, "fee_breakdown"> }> {
  return await executeTransfer(ctx, betweenAccounts(input), ({ fee_breakdown: _, ...data }) => data);
}
