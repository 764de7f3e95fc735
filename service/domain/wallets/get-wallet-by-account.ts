import type { Wallet } from "../../../contract/wallets.ts";
import { findCustomerWallet } from "../../db/wallets/wallets.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { walletView } from "./wallet-view.ts";

/**
 * Finds a customer's wallet by account number, with its merchant. The merchant's own account number is not found. Spec
 * 4.10.
 * @throws `wallet_not_found`, also for an account number of another merchant or mode.
 */
export async function getWalletByAccount(
  ctx: Context,
  input: { accountNumber: string },
): Promise<Wallet & { merchantId: string }> {
  const by = { accountNumber: input.accountNumber };
  const row = await findCustomerWallet(ctx.db, ctx.tenant.id, by, ctx.clock.now());
  if (!row) throw new Failure("wallet_not_found");
  return { ...walletView(row), merchantId: ctx.tenant.merchantId };
}
