import { findAddressedSettings, type PartyAddress, type PartyKind } from "../../db/money-parties.ts";
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
  // A UUID means the same in capitals; PostgreSQL answers it in small letters.
  const [from, to] = [body.fromCustomerId.toLowerCase(), body.toCustomerId.toLowerCase()];
  return { by: "customer", from, to, amount: body.amount };
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
  const { settings, addresses } = await findAddressedSettings(ctx.db, ctx.tenant.id, by, [from, to]);
  if (!settings?.internalTransfers) throw new Failure("internal_transfers_off");
  if (from === to) throw new Failure("same_wallet");
  const source = addresses.find((address) => nameOf(by, address) === from);
  const target = addresses.find((address) => nameOf(by, address) === to);
  if (!source || !target) throw new Failure("wallets_not_found");
  return { source, target, amount: koboFromWire(amount), fees: transferFees(settings) };
}

/** What a wallet is called in a request of this kind; the merchant's own has no customer. */
export function nameOf(by: PartyKind, party: { customerId: string | null; accountNumber: string }): string | null {
  return by === "customer" ? party.customerId : party.accountNumber;
}
