import type { CappedMetadata } from "../../../contract/envelope.ts";
import { areWalletsFrozen } from "../../db/merchant/settings.ts";
import {
  findWalletPage,
  searchWallets,
  WALLET_LIST_BOUND,
  WALLET_SEARCH_BOUND,
  type WalletFilter,
  type WalletSearch,
} from "../../db/wallets/wallet-search.ts";
import type { Context } from "../context.ts";
import { boundedMetadata, boundedSlice } from "../list-metadata.ts";
import { normalisePhoneNumber } from "../phone-number.ts";

export type FindCustomersInput = {
  page: number;
  perPage: number;
  search?: string | undefined;
  status?: "ACTIVE" | "FROZEN" | undefined;
  tier?: "TIER_1" | "TIER_2" | "TIER_3" | undefined;
  postNoCredit?: boolean | undefined;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TIERS = { TIER_1: 1, TIER_2: 2, TIER_3: 3 } as const;

/**
 * Finds the wallets on one page of the customer and wallet lists: account IDs in list order and the page's metadata.
 * Totals are exact up to 50,000, or up to 1,000 for a search. A search combined with a filter examines the first 5,000
 * matches of the term. Api 3.
 * @throws `validation_failed` for a page beyond the list's bound.
 */
export async function findCustomerAccounts(
  ctx: Context,
  input: FindCustomersInput,
): Promise<{ accounts: bigint[]; metadata: CappedMetadata }> {
  // In an emergency freeze no wallet is active, whatever its own row says.
  const areAllFrozen = input.status !== undefined && (await areWalletsFrozen(ctx.db, ctx.tenant.id));
  const bound = boundOf(input);
  if (areAllFrozen && input.status === "ACTIVE") return { accounts: [], metadata: boundedMetadata(input, 0, bound) };
  const filter: WalletFilter = {
    frozen: areAllFrozen ? undefined : input.status && input.status === "FROZEN",
    tier: input.tier && TIERS[input.tier],
    postNoCredit: input.postNoCredit,
  };
  const slice = boundedSlice(input, bound);
  const { total, accounts, isCut } = await (input.search === undefined
    ? findWalletPage(ctx.db, ctx.tenant.id, filter, slice).then((found) => ({ ...found, isCut: false }))
    : searchPage(ctx, searchOf(input.search), filter, slice));
  const metadata = boundedMetadata(input, total, bound);
  return { accounts, metadata: isCut ? { ...metadata, totalIsCapped: true } : metadata };
}

function boundOf({ search }: FindCustomersInput) {
  const rows = search === undefined ? WALLET_LIST_BOUND : WALLET_SEARCH_BOUND;
  return { rows, are: "wallets", instead: "search or filter for fewer" };
}

async function searchPage(
  ctx: Context,
  search: WalletSearch | null,
  filter: WalletFilter,
  { offset, limit }: { offset: number; limit: number },
) {
  const noMatch = { accounts: [], isCut: false };
  const { accounts, isCut } = search ? await searchWallets(ctx.db, ctx.tenant.id, search, filter) : noMatch;
  return { total: accounts.length, accounts: accounts.slice(offset, offset + limit), isCut };
}

/**
 * Classifies a search term by its form: an ID, a phone number in any notation, an account number, an e-mail address or
 * its prefix, or a name. Returns null for other long numbers: they may be a BVN or NIN, and customers cannot be
 * searched by those.
 */
export function searchOf(term: string): WalletSearch | null {
  if (UUID.test(term)) return { by: "id", id: term };
  const phoneNumber = normalisePhoneNumber(term);
  if (phoneNumber) return { by: "phone", phoneNumber };
  const compact = term.replace(/[\s-]/g, "");
  if (/^\d{10}$/.test(compact)) return { by: "account", accountNumber: compact };
  if (/^\+?\d+$/.test(compact)) return null;
  return { by: term.includes("@") ? "email" : "name", text: term };
}
