import { findPaidReferences } from "../../../db/batches/earlier-payments.ts";
import { type RailAccounts, railAccountsOf } from "../../../db/ledger/accounts.ts";
import { findParties, type Party } from "../../../db/ledger/money-parties.ts";
import { findSettings, type SettingsRow } from "../../../db/merchant/settings.ts";
import { findPayoutFees, findRecentTwins } from "../../../db/payouts/new-payouts.ts";
import { findIssuingBank } from "../../../db/payouts/rail-banks.ts";
import { koboFromWire, sumOfKobo } from "../../../ledger/kobo.ts";
import type { Enquiry, Rail } from "../../../providers/rails/rail.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { type Fees, itemFees } from "../../transactions/fees.ts";
import { bankOf, findBanks, railOf } from "../banks.ts";
import { type FeeBand, type PayoutCharges, payoutCharges } from "../payout-charges.ts";
import {
  accountFailures,
  DUPLICATE_MS,
  matchOf,
  type PayoutRequest,
  type Receiver,
  warningsOf,
} from "../prepare-payout.ts";
import { accountKey, enquireAccounts } from "./enquire-accounts.ts";

/** An item of a batch on the wire: a payout from the merchant wallet. */
export type ItemRequest = Omit<PayoutRequest, "customerId" | "narration"> & { narration: string };

/** An item with everything that is known before its money is held, and the first failure of its checks. Kobo. */
export type PreparedItem = Omit<Receiver, "isOwn"> & {
  /** From 1, in the order of the request. */
  row: number;
  id: string;
  request: ItemRequest;
  amount: bigint;
  charges: PayoutCharges;
  /** The fees of a movement within the books. */
  fees: Fees;
  failure: Failure | null;
};

/** The items of a batch with the facts that they share. */
export type PreparedItems = {
  source: Party;
  settings: SettingsRow;
  accounts: RailAccounts;
  /** Null where every item is paid in the books. */
  rail: Rail | null;
  items: readonly PreparedItem[];
};

export type PrepareOptions = {
  /** How old an answer of a bank about a holder may be. */
  maxAgeMs: number;
  /** Time for the banks to name the holders. */
  withinMs: number;
  /** The names that the banks gave before, for accounts whose bank does not answer now: each is asked again before its money is sent. */
  keepsNames?: boolean;
};

/** A request waits this long for names; the dashboard's calls end after 30 s. */
const NAMES_WITHIN_MS = 15_000;
/** The wizard asks for names before it submits, and submitting asks again. */
export const AT_SUBMISSION: PrepareOptions = { maxAgeMs: 600_000, withinMs: NAMES_WITHIN_MS };
export const AT_APPROVAL: PrepareOptions = { maxAgeMs: 0, withinMs: NAMES_WITHIN_MS, keepsNames: true };

/**
 * Looks up what decides the items of a batch, with a few statements for all of them, and asks the banks for the holders' names. The
 * ledger's own checks come with the posting. Moves nothing. Rails 2, 3. @throws `rail_missing`, `rail_unavailable` without a list of banks
 */
export async function prepareItems(
  ctx: Context,
  requests: readonly ItemRequest[],
  options: PrepareOptions,
): Promise<PreparedItems> {
  const tenant = ctx.tenant.id;
  const [settings, [source], bands, accounts, { rail, receiverOf }] = await Promise.all([
    findSettings(ctx.db, [tenant]).then((found) => found.get(tenant)),
    findParties(ctx.db, tenant, { by: "customer", names: [], withMerchant: true }),
    findPayoutFees(ctx.db, tenant),
    railAccountsOf(ctx.db, tenant),
    findReceivers(ctx, requests, options),
  ]);
  if (!settings || !source) throw new Error("the tenant has no books");
  const facts = { receiverOf, bands, fees: itemFees(settings) };
  const items = requests.map((request, index) => itemOf(request, { row: index + 1, id: ctx.ids.next(), ...facts }));
  const free = await withoutUsedReferences(ctx, items);
  return { source, settings, accounts, rail, items: await withoutTwins(ctx, source, free) };
}

function itemOf(
  request: ItemRequest,
  {
    row,
    id,
    receiverOf,
    bands,
    fees,
  }: {
    row: number;
    id: string;
    receiverOf: (request: ItemRequest) => Receiver;
    bands: readonly FeeBand[];
    fees: Fees;
  },
): PreparedItem {
  const { isOwn, ...receiver } = receiverOf(request);
  const amount = koboFromWire(request.amount);
  const charges = isOwn ? { fee: fees.baseFee, vat: 0n, duty: 0n } : payoutCharges(amount, bands);
  const first = receiver.bank ? accountFailures({ isOwn, ...receiver })[0] : new Failure("bank_unknown");
  return { row, id, request, ...receiver, amount, charges, fees, failure: first ?? null };
}

