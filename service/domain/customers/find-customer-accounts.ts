import type { WalletFilters } from "../../../contract/customers.ts";
import type { CappedMetadata } from "../../../contract/envelope.ts";
import { TIER_NUMBERS } from "../../../contract/values.ts";
import { areWalletsFrozen } from "../../db/merchant/settings.ts";
import type { WalletFilter } from "../../db/wallets/wallet-filter.ts";
import {
  findNextWallets,
  findWalletPage,
  keepMatching,
  searchWallets,
  WALLET_LIST_BOUND,
  WALLET_SEARCH_BOUND,
  type WalletSearch,
} from "../../db/wallets/wallet-search.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import type { Context } from "../context.ts";
import { boundedMetadata, boundedSlice } from "../list-metadata.ts";
import { normalisePhoneNumber } from "../phone-number.ts";

export type FindCustomersInput = WalletFilters & { page: number; perPage: number };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

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
  const bound = boundOf(input);
  const filter = await filterOf(ctx, input);
  if (!filter) return { accounts: [], metadata: boundedMetadata(input, 0, bound) };
  const slice = boundedSlice(input, bound);
  const { total, accounts, isCut } = await (input.search === undefined
    ? findWalletPage(ctx.db, ctx.tenant.id, filter, slice).then((found) => ({ ...found, isCut: false }))
    : searchPage(ctx, searchOf(input.search), filter, slice));
  const metadata = boundedMetadata(input, total, bound);
  return { accounts, metadata: isCut ? { ...metadata, totalIsCapped: true } : metadata };
}

/** Null where no wallet can match: in an emergency freeze no wallet is active, even if its own row says so. */
async function filterOf(ctx: Context, input: WalletFilters): Promise<WalletFilter | null> {
  const { status, tier, postNoCredit, tag, activeIn, createdFrom, createdTo, minBalance, maxBalance, nearLimit } =
    input;
  const areAllFrozen = status !== undefined && (await areWalletsFrozen(ctx.db, ctx.tenant.id));
  if (areAllFrozen && status === "ACTIVE") return null;
  return {
    frozen: areAllFrozen ? undefined : status && status === "FROZEN",
    tier: tier && TIER_NUMBERS[tier],
    postNoCredit,
    tag,
    activeIn: activeIn === undefined ? undefined : startOf(activeIn),
    createdFrom,
    createdTo,
    minBalance: minBalance === undefined ? undefined : BigInt(minBalance),
    maxBalance: maxBalance === undefined ? undefined : BigInt(maxBalance),
    nearLimit:
      nearLimit === "daily" ? { of: nearLimit, today: lagosDay(ctx.clock.now()) } : nearLimit && { of: nearLimit },
  };
}

function startOf(period: string): NonNullable<WalletFilter["activeIn"]> {
  return period.length === "2026-01".length ? { month: `${period}-01` } : { week: period };
}

/**
 * Finds the accounts of all wallets that match, in list order and in chunks of at most `limit`. Without a search there is no bound; a
 * search finds what its list shows, and `isCut` says that more match. API 3.
 */
export async function* findAllCustomerAccounts(
  ctx: Context,
  input: WalletFilters,
  limit: number,
): AsyncGenerator<{ accounts: bigint[]; isCut: boolean }> {
  const filter = await filterOf(ctx, input);
  if (!filter) return;
  if (input.search !== undefined) {
    const found = await searchPage(ctx, searchOf(input.search), filter, { offset: 0, limit: WALLET_SEARCH_BOUND });
    const isCut = found.isCut || found.total > WALLET_SEARCH_BOUND;
    for (let from = 0; from < found.accounts.length; from += limit) {
      yield { accounts: found.accounts.slice(from, from + limit), isCut };
    }
    return;
  }
  let before: bigint | null = null;
  while (true) {
    const accounts: bigint[] = await findNextWallets(ctx.db, ctx.tenant.id, filter, { before, limit });
    if (accounts.length > 0) yield { accounts, isCut: false };
    if (accounts.length < limit) return;
    before = accounts.at(-1) ?? null;
  }
}

function boundOf({ search }: WalletFilters) {
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
  const found = search ? await searchWallets(ctx.db, ctx.tenant.id, search, filter) : noMatch;
  const accounts = await keepMatching(ctx.db, ctx.tenant.id, filter, found.accounts);
  // Beyond the bound of the search there may be more that match all filters.
  const isCut = found.isCut || (accounts.length < found.accounts.length && found.accounts.length > WALLET_SEARCH_BOUND);
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
