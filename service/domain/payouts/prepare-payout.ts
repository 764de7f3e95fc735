import type { PayoutPreview } from "../../../contract/payout-records.ts";
import { payoutTexts } from "../../../contract/texts/payouts.ts";
import { type RailAccounts, railAccountsOf } from "../../db/ledger/accounts.ts";
import { findParties, type Party } from "../../db/ledger/money-parties.ts";
import { findSettings, type SettingsRow } from "../../db/merchant/settings.ts";
import { findPayoutFees, findRecentTwins } from "../../db/payouts/new-payouts.ts";
import { findIssuingBank } from "../../db/payouts/rail-banks.ts";
import { koboFromWire, koboToWireEdge } from "../../ledger/kobo.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import type { Enquiry } from "../../providers/rails/rail.ts";
import { isAccountNumberOf } from "../account-number.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { approvalNeeded } from "../submissions/approvers.ts";
import { costView, type Fees, itemFees, transferFees } from "../transactions/fees.ts";
import { previewMovement } from "../transactions/preview-movement.ts";
import { findTiers } from "../transactions/tiers.ts";
import { transferFailure } from "../transfers/refusals.ts";
import { bankOf, findBanks } from "./banks.ts";
import { type EnquiryLine, enquireInTurn } from "./enquire-in-turn.ts";
import { compareNames, type NameVerdict } from "./name-match.ts";
import { type PayoutCharges, payoutCharges } from "./payout-charges.ts";

/** A request to pay to a bank account. `customerId` is null where the merchant's wallet pays. `amount` in kobo. */
export type PayoutRequest = {
  customerId: string | null;
  amount: number;
  sortCode: string;
  accountNumber: string;
  accountName?: string | undefined;
  narration?: string | undefined;
  note?: string | undefined;
  reference?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
  allowDuplicate?: boolean | undefined;
};

/** Everything about a payout that is known before its money is held, with all failures in the order of the checks. Kobo. */
export type PreparedPayout = {
  source: Party | undefined;
  /** The own wallet behind the number: the money then moves in the books only. */
  target: Party | undefined;
  bank: { code: string; name: string; cbnCode?: string | null } | undefined;
  enquiry: Enquiry | null;
  accountName: string | null;
  nameMatch: NameVerdict | "BANK" | null;
  amount: bigint;
  charges: PayoutCharges;
  /** The fees of a movement within the books. */
  fees: Fees;
  accounts: RailAccounts;
  settings: SettingsRow;
  failures: readonly Failure[];
  preview: PayoutPreview;
};

/** The same amount to the same account within this time is a possible duplicate. Rails 3. */
export const DUPLICATE_MS = 120_000;

/**
 * Looks up everything that decides a payout, asks the bank for the holder's name, and checks. Moves nothing. Rails 2, 3.
 * @throws `rail_missing`; with `line` "look_up" as `enquireInTurn`
 */
export async function preparePayout(
  ctx: Context,
  request: PayoutRequest,
  line: EnquiryLine = "payment",
): Promise<PreparedPayout> {
  const tenant = ctx.tenant.id;
  const amount = koboFromWire(request.amount);
  const [settings, tiers, parties, receiver, bands, accounts, approval] = await Promise.all([
    findSettings(ctx.db, [tenant]).then((found) => found.get(tenant)),
    findTiers(ctx),
    findParties(ctx.db, tenant, {
      by: "customer",
      names: request.customerId ? [request.customerId] : [],
      withMerchant: true,
    }),
    findReceiver(ctx, request, line),
    findPayoutFees(ctx.db, tenant),
    railAccountsOf(ctx.db, tenant),
    approvalNeeded(ctx, amount),
  ]);
  if (!settings) throw new Error("the tenant has no settings");
  const source = parties.find((party) => party.customerId === request.customerId);
  const { target, bank, accountName, nameMatch } = receiver;
  const charges = receiver.isOwn ? { fee: 0n, vat: 0n, duty: 0n } : payoutCharges(amount, bands);
  const fees = feesOf({ source, target, settings, charges });
  const destination = target ?? heldParty(tenant, accounts("payout_hold", 0));
  const ceiling = source?.customerId === null ? settings.merchantDailyLimit : null;
  const checked = previewMovement(
    { source, destination, amount, fees, ceiling, tiers, day: lagosDay(ctx.clock.now()) },
    { failureOf: transferFailure, first: bank ? [] : [new Failure("bank_unknown")] },
  );
  const failures = [
    ...checked.failures,
    ...switchFailures({ source, target, settings }),
    ...accountFailures(receiver),
    ...(await twinFailures(ctx, request, { source, bank, amount })),
  ];
  const preview: PayoutPreview = {
    ...checked.preview,
    ...chargesView(amount, charges, fees),
    bank: bank ? { code: bank.code, name: bank.name } : null,
    account: accountName === null ? null : { accountNumber: request.accountNumber, accountName },
    nameMatch,
    target: target ? checked.preview.target : null,
    allowed: failures.length === 0,
    reasons: failures.map(({ code, message, errors }) => ({ ...errors?.[0], code, message })),
    warnings: warningsOf(request, receiver),
    approval,
  };
  return { ...receiver, source, amount, charges, fees, accounts, settings, failures, preview };
}

/** Whom a payout goes to: an account at a bank, with the name that the bank gave, or a wallet of the merchant. */
export type Receiver = Pick<PreparedPayout, "target" | "bank" | "enquiry" | "accountName" | "nameMatch"> & {
  isOwn: boolean;
};

