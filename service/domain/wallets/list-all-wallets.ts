import type { WalletFilters } from "../../../contract/customers.ts";
import type { CappedMetadata } from "../../../contract/envelope.ts";
import { WALLETS_MAX, type Wallet } from "../../../contract/wallets.ts";
import { findCustomerWallets } from "../../db/wallets/wallets.ts";
import type { Context } from "../context.ts";
import { findAllCustomerAccounts, findCustomerAccounts } from "../customers/find-customer-accounts.ts";
import { metadataOf } from "../list-metadata.ts";
import { walletView } from "./wallet-view.ts";

const CHUNK_ROWS = 500;

/**
 * Lists the wallets that match, newest first, up to 10,000: for clients that do not page. `wallets` are read while they are sent, by
 * keyset. `hasMore`: further ones follow. Decision 0130, API 3.
 */
export async function listAllWallets(
  ctx: Context,
  filters: WalletFilters,
): Promise<{ metadata: CappedMetadata; hasMore: boolean; wallets: AsyncIterable<Wallet[]> }> {
  const { metadata } = await findCustomerAccounts(ctx, { ...filters, page: 1, perPage: 1 });
  const { totalRecords, totalIsCapped } = metadata;
  return {
    metadata: {
      ...metadataOf({ page: 1, perPage: WALLETS_MAX }, totalRecords),
      ...(totalIsCapped && { totalIsCapped }),
    },
    hasMore: totalRecords > WALLETS_MAX,
    wallets: walletsOf(ctx, filters),
  };
}

async function* walletsOf(ctx: Context, filters: WalletFilters): AsyncGenerator<Wallet[]> {
  let left = WALLETS_MAX;
  for await (const { accounts } of findAllCustomerAccounts(ctx, filters, CHUNK_ROWS)) {
    const rows = await findCustomerWallets(ctx.db, ctx.tenant.id, accounts.slice(0, left), ctx.clock.now());
    yield rows.map(walletView);
    left -= accounts.length;
    if (left <= 0) return;
  }
}
