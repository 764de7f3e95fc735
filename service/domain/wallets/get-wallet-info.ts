import type { WalletInfo } from "../../../contract/wallets.ts";
import { findWalletInfo } from "../../db/wallets/wallets.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { walletInfoView } from "./wallet-view.ts";

/**
 * Returns the basic fields of any wallet of the merchant by account number, a customer's or the merchant's own. Spec
 * 2.2, 4.11.
 * @throws `wallet_not_found`, also for an account number of another merchant or mode.
 */
export async function getWalletInfo(ctx: Context, input: { accountNumber: string }): Promise<WalletInfo> {
  const row = await findWalletInfo(ctx.db, ctx.tenant.id, input.accountNumber);
  if (!row) throw new Failure("wallet_not_found");
  return walletInfoView(row);
}
