import { walletEndpoints } from "../../../contract/wallets.ts";
import { enableWallet } from "../../domain/wallets/controls/enable-wallet.ts";
import { freezeWallet } from "../../domain/wallets/controls/freeze-wallet.ts";
import { setPostNoCredit } from "../../domain/wallets/controls/set-post-no-credit.ts";
import { setTransactionPin } from "../../domain/wallets/controls/set-transaction-pin.ts";
import { createCustomerWallet } from "../../domain/wallets/creation/create-customer-wallet.ts";
import { getWalletByAccount } from "../../domain/wallets/get-wallet-by-account.ts";
import { getWalletByCustomer } from "../../domain/wallets/get-wallet-by-customer.ts";
import { getWalletInfo } from "../../domain/wallets/get-wallet-info.ts";
import { listWalletActivity } from "../../domain/wallets/list-wallet-activity.ts";
import { listWallets } from "../../domain/wallets/list-wallets.ts";
import type { Bind } from "../route.ts";

/** Customer wallets: create, find, freeze, enable, PIN, post-no-credit, activity. Spec 4.9 to 4.16, 4.20, api 3. */
export function walletRoutes(bind: Bind): void {
  bind(walletEndpoints.createWallet, async (ctx, { body: { tier: _first, ...body } }) => {
    const { reply } = await createCustomerWallet(ctx, body);
    return reply;
  });
  bind(walletEndpoints.listWallets, (ctx, { query }) => listWallets(ctx, query));
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
  bind(walletEndpoints.setTransactionPin, async (ctx, { body }) => {
    await setTransactionPin(ctx, body);
    return {};
  });
  bind(walletEndpoints.enablePostNoCredit, async (ctx, { body }) => {
    await setPostNoCredit(ctx, { ...body, postNoCredit: true });
    return {};
  });
  bind(walletEndpoints.disablePostNoCredit, async (ctx, { body }) => {
    await setPostNoCredit(ctx, { ...body, postNoCredit: false });
    return {};
  });
}
