import { walletEndpoints } from "../../../contract/wallets.ts";
import { enableWallet } from "../../domain/wallets/enable-wallet.ts";
import { freezeWallet } from "../../domain/wallets/freeze-wallet.ts";
import { getWalletByAccount } from "../../domain/wallets/get-wallet-by-account.ts";
import { getWalletByCustomer } from "../../domain/wallets/get-wallet-by-customer.ts";
import { getWalletInfo } from "../../domain/wallets/get-wallet-info.ts";
import { listWalletActivity } from "../../domain/wallets/list-wallet-activity.ts";
import type { Bind } from "../route.ts";

/** Wallets of customers: find, freeze, enable, what happened to them. Spec 4.9 to 4.13, api 3. */
export function walletRoutes(bind: Bind): void {
  bind(walletEndpoints.getWalletByCustomer, async (ctx, { query }) => ({
    wallet: await getWalletByCustomer(ctx, query),
  }));
  bind(walletEndpoints.getWalletByAccount, async (ctx, { query }) => ({
    wallet: await getWalletByAccount(ctx, query),
  }));
  bind(walletEndpoints.getWalletInfo, async (ctx, { query }) => ({ data: await getWalletInfo(ctx, query) }));
  bind(walletEndpoints.listWalletActivity, (ctx, { params, query }) =>
    listWalletActivity(ctx, { ...params, ...query }),
  );
  bind(walletEndpoints.freezeWallet, async (ctx, { body }) => {
    await freezeWallet(ctx, body);
    return {};
  });
  bind(walletEndpoints.enableWallet, async (ctx, { body }) => {
    await enableWallet(ctx, body);
    return {};
  });
}