async function findReceiver(ctx: Context, request: PayoutRequest, line: EnquiryLine): Promise<Receiver> {
  const { sortCode, accountNumber, accountName: given } = request;
  const issuer = await findIssuingBank(ctx.db);
  if (sortCode === issuer.code) {
    const target = await findTarget(ctx, accountNumber);
    const accountName = target?.name ?? null;
    return { isOwn: true, target, bank: issuer, enquiry: null, accountName, nameMatch: matchOf(given, accountName) };
  }
  const bank = bankOf(await findBanks(ctx), sortCode);
  const enquiry = bank ? await enquireInTurn(ctx, { bankCode: bank.code, accountNumber }, line) : null;
  const accountName = enquiry?.outcome === "found" ? enquiry.accountName : null;
  return { isOwn: false, target: undefined, bank, enquiry, accountName, nameMatch: matchOf(given, accountName) };
}

/** The cost fields of a preview. `transaction_fee` has all charges. */
function chargesView(amount: bigint, { fee, vat, duty }: PayoutCharges, fees: Fees) {
  const cost = costView(amount, fees, koboToWireEdge);
  const charges = fee === 0n && vat === 0n && duty === 0n ? fees.baseFee + fees.merchantFee : fee;
  return { ...cost, charges: koboToWireEdge(charges), vat: koboToWireEdge(vat), duty: koboToWireEdge(duty) };
}

async function findTarget(ctx: Context, accountNumber: string): Promise<Party | undefined> {
  const found = await findParties(ctx.db, ctx.tenant.id, { by: "account", names: [accountNumber], withMerchant: true });
  return found.find((party) => party.accountNumber === accountNumber);
}

/** What the ledger charges: all charges of a payout as one fee, or the fees of the same movement within the books. */
function feesOf({
  source,
  target,
  settings,
  charges,
}: {
  source: Party | undefined;
  target: Party | undefined;
  settings: SettingsRow;
  charges: PayoutCharges;
}): Fees {
  if (!target) return { baseFee: charges.fee + charges.vat + charges.duty, merchantFee: 0n };
  const isBetweenCustomers = source?.customerId && target.customerId;
  return isBetweenCustomers ? transferFees(settings) : itemFees(settings);
}

/** The switches of movements within the books. A bank transfer takes no PIN. */
function switchFailures({
  source,
  target,
  settings,
}: Pick<PreparedPayout, "source" | "target" | "settings">): Failure[] {
  if (!source?.customerId || !target) return [];
  if (target.customerId) return settings.internalTransfers ? [] : [new Failure("internal_transfers_off")];
  if (!settings.canDebitCustomer) return [new Failure("customer_debit_off")];
  return settings.requirePinForDebit ? [new Failure("debit_pin_required")] : [];
}

/** What the account itself gives against a payout: unknown, not confirmed by the bank, or of somebody else. */
export function accountFailures({ isOwn, target, enquiry, nameMatch, accountName }: Receiver): Failure[] {
  if ((isOwn && !target) || enquiry?.outcome === "not_found") return [new Failure("bank_account_unknown")];
  if (enquiry?.outcome === "unavailable") return [new Failure("rail_unavailable", { headers: { "retry-after": "5" } })];
  if (nameMatch !== "NONE" || accountName === null) return [];
  const message = payoutTexts.nameMismatch(accountName);
  return [new Failure("account_name_mismatch", { message, errors: [{ field: "accountName", message, accountName }] })];
}

async function twinFailures(
  ctx: Context,
  request: PayoutRequest,
  { source, bank, amount }: { source: Party | undefined; bank: { code: string } | undefined; amount: bigint },
): Promise<Failure[]> {
  if (request.allowDuplicate || !source || !bank) return [];
  const since = new Date(ctx.clock.now().getTime() - DUPLICATE_MS);
  const payments = [{ bankCode: bank.code, accountNumber: request.accountNumber, amount }];
  const twins = await findRecentTwins(ctx.db, ctx.tenant.id, { source: source.account.id, since, payments });
  return twins.size > 0 ? [new Failure("possible_duplicate")] : [];
}

/** Facts that a person should know, but that do not stop a payout. A phone number as account number fails the check digit. */
export function warningsOf(
  { accountNumber, accountName: given }: Pick<PayoutRequest, "accountNumber" | "accountName">,
  { bank, nameMatch, accountName }: Receiver,
): PayoutPreview["warnings"] {
  const cbnCode = bank?.cbnCode ?? null;
  const isUnlikely = cbnCode !== null && /^\d{3}$/.test(cbnCode) && !isAccountNumberOf(cbnCode, accountNumber);
  return [
    ...(nameMatch === "PARTIAL" && accountName !== null && given !== undefined
      ? [{ code: "name_partial", message: payoutTexts.namePartial(given, accountName) }]
      : []),
    ...(isUnlikely ? [{ code: "check_digit", message: payoutTexts.checkDigit }] : []),
  ];
}

export function matchOf(given: string | undefined, accountName: string | null): PreparedPayout["nameMatch"] {
  if (accountName === null) return null;
  return given === undefined ? "BANK" : compareNames(given, accountName);
}

/** The hold account as the destination of the checks: it takes every amount. */
export function heldParty(tenant: number, id: bigint): Party {
  const state = { kind: "payout_hold", tier: null, frozen: false, postNoCredit: false } as const;
  const account = { tenant, id, ...state, balance: 0n, seq: 0n, day: null, spent: 0n };
  return { walletId: "", customerId: null, accountNumber: "", name: "", account };
}
