import type { Wallet } from "../../../contract/wallets.ts";
import { findCustomerWallet } from "../../db/wallets/wallets.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { walletView } from "./wallet-view.ts";

/**
 * A customer's wallet by account number, with the merchant it belongs to. The merchant's own number is not one of a
 * customer. Spec 4.10.
 * @throws `wallet_not_found`, also for another merchant's or mode's number.
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
