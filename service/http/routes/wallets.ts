import { bulkWalletEndpoints } from "../../../contract/bulk-wallets.ts";
import { TIER_NUMBERS } from "../../../contract/values.ts";
import { walletNoteEndpoints } from "../../../contract/wallet-notes.ts";
import { WALLETS_MAX, walletEndpoints } from "../../../contract/wallets.ts";
import { changeWallets } from "../../domain/wallets/controls/change-wallets.ts";
import { enableWallet } from "../../domain/wallets/controls/enable-wallet.ts";
import { freezeWallet } from "../../domain/wallets/controls/freeze-wallet.ts";
import { setPostNoCredit } from "../../domain/wallets/controls/set-post-no-credit.ts";
import { setTransactionPin } from "../../domain/wallets/controls/set-transaction-pin.ts";
import { createCustomerWallet } from "../../domain/wallets/creation/create-customer-wallet.ts";
import { downloadWallets } from "../../domain/wallets/download-wallets.ts";
import { getWalletByAccount } from "../../domain/wallets/get-wallet-by-account.ts";
import { getWalletByCustomer } from "../../domain/wallets/get-wallet-by-customer.ts";
import { getWalletInfo } from "../../domain/wallets/get-wallet-info.ts";
import { listAllWallets } from "../../domain/wallets/list-all-wallets.ts";
import { listWalletActivity } from "../../domain/wallets/list-wallet-activity.ts";
import { listWallets } from "../../domain/wallets/list-wallets.ts";
import { addWalletNote } from "../../domain/wallets/notes/add-wallet-note.ts";
import { changeWalletTags } from "../../domain/wallets/notes/change-wallet-tags.ts";
import { listTags } from "../../domain/wallets/notes/list-tags.ts";
import { listWalletNotes } from "../../domain/wallets/notes/list-wallet-notes.ts";
import { removeWalletNote } from "../../domain/wallets/notes/remove-wallet-note.ts";
import { StreamedList } from "../replies/streamed-list.ts";
import type { Bind, BindCsv } from "../route.ts";

/** Customer wallets: create, find, freeze, enable, PIN, post-no-credit, activity, notes and tags, changes of many. Spec 4.9 to 4.16, 4.20, api 3. */
export function walletRoutes(bind: Bind, bindCsv: BindCsv): void {
  bind(walletEndpoints.createWallet, async (ctx, { body: { tier, ...body } }) => {
    const { reply } = await createCustomerWallet(ctx, { ...body, tier: tier && TIER_NUMBERS[tier] });
    return reply;
  });
  bind(walletEndpoints.listWallets, async (ctx, { query: { page, perPage, ...filters } }, answer) => {
    if (page !== undefined || perPage !== undefined) {
      return await listWallets(ctx, { ...filters, page: page ?? 1, perPage: perPage ?? 20 });
    }
    const { metadata, hasMore, wallets } = await listAllWallets(ctx, filters);
    if (hasMore) answer.header("link", `<${nextWallets(filters)}>; rel="next"`);
    return new StreamedList("wallets", wallets, { metadata });
  });
  bindCsv(walletEndpoints.downloadWallets, (ctx, { query }) => downloadWallets(ctx, query));
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
  bind(bulkWalletEndpoints.freezeWallets, (ctx, { body }) => changeWallets(ctx, "freeze", body));
  bind(bulkWalletEndpoints.enableWallets, (ctx, { body }) => changeWallets(ctx, "enable", body));
  bind(bulkWalletEndpoints.blockCredits, (ctx, { body }) => changeWallets(ctx, "block_credits", body));
  bind(bulkWalletEndpoints.allowCredits, (ctx, { body }) => changeWallets(ctx, "allow_credits", body));
  bind(walletNoteEndpoints.listWalletNotes, (ctx, { params, query }) => listWalletNotes(ctx, { ...params, ...query }));
  bind(walletNoteEndpoints.addWalletNote, (ctx, { params, body }) => addWalletNote(ctx, { ...params, ...body }));
  bind(walletNoteEndpoints.removeWalletNote, async (ctx, { params }) => {
    await removeWalletNote(ctx, params);
    return {};
  });
  bind(walletNoteEndpoints.listTags, (ctx) => listTags(ctx));
  bind(walletNoteEndpoints.changeWalletTags, (ctx, { params, body }) => changeWalletTags(ctx, { ...params, ...body }));
}

const PAGE_ROWS = 100;

/** The page after those of an answer without paging. */
function nextWallets(filters: object): string {
  const query = new URLSearchParams();
  const all = { ...filters, page: WALLETS_MAX / PAGE_ROWS + 1, perPage: PAGE_ROWS };
  for (const [name, value] of Object.entries(all)) if (value !== undefined) query.set(name, String(value));
  return `/v1/wallet?${query}`;
}
