import type { MerchantWallet } from "../../../contract/merchant.ts";
import { findMerchantWallet } from "../../db/merchant/merchant-wallet.ts";
import { koboToWire } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";
import { accountReference } from "../wallets/wallet-view.ts";

/** The merchant's own wallet in the context's mode. Nothing is ever reserved in it, so both balances are equal: the money of an open payout has left it. Wire 3.2. */
export async function getMerchantWallet(ctx: Context): Promise<MerchantWallet> {
  const row = await findMerchantWallet(ctx.db, ctx.tenant.id);
  if (!row) throw new Error("the tenant has no merchant wallet");
  const { balance, held, createdAt, updatedAt, ...facts } = row;
  const availableBalance = koboToWire(balance);
  return {
    ...facts,
    availableBalance,
    bookedBalance: availableBalance,
    heldBalance: koboToWire(held),
    accountReference: accountReference(row.id),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
