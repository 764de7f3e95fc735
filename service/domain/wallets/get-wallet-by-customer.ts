import type { Wallet } from "../../../contract/wallets.ts";
import { findCustomerWallet } from "../../db/wallets/wallets.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { walletView } from "./wallet-view.ts";

/**
 * Finds a customer's wallet by customer ID. Spec 4.9.
 * @throws `customer_not_found`, also for a customer of another merchant or mode.
 */
export async function getWalletByCustomer(ctx: Context, input: { customerId: string }): Promise<Wallet> {
  const by = { customerId: input.customerId };
  const row = await findCustomerWallet(ctx.db, ctx.tenant.id, by, ctx.clock.now());
  if (!row) throw new Failure("customer_not_found");
  return walletView(row);
}
