import {
  type AddressedParty,
  findAddressedParty,
  type PartyAddress,
  type PartyKind,
} from "../../db/ledger/money-parties.ts";
import { findSharedMoneySettings, type MoneySettingsRow } from "../../db/ledger/money-settings.ts";
import { koboFromWire } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { type Fees, transferFees } from "../transactions/fees.ts";
import type { PaymentTexts } from "../transactions/move-money.ts";

export const TRANSFER_DESCRIPTION = "Fund transfer between customers";

/** The two sides of a transfer, named by customer ID or by account number. `amount` in kobo. */
export type TransferRequest = PaymentTexts & { by: PartyKind; from: string; to: string; amount: number };

/** A transfer with the addresses of both sides and the current fees. Kobo. */
export type AddressedTransfer = { source: PartyAddress; target: PartyAddress; amount: bigint; fees: Fees };

export type CustomerTransfer = PaymentTexts & { fromCustomerId: string; toCustomerId: string; amount: number };
export type AccountTransfer = PaymentTexts & { fromWalletId: string; toWalletId: string; amount: number };

export function betweenCustomers({
  fromCustomerId: from,
  toCustomerId: to,
  ...rest
}: CustomerTransfer): TransferRequest {
  return { by: "customer", from, to, ...rest };
}

export function betweenAccounts({ fromWalletId: from, toWalletId: to, ...rest }: AccountTransfer): TransferRequest {
  return { by: "account", from, to, ...rest };
}

/**
 * Finds both sides and the fees of a transfer, and checks in the order of API 4. The ledger checks the rules that need balances.
 * @throws `internal_transfers_off`, `same_wallet`, `wallets_not_found` (also for wallets of another merchant or mode).
 */
export async function addressTransfer(
  ctx: Context,
  { by, from, to, amount }: TransferRequest,
): Promise<AddressedTransfer> {
  const [source, target] = await Promise.all([findSide(ctx, by, from), findSide(ctx, by, to)]);
  if (!source?.settings.internalTransfers) throw new Failure("internal_transfers_off");
  if (from === to) throw new Failure("same_wallet");
  if (!source.address || !target?.address) throw new Failure("wallets_not_found");
  const fees = transferFees(source.settings);
  return { source: source.address, target: target.address, amount: koboFromWire(amount), fees };
}

async function findSide(ctx: Context, by: PartyKind, name: string): Promise<AddressedParty | undefined> {
  const { parties, tenant } = ctx;
  const address = parties?.addressOf(tenant.id, by, name);
  const settings = address && (await knownSettings(ctx));
  if (settings) return { settings, address };
  const found = await findAddressedParty(ctx.db, tenant.id, by, name);
  if (found) parties?.keepSettings(tenant.id, found.settings);
  if (found?.address) parties?.keepAddress(tenant.id, by, found.address);
  return found;
}

/** The settings of the cache, which forgets them after a moment: all requests of that moment then share one read. */
async function knownSettings({ db, parties, tenant }: Context): Promise<MoneySettingsRow | undefined> {
  const known = parties?.settingsOf(tenant.id);
  if (known) return known;
  const found = await findSharedMoneySettings(db, tenant.id);
  if (found) parties?.keepSettings(tenant.id, found);
  return found;
}

/** The name of a wallet in a request of this kind. The merchant's own wallet has no customer. */
export function nameOf(by: PartyKind, party: { customerId: string | null; accountNumber: string }): string | null {
  return by === "customer" ? party.customerId : party.accountNumber;
}
