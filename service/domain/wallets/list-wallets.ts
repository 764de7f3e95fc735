import type { CappedMetadata } from "../../../contract/envelope.ts";
import type { Wallet } from "../../../contract/wallets.ts";
import { findCustomerWallets } from "../../db/wallets/wallets.ts";
import type { Context } from "../context.ts";
import { type FindCustomersInput, findCustomerAccounts } from "../customers/find-customer-accounts.ts";
import { walletView } from "./wallet-view.ts";

/** Lists a page of the customers' wallets, newest first, searched and filtered. Returns the wire payload. Api 3. */
export async function listWallets(
  ctx: Context,
  input: FindCustomersInput,
): Promise<{ wallets: Wallet[]; metadata: CappedMetadata }> {
  const { accounts, metadata } = await findCustomerAccounts(ctx, input);
  const rows = await findCustomerWallets(ctx.db, ctx.tenant.id, accounts, ctx.clock.now());
  return { wallets: rows.map(walletView), metadata };
}
