import { merchantEndpoints } from "../../../contract/merchant.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { getAccessKeys } from "../../domain/merchant/get-access-keys.ts";
import { getMerchantWallet } from "../../domain/merchant/get-merchant-wallet.ts";
import { getSettings } from "../../domain/merchant/get-settings.ts";
import type { Bind } from "../route.ts";

/** The merchant's own wallet and settings. Spec 4.20, api 6, wire facts 4.20 and 5. */
export function merchantRoutes(bind: Bind): void {
  bind(merchantEndpoints.fundMerchantWallet, (ctx, { body }) => fundMerchantWallet(ctx, body));
  bind(merchantEndpoints.getMerchantWallet, async (ctx) => ({ data: await getMerchantWallet(ctx) }));
  bind(merchantEndpoints.getWalletBalance, async (ctx) => {
    const { id, accountNumber, availableBalance, bookedBalance } = await getMerchantWallet(ctx);
    return { data: { id, accountNumber, availableBalance, bookedBalance, currency: "NGN" } };
  });
  bind(merchantEndpoints.getAccessKeys, async (ctx) => ({ data: await getAccessKeys(ctx) }));
  bind(merchantEndpoints.getSettings, async (ctx) => ({ data: await getSettings(ctx) }));
}