async function findReceivers(
  ctx: Context,
  requests: readonly ItemRequest[],
  options: PrepareOptions,
): Promise<{ rail: Rail | null; receiverOf: (request: ItemRequest) => Receiver }> {
  const issuer = await findIssuingBank(ctx.db);
  const isOwn = ({ sortCode }: ItemRequest) => sortCode === issuer.code;
  const rail = requests.every(isOwn) ? null : railOf(ctx);
  const banks = rail ? await findBanks(ctx) : [];
  const named = requests.flatMap((request) => {
    const bank = isOwn(request) ? undefined : bankOf(banks, request.sortCode);
    return bank ? [{ bankCode: bank.code, accountNumber: request.accountNumber }] : [];
  });
  const own = [...new Set(requests.filter(isOwn).map(({ accountNumber }) => accountNumber))];
  const [enquiryOf, wallets] = await Promise.all([
    rail ? enquireAccounts(ctx, named, options) : null,
    own.length === 0 ? [] : findParties(ctx.db, ctx.tenant.id, { by: "account", names: own, withMerchant: true }),
  ]);
  const walletOf = new Map(wallets.map((party) => [party.accountNumber, party]));
  const receiverOf = (request: ItemRequest): Receiver => {
    const { accountNumber, accountName: given } = request;
    if (isOwn(request)) {
      const target = walletOf.get(accountNumber);
      const accountName = target?.name ?? null;
      return { isOwn: true, target, bank: issuer, enquiry: null, accountName, nameMatch: matchOf(given, accountName) };
    }
    const bank = bankOf(banks, request.sortCode);
    const answer = bank && enquiryOf ? enquiryOf({ bankCode: bank.code, accountNumber }) : null;
    const enquiry = answer && enquiryWith(answer, given, options);
    const accountName = enquiry?.outcome === "found" ? enquiry.accountName : null;
    return { isOwn: false, target: undefined, bank, enquiry, accountName, nameMatch: matchOf(given, accountName) };
  };
  return { rail, receiverOf };
}

/** The bank's answer, or the name that it gave before. */
function enquiryWith(enquiry: Enquiry, before: string | undefined, { keepsNames }: PrepareOptions): Enquiry {
  if (enquiry.outcome !== "unavailable" || !keepsNames || before === undefined) return enquiry;
  return { outcome: "found", accountName: before, enquiryId: "", kycLevel: null, bvn: null };
}

/** Refuses items whose reference was used before, so that an approver does not see them. The ledger refuses them too. */
async function withoutUsedReferences(ctx: Context, items: readonly PreparedItem[]): Promise<PreparedItem[]> {
  const references = items.flatMap(({ request }) => request.reference ?? []);
  const used = references.length === 0 ? [] : await findPaidReferences(ctx.db, ctx.tenant.id, references);
  const taken = new Set(used.map(({ reference }) => reference));
  return items.map((item) => {
    const isTaken = item.failure === null && taken.has(item.request.reference ?? "");
    return isTaken ? { ...item, failure: new Failure("reference_exists") } : item;
  });
}

/** Refuses items that repeat another item or a payout of the last two minutes, unless they are meant to. Rails 3. */
async function withoutTwins(ctx: Context, source: Party, items: readonly PreparedItem[]): Promise<PreparedItem[]> {
  const checked = items.filter(({ failure, request }) => !failure && !request.allowDuplicate);
  const payments = checked.map(({ bank, request, amount }) => ({
    bankCode: bank?.code ?? "",
    accountNumber: request.accountNumber,
    amount,
  }));
  const since = new Date(ctx.clock.now().getTime() - DUPLICATE_MS);
  const recent =
    payments.length === 0
      ? new Set<number>()
      : await findRecentTwins(ctx.db, ctx.tenant.id, { source: source.account.id, since, payments });
  const repeated = new Set(checked.filter((_item, index) => recent.has(index)));
  const seen = new Set<string>();
  for (const item of items) {
    if (item.failure || repeated.has(item)) continue;
    const { bank, request, amount } = item;
    const key = `${accountKey({ bankCode: bank?.code ?? "", accountNumber: request.accountNumber })}/${amount}`;
    if (seen.has(key) && !request.allowDuplicate) repeated.add(item);
    seen.add(key);
  }
  return items.map((item) => (repeated.has(item) ? { ...item, failure: new Failure("possible_duplicate") } : item));
}

/** The facts about an item that a person should know but that do not stop it. */
export function itemWarnings({ request, ...receiver }: PreparedItem) {
  return warningsOf(request, { isOwn: receiver.target !== undefined, ...receiver });
}

/** The sum of the amounts of a request. Kobo. */
export function sumOfRequests(requests: readonly ItemRequest[]): bigint {
  return sumOfKobo(requests.map(({ amount }) => koboFromWire(amount)));
}

/** Fee, VAT and duty of an item. Kobo. */
export function itemCharges({ charges: { fee, vat, duty } }: Pick<PreparedItem, "charges">): bigint {
  return fee + vat + duty;
}
