import { findBatchWallets, type WalletName } from "../../db/batches/batch-wallets.ts";
import type { PartyAddress } from "../../db/ledger/money-parties.ts";
import type { WalletAddress } from "../../db/wallets/wallet-addresses.ts";
import type { Context } from "../context.ts";
import type { BatchItem } from "./batch-item.ts";

/** Finds the wallet of an item among those that were looked up. */
export type WalletOf = (item: NamedItem) => WalletAddress | undefined;
type NamedItem = Pick<BatchItem, "customerId" | "walletId" | "accountNumber">;

export type WalletContext = Pick<Context, "db" | "tenant" | "parties">;

/** Finds the wallets that `items` name. Does not lock. */
export async function findWallets(ctx: WalletContext, items: readonly NamedItem[]): Promise<WalletOf> {
  const find = (by: WalletName) => findNamed(ctx, by, namesOf(items, by));
  const [byCustomer, byWallet, byAccount] = await Promise.all([
    find("customerId"),
    find("walletId"),
    find("accountNumber"),
  ]);
  return ({ customerId, walletId, accountNumber }) => {
    if (customerId !== null) return byCustomer.get(customerId);
    return walletId === null ? byAccount.get(accountNumber ?? "") : byWallet.get(walletId);
  };
}

function namesOf(items: readonly NamedItem[], by: WalletName): Set<string> {
  const names = new Set<string>();
  for (const { [by]: name } of items) if (name !== null) names.add(name);
  return names;
}

const PARTY_KINDS = { customerId: "customer", accountNumber: "account", walletId: null } as const;

/** Looks up the wallets whose addresses the process does not know yet, and keeps these. */
async function findNamed({ db, tenant, parties }: WalletContext, by: WalletName, names: ReadonlySet<string>) {
  const kind = PARTY_KINDS[by];
  if (!parties || kind === null) return await findBatchWallets(db, tenant.id, by, [...names]);
  const found = new Map<string, PartyAddress>();
  const unknown: string[] = [];
  for (const name of names) {
    const address = parties.addressOf(tenant.id, kind, name);
    if (address) found.set(name, address);
    else unknown.push(name);
  }
  for (const [name, address] of await findBatchWallets(db, tenant.id, by, unknown)) {
    parties.keepAddress(tenant.id, kind, address);
    found.set(name, address);
  }
  return found;
}
