import {
  type AddressedParty,
  findAddressedParty,
  type PartyAddress,
  type PartyKind,
} from "../../db/ledger/money-parties.ts";
import { koboFromWire } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { type Fees, transferFees } from "../transactions/fees.ts";

export const TRANSFER_DESCRIPTION = "Fund transfer between customers";

/** Who is to pay whom: two customers, or two account numbers. `amount` in kobo. */
export type TransferRequest = { by: PartyKind; from: string; to: string; amount: number };

/** A transfer whose sides were found; `fees` as they are set now. Kobo. */
export type AddressedTransfer = { source: PartyAddress; target: PartyAddress; amount: bigint; fees: Fees };

export function betweenCustomers(body: {
  fromCustomerId: string;
  toCustomerId: string;
  amount: number;
}): TransferRequest {
  return { by: "customer", from: body.fromCustomerId, to: body.toCustomerId, amount: body.amount };
}

export function betweenAccounts(body: { fromWalletId: string; toWalletId: string; amount: number }): TransferRequest {
  return { by: "account", from: body.fromWalletId, to: body.toWalletId, amount: body.amount };
}

/**
 * Finds both sides and the fees of a transfer. Rules that need balances come later, in the ledger; the order is api 4's.
 * @throws `internal_transfers_off`, `same_wallet`, `wallets_not_found` (also for another merchant's or mode's).
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
  const settings = parties?.settingsOf(tenant.id);
  const address = parties?.addressOf(tenant.id, by, name);
  if (settings && address) return { settings, address };
  const found = await findAddressedParty(ctx.db, tenant.id, by, name);
  if (found) parties?.keepSettings(tenant.id, found.settings);
  if (found?.address) parties?.keepAddress(tenant.id, by, found.address);
  return found;
}

/** What a wallet is called in a request of this kind; the merchant's own has no customer. */
export function nameOf(by: PartyKind, party: { customerId: string | null; accountNumber: string }): string | null {
  return by === "customer" ? party.customerId : party.accountNumber;
}
